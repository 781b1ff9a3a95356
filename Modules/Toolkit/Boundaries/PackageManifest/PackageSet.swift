public import BoundaryRules
import Dispatch
import Foundation
public import SwiftSource
import Synchronization

/// Packages and the graph of their modules.
///
/// The checked packages are a single package, or all packages of a repository. The set also
/// contains the packages that they reach by path. The graph contains the modules of all these
/// packages, and the products of all other packages.
public struct PackageSet: Sendable {
    public let name: String
    /// The absolute path of the package or the repository. The paths of files and folders are
    /// relative to it.
    public let root: String
    /// Whether the set consists of the packages of a repository.
    public let isRepository: Bool
    /// The checked packages, followed by the packages that they reach by path.
    public let packages: [SwiftPackage]
    public let checkedCount: Int
    /// The reasons why packages of the repository, and Xcode projects, cannot be read, so that they
    /// are not checked.
    public internal(set) var uncheckedPackages: [ManifestError]
    /// The reasons why other packages of the set cannot be read.
    public let unreadablePackages: [ManifestError]
    public internal(set) var graph: ModuleGraph
    /// The sources of the modules of Xcode projects by the names of the modules.
    var projectSources: [String: SourceFolder] = [:]
    /// The products of packages that were not read, including plugins.
    package let unreadProducts: [UnreadProduct]
    private let owners: [String: Owner]
    /// The names of the modules by the roots of their packages and the names of their targets.
    private let names: [String: [String: String]]
    private let reachedSources = SourceStore()

    /// The package of a module, and the name of its target.
    private struct Owner {
        let index: Int
        let target: String
    }

    /// A product of a package that is not on this machine or cannot be read.
    package struct UnreadProduct: Sendable, Hashable {
        package let name: String
        /// The name or the identity by which a manifest refers to the package, or `nil` if the
        /// manifest does not name it.
        package let identity: String?
        /// The names of the modules that use the product.
        package var users: [String] = []
    }

    /// Creates a set of a single package, without the packages that it reaches.
    public init(_ package: SwiftPackage) {
        self.init(of: [package], unchecked: [], reached: [], unreadable: [])
    }

    /// Creates a set. If `repository` is `nil`, the package in the root folder is the only checked
    /// package.
    init(
        of checked: [SwiftPackage],
        unchecked: [ManifestError],
        reached: [SwiftPackage],
        unreadable: [ManifestError],
        repository: String? = nil
    ) {
        let folder = repository ?? checked[0].root
        name = repository.map { URL(filePath: $0).lastPathComponent } ?? checked[0].name
        root = folder
        isRepository = repository != nil
        packages = checked + reached
        checkedCount = checked.count
        uncheckedPackages = unchecked
        unreadablePackages = unreadable
        let plan = GraphPlan(
            packages: packages,
            checkedCount: checkedCount,
            isRepository: isRepository,
            root: folder
        )
        var unread: [String: UnreadProduct] = [:]
        graph = plan.graph(unread: &unread)
        unreadProducts = unread.sorted { $0.key < $1.key }.map(\.value)
        var owners: [String: Owner] = [:]
        for (index, names) in plan.names.enumerated() {
            for (target, name) in names {
                owners[name] = Owner(index: index, target: target)
            }
        }
        self.owners = owners
        names = Dictionary(firstOf: zip(packages.map(\.root), plan.names).map { ($0, $1) })
        addProjects()
    }

    public var checkedPackages: ArraySlice<SwiftPackage> { packages.prefix(checkedCount) }

    /// The path of ``root`` relative to the current folder.
    public var pathFromCurrentFolder: String {
        root.relative(to: ".".resolvedPath)
    }

    /// Returns the folder of a package relative to ``root``, or an empty string for the root.
    public func folder(of package: SwiftPackage) -> String {
        package.root.relative(to: root)
    }

    /// Returns the package that contains a module.
    public func package(of module: String) -> SwiftPackage? {
        owners[module].map { packages[$0.index] }
    }

    /// Returns the name of the module for a target of a package.
    public func module(of target: String, in package: SwiftPackage) -> Module? {
        names[package.root]?[target].flatMap(graph.module(named:))
    }

    /// Returns each checked manifest by the name of the package. The paths begin with `prefix`.
    public func manifests(reportedBelow prefix: String) -> [String: ManifestText] {
        let values = zip(graph.packages, checkedPackages).map { package, manifest in
            let path = prefix + package.folder.appendingPath(manifest.fileName)
            return (package.name, ManifestText(path: path, text: manifest.text))
        }
        var manifests = Dictionary(firstOf: values)
        for project in projectSources.keys.compactMap({ graph.module(named: $0)?.package }) {
            manifests[project] = ManifestText(path: prefix + project, text: "")
        }
        return manifests
    }

    /// Whether the rules of the repository that contains the package are in a file that a check of
    /// the package alone does not read.
    public var ignoresRulesOfRepository: Bool {
        var folder = URL(filePath: root)
        while !isRepository, folder.pathComponents.count > 1 {
            if folder.appending(path: "boundaries.json").path.fileExists {
                return folder.path != root
            }
            if folder.appending(path: ".git").path.fileExists {
                return false
            }
            folder.deleteLastPathComponent()
        }
        return false
    }

    /// Returns the names of the modules of Xcode projects to which a file belongs.
    package func modulesOfProjects(containing file: String) -> [String] {
        projectSources.filter { $0.value.contains(file) }.map(\.key)
    }

    // MARK: Files

    /// Returns the parsed Swift files of all checked modules. Their reported paths begin with
    /// `prefix`, such as `../Other/`. The conditions are those of the rules and those of each
    /// target.
    public func sources(
        reportedBelow prefix: String = "",
        conditions: CompilationConditions = .package
    ) throws(ManifestError) -> [String: [SourceFile]] {
        // Reading the sources takes most of the time of a check, so the work is divided among all
        // processors.
        let modules = graph.modules.filter(\.isSwift)
        let results = Mutex<[String: Result<[SourceFile], ManifestError>]>([:])
        DispatchQueue.concurrentPerform(iterations: modules.count) { index in
            let result = Result { () throws(ManifestError) in
                try self.sources(of: modules[index], reportedBelow: prefix, conditions: conditions)
            }
            results.withLock { $0[modules[index].name] = result }
        }
        let read = results.withLock { $0 }
        var files: [String: [SourceFile]] = [:]
        for module in modules {
            files[module.name] = try read[module.name]?.get()
        }
        return files
    }

    func sources(
        of module: Module,
        reportedBelow prefix: String = "",
        conditions: CompilationConditions = .package
    ) throws(ManifestError) -> [SourceFile] {
        if let folder = projectSources[module.name] {
            return try folder.files(endingIn: ["swift"]).map { file throws(ManifestError) in
                try SwiftPackage.source(
                    file,
                    in: root,
                    reportedBelow: prefix,
                    conditions: conditions.merging(["SWIFT_PACKAGE": false])
                )
            }
        }
        guard let owner = owners[module.name],
            let target = packages[owner.index].graph.module(named: owner.target)
        else { return [] }
        let folder = folder(of: packages[owner.index])
        return try packages[owner.index].sources(
            of: target,
            reportedBelow: folder.isEmpty ? prefix : "\(prefix)\(folder)/",
            conditions: conditions
        )
    }

    /// Returns the readable Swift files of a module in a package that is reached by path.
    package func sourcesOfReachedModule(_ module: Module) -> [SourceFile] {
        guard let owner = owners[module.name], owner.index >= checkedCount,
            let target = packages[owner.index].graph.module(named: owner.target)
        else { return [] }
        return reachedSources.sources(of: module.name) {
            (try? packages[owner.index].sources(of: target)) ?? []
        }
    }

    /// Returns the rules in a file, together with the baseline.
    ///
    /// By default, the file is `boundaries.json`. If `boundaries.json` does not exist, the rules
    /// have no layers.
    public func rules(in file: String? = nil) throws -> LayerRules {
        func existing(_ name: String) -> String? {
            let path = "\(root)/\(name)"
            return path.fileExists ? path : nil
        }
        return try LayerRules(
            file: file ?? existing("boundaries.json"),
            baseline: existing(Baseline.fileName),
            read: SwiftPackage.read
        )
    }
}

/// The parsed files of modules, which are read when they are first needed.
private final class SourceStore: Sendable {
    private let files = Mutex<[String: [SourceFile]]>([:])

    func sources(of module: String, read: () -> [SourceFile]) -> [SourceFile] {
        if let known = files.withLock({ $0[module] }) {
            return known
        }
        let found = read()
        files.withLock { $0[module] = found }
        return found
    }
}

// MARK: - Loading

extension PackageSet {
    /// Loads a package and the packages that it reaches by path. Packages that cannot be read are
    /// in ``unreadablePackages``.
    ///
    /// - Parameter known: Packages in other folders whose manifests can be the same.
    public static func load(
        _ path: String,
        knowing known: [SwiftPackage] = []
    ) async throws(ManifestError) -> PackageSet {
        await reaching([try await SwiftPackage.load(path, knowing: known)], knowing: known)
    }

    /// Loads the packages in folders of a repository, and the packages that they reach by path.
    /// Packages of the repository that cannot be read are in ``uncheckedPackages``.
    ///
    /// - Parameters:
    ///   - folders: Paths relative to `root`. An empty string stands for the root itself.
    ///   - known: Packages in other folders whose manifests can be the same.
    public static func load(
        _ folders: [String],
        inRepository root: String,
        knowing known: [SwiftPackage] = []
    ) async throws(ManifestError) -> PackageSet {
        let root = root.resolvedPath
        let paths = folders.map { URL(filePath: "\(root)/\($0)").standardizedFileURL.path }
        let results = await SwiftPackage.loadAll(paths, knowing: known)
        let packages = results.compactMap { try? $0.get() }
        let errors = results.compactMap { result -> ManifestError? in
            if case .failure(let error) = result { error } else { nil }
        }
        if packages.isEmpty {
            throw errors.first ?? .noPackage(path: root)
        }
        return await reaching(
            packages,
            among: paths,
            unchecked: errors,
            repository: root,
            knowing: known
        )
    }

    private static func reaching(
        _ checked: [SwiftPackage],
        among paths: [String] = [],
        unchecked: [ManifestError] = [],
        repository: String? = nil,
        knowing known: [SwiftPackage]
    ) async -> PackageSet {
        var reached: [SwiftPackage] = []
        var errors: [ManifestError] = []
        var seen = Set(checked.map(\.root) + paths)
        var unread = checked.flatMap(\.pathsOfLocalPackages).filter { seen.insert($0).inserted }
        while !unread.isEmpty {
            let results = await SwiftPackage.loadAll(unread, knowing: known)
            unread = []
            for result in results {
                switch result {
                case .success(let other):
                    reached.append(other)
                    unread += other.pathsOfLocalPackages.filter { seen.insert($0).inserted }
                case .failure(let error): errors.append(error)
                }
            }
        }
        return PackageSet(
            of: checked,
            unchecked: unchecked,
            reached: reached,
            unreadable: errors,
            repository: repository
        )
    }

    /// Whether a folder is hidden, or usually contains copies of other people's packages or
    /// packages for tests.
    static func isIgnored(_ folder: some StringProtocol) -> Bool {
        let ignored: Set = [
            "carthage", "checkouts", "deriveddata", "external", "fixtures", "node_modules", "pods",
            "templates", "third-party", "third_party", "thirdparty", "vendor", "vendored",
            "vendors",
        ]
        return folder.hasPrefix(".") || ignored.contains(folder.lowercased())
    }

    /// Returns the folders of the packages among files of a repository that are in no ignored
    /// folder, in alphabetical order.
    public static func packageFolders(among files: [String]) -> [String] {
        let folders = files.compactMap { file -> String? in
            let parts = file.split(separator: "/")
            guard parts.last == "Package.swift" else { return nil }
            let folder = parts.dropLast()
            return folder.contains(where: isIgnored) ? nil : folder.joined(separator: "/")
        }
        return folders.sorted()
    }

    /// Returns the folders of the packages below a folder of a Git repository, including packages
    /// in submodules. Files that Git ignores, and source files with the name of a manifest, do not
    /// count. The result is empty outside a repository.
    public static func packageFolders(below root: String) async -> [String] {
        let outcome = try? await Program.git(
            ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            in: root
        )
        guard let outcome, outcome.code == 0 else { return [] }
        var files = outcome.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        for submodule in (try? await Program.submodules(in: root)) ?? [] {
            let folders = await packageFolders(below: "\(root)/\(submodule)")
            files += folders.map { submodule.appendingPath($0.appendingPath("Package.swift")) }
        }
        return packageFolders(among: files).filter { folder in
            let manifest = "\(root)/\(folder.appendingPath("Package.swift"))"
            let text = FileManager.default.contents(atPath: manifest) ?? Data()
            return String(decoding: text, as: UTF8.self).contains("swift-tools-version")
        }
    }
}
