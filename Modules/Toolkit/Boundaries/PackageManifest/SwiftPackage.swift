public import BoundaryRules
public import Foundation
import SwiftSource

/// A package as described by its manifest. Dependencies are neither resolved nor fetched.
public struct SwiftPackage: Sendable {
    public let name: String
    public let root: String
    /// The name of the manifest: `Package.swift`, or the name of a version-specific manifest, such
    /// as `Package@swift-6.0.swift`.
    public let fileName: String
    public let text: String
    public let graph: ModuleGraph
    /// The names of the Swift targets that do not enable the upcoming feature
    /// `MemberImportVisibility` (SE-0444).
    public let targetsWithoutMemberImportVisibility: [String]
    package let description: ManifestDescription
    private let dump: ManifestDump
    private let sources: [String: SourceFolder]
    /// The names by which targets refer to the other packages on this machine, by the paths of
    /// their folders. The paths are relative to the root of this package.
    package let packageFolders: [String: String]
    /// The paths of the packages and repositories on this machine on which the package depends,
    /// relative to ``root``.
    let localPackages: [String]
    /// The names of the targets of each product.
    let products: [String: [String]]
    /// The dependencies of each target, including the plugins that it uses.
    let targetDependencies: [String: [ManifestDump.Dependency]]
    /// The names that each target defines in every build, for conditions of `#if`.
    private let defines: [String: [String]]

    fileprivate init(
        _ dump: ManifestDump,
        root: String,
        file: ManifestVersion,
        describedAs description: ManifestDescription? = nil
    ) throws(ManifestError) {
        var sources: [String: SourceFolder] = [:]
        for target in dump.targets {
            sources[target.name] = try SourceFolder(of: target, among: dump.targets, in: root)
        }
        let packageFolders = Dictionary(
            firstOf: dump.dependencies.compactMap { package in
                package.folder.map { ($0.relative(to: root), package.name) }
            }
        )
        let products = dump.products ?? []
        let modules = Self.modules(of: dump, sources, packageFolders, root: root)
        let swift = Set(modules.filter(\.isSwift).map(\.name))
        name = dump.name
        self.root = root
        fileName = file.name
        text = file.text
        self.sources = sources
        self.packageFolders = packageFolders
        self.description = description ?? ManifestDescription(dump, root: root)
        self.dump = dump
        localPackages = dump.dependencies.flatMap(\.localPaths).map { $0.relative(to: root) }
        self.products = Dictionary(firstOf: products.map { ($0.name, $0.targets) })
        targetDependencies = Dictionary(
            firstOf: dump.targets.map { ($0.name, $0.dependencies + ($0.pluginUsages ?? [])) }
        )
        defines = Dictionary(firstOf: dump.targets.map { ($0.name, $0.defines) })
        targetsWithoutMemberImportVisibility = dump.targets.filter { target in
            swift.contains(target.name) && !target.enables("MemberImportVisibility")
        }.map(\.name)
        graph = ModuleGraph(
            modules + Self.externalModules(of: dump),
            libraries: products.compactMap(\.library)
        )
    }

    /// Returns the modules of the targets.
    private static func modules(
        of dump: ManifestDump,
        _ sources: [String: SourceFolder],
        _ packageFolders: [String: String],
        root: String
    ) -> [Module] {
        let plugins = dump.targets.filter { $0.type == "plugin" }.map {
            ($0.name, sources[$0.name]?.path ?? "")
        }
        let identities = packageFolders.map { ($0.value.lowercased(), $0.key) }
        let generators = SourceGenerators(
            root: root,
            ownPlugins: Dictionary(firstOf: plugins),
            packages: Dictionary(firstOf: identities)
        )
        return dump.targets.map { target in
            var module = Module(target, folder: sources[target.name], root: root)
            module.sourceGenerators = generators.names(for: target)
            return module
        }
    }

    /// Returns modules that stand for the products of other packages, in alphabetical order.
    private static func externalModules(of dump: ManifestDump) -> [Module] {
        // If the package depends on no other packages, a name that is not a target is a mistake in
        // the manifest, not the name of a product.
        guard !dump.dependencies.isEmpty else { return [] }
        let targets = Set(dump.targets.map(\.name))
        let products = dump.targets.flatMap(\.dependencies).filter { !targets.contains($0.name) }
        return Dictionary(grouping: products, by: \.name).sorted { $0.key < $1.key }.map {
            name,
            uses in
            let package = uses.lazy.compactMap(\.package).first
            return Module(name: name, kind: .external, folder: "", package: package)
        }
    }

    package var targetNames: [String] { graph.modules.filter { $0.kind != .external }.map(\.name) }

    /// Returns the paths of the Swift files of a module, relative to ``root``, in alphabetical
    /// order.
    public func files(of module: Module) throws(ManifestError) -> [String] {
        try sources[module.name]?.files(endingIn: ["swift"]) ?? []
    }

    /// Returns a function that returns the names of the modules that a file belongs to.
    ///
    /// A file can belong to a module as a source, a resource or a header. The file need not exist.
    /// Symbolic links in the folders of the modules are followed.
    package func owners() -> (_ file: String) -> [String] {
        let links = sources.mapValues { $0.links() }
        // Only a folder that contains the file can belong to a module with the file.
        var indices: [String: [Int]] = [:]
        for (index, module) in graph.modules.enumerated() {
            let ofLinks = (links[module.name] ?? []).flatMap { [$0.path, $0.destination] }
            for folder in Set((sources[module.name]?.roots ?? []) + ofLinks) {
                indices[folder, default: []].append(index)
            }
        }
        return { [indices] file in
            let parts = file.split(separator: "/")
            let folders = (0...parts.count).map { parts.prefix($0).joined(separator: "/") }
            let found = Set(folders.flatMap { indices[$0] ?? [] }).sorted().map {
                graph.modules[$0]
            }
            return found.filter { module in
                guard let folder = sources[module.name] else { return false }
                if folder.contains(file) || folder.findsHeader(file) {
                    return true
                }
                return links[module.name]?.contains { link in
                    link.path == file || link.path(of: file).map(folder.contains) == true
                } == true
            }.map(\.name)
        }
    }

    /// Returns a package whose description is comparable with the description of `old`: this
    /// package if both descriptions are equal, otherwise a copy that SwiftPM describes outside the
    /// repository.
    ///
    /// A manifest can read the state of the repository with `Context.gitInformation`, and files in
    /// neighboring folders. SwiftPM describes a revision outside the repository, so it must
    /// describe this package there too.
    public func comparable(with old: SwiftPackage?) async throws -> SwiftPackage {
        if old?.description == description {
            return self
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: root)
        let manifests = names.filter { $0.hasPrefix("Package") && $0.hasSuffix(".swift") }
        var files: [String: Data] = [:]
        for name in manifests {
            files[name] = try Data(contentsOf: URL(filePath: "\(root)/\(name)"))
        }
        let isRepository = "\(root)/.git".fileExists
        let copy = try LinkedCopy(of: root, replacing: files, linksNeighbors: !isRepository)
        return try await SwiftPackage.load(copy.path)
    }

    public func text(of file: String) throws(ManifestError) -> [UInt8] {
        Array(try Self.read("\(root)/\(file)"))
    }

    func sources(
        of module: Module,
        reportedBelow prefix: String = "",
        conditions: CompilationConditions = .package
    ) throws(ManifestError) -> [SourceFile] {
        let defines = (defines[module.name] ?? []).map { ($0, true) }
        let conditions = conditions.merging(Dictionary(defines) { $1 })
        return try files(of: module).map { file throws(ManifestError) in
            try Self.source(file, in: root, reportedBelow: prefix, conditions: conditions)
        }
    }

    static func source(
        _ file: String,
        in root: String,
        reportedBelow prefix: String,
        conditions: CompilationConditions
    ) throws(ManifestError) -> SourceFile {
        SourceFile(
            path: prefix + file,
            text: Array(try read("\(root)/\(file)")),
            conditions: conditions
        )
    }

    static func read(_ path: String) throws(ManifestError) -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path.resolvedPath)
            let type = attributes?[.type] as? FileAttributeType ?? .typeRegular
            let isFile = [.typeRegular, .typeDirectory].contains(type)
            let reason = isFile ? error.localizedDescription : "it is a pipe, a socket or a device"
            throw .unreadable(path: path, reason: reason)
        }
    }
}

extension Module {
    fileprivate init(_ target: ManifestDump.Target, folder: SourceFolder?, root: String) {
        let files = try? folder?.files(endingIn: ["swift"])
        // As in SwiftPM, a target with this file is a program, however the manifest declares it.
        let isProgram = files?.contains { $0.lastPart == "main.swift" } == true
        let kind: Kind =
            switch target.type {
            case "executable": .executable
            case "test": .test
            case "macro": .macro
            case "plugin": .plugin
            case "system", "binary": .system
            default: isProgram ? .executable : files?.isEmpty == true ? .clang : .library
            }
        self.init(
            name: target.name,
            kind: kind,
            folder: folder?.path ?? "",
            dependencies: target.dependencies.map(\.name),
            packageAccess: target.packageAccess,
            plugins: (target.pluginUsages ?? []).map(\.name)
        )
        aliases = Self.aliases(inOptions: target.options)
        conditionalDependencies = Set(target.dependencies.filter(\.isConditional).map(\.name))
        guard kind == .clang || kind == .system else { return }
        let maps = Self.moduleMaps(headers: target.publicHeadersPath ?? "include")
        let texts = maps.lazy.compactMap { [path = self.folder] map in
            FileManager.default.contents(atPath: "\(root)/\(path)/\(map)")
        }
        if let text = texts.first {
            setImportNames(fromModuleMap: Array(text))
        }
    }
}

// MARK: - Loading

extension SwiftPackage {
    /// The absolute paths of the packages on which this package depends by path.
    var pathsOfLocalPackages: [String] {
        packageFolders.keys.sorted().map(resolved)
    }

    /// Returns the absolute path of a file whose path is relative to the root of the package.
    package func resolved(_ path: String) -> String {
        "\(root)/\(path)".resolvedPath
    }

    /// Loads packages concurrently, with at most one load for each processor. The results are in
    /// the order of the paths.
    ///
    /// - Parameter caches: For each package, a file with its description, or `nil`. A file that
    ///   does not exist is written. The list can be empty.
    static func loadAll(
        _ paths: [String],
        cachedAt caches: [String?] = [],
        knowing known: [SwiftPackage] = []
    ) async -> [Result<SwiftPackage, ManifestError>] {
        await withTaskGroup(of: LoadedPackage.self) { group in
            var loaded: [LoadedPackage] = []
            for (index, path) in paths.enumerated() {
                if index >= ProcessInfo.processInfo.activeProcessorCount,
                    let next = await group.next()
                {
                    loaded.append(next)
                }
                group.addTask {
                    let cache = index < caches.count ? caches[index] : nil
                    return await LoadedPackage(index: index, path: path, cache: cache, known)
                }
            }
            for await package in group {
                loaded.append(package)
            }
            return loaded.sorted { $0.index < $1.index }.map(\.result)
        }
    }

    /// One of several packages that are loaded at the same time.
    ///
    /// This is a type because, in release builds of Swift 6.3.1, the results of child tasks that
    /// return a tuple of an index and a `Result` with a typed error were lost.
    private struct LoadedPackage: Sendable {
        let index: Int
        let result: Result<SwiftPackage, ManifestError>

        init(index: Int, path: String, cache: String?, _ known: [SwiftPackage]) async {
            self.index = index
            do throws(ManifestError) {
                result = .success(try await load(path, cachedAt: cache, knowing: known))
            } catch {
                result = .failure(error)
            }
        }
    }

    /// Loads the package in a folder without fetching dependencies.
    ///
    /// - Parameters:
    ///   - cache: A file with the description of the package, or `nil` to run SwiftPM. A file that
    ///     does not exist is written.
    ///   - known: Packages in other folders. If one of them has the same manifest, and nothing else
    ///     determines the description, SwiftPM does not run.
    public static func load(
        _ path: String,
        cachedAt cache: String? = nil,
        knowing known: [SwiftPackage] = []
    ) async throws(ManifestError) -> SwiftPackage {
        let root = path.resolvedPath
        let manifest = "\(root)/Package.swift"
        guard manifest.fileExists else {
            throw .noPackage(path: path)
        }
        guard let data = FileManager.default.contents(atPath: manifest) else {
            throw .unreadable(path: manifest, reason: "permission denied")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw .invalidText(path: manifest)
        }
        let main = ManifestVersion(name: "Package.swift", text: text)
        if let same = known.first(where: { $0.hasDescription(ofManifest: text, in: root) }) {
            return try SwiftPackage(
                same.dump,
                root: root,
                file: main,
                describedAs: same.description
            )
        }
        let outcome = try await dump(root, cachedAt: cache)
        if outcome.code == Program.missing {
            throw .cannotRunSwift(reason: "it is not in PATH")
        }
        guard outcome.code == 0 else {
            throw .evaluationFailed(
                path: manifest,
                errors: outcome.errors.trimmingCharacters(in: .whitespacesAndNewlines)
            )
        }
        let dump: ManifestDump
        do {
            dump = try JSONDecoder().decode(ManifestDump.self, from: outcome.output)
        } catch { throw .unreadableManifest(path: manifest, reason: "\(error)") }
        let file = await main.selected(
            forToolsVersion: dump.toolsVersion?["_version"]?.text,
            in: root
        ) {
            let outcome = try? await Program.run("swift", ["--version"])
            return outcome?.text ?? ""
        }
        return try SwiftPackage(dump, root: root, file: file)
    }

    /// Whether a manifest in another folder has the same description as this one. The text must be
    /// the same and read neither the state of the repository nor files.
    private func hasDescription(ofManifest other: String, in folder: String) -> Bool {
        let names = FileManager.default.names(in: folder)
        guard text == other, dump.dependencies.allSatisfy(\.localPaths.isEmpty),
            !names.contains(where: { $0.hasPrefix("Package@swift-") })
        else { return false }
        let source = SourceFile(path: fileName, text: text)
        let modules = Set(source.imports.map(\.module)).subtracting(["CompilerPluginSupport"])
        return modules == ["PackageDescription"] && !text.contains("Context")
            && !text.contains("#file")
    }

    /// Returns the relative path of the nearest folder that contains all the given files, searching
    /// upward from a folder: `.`, `..`, `../..` and so on.
    public static func nearestFolder(
        with files: [String],
        from start: String = FileManager.default.currentDirectoryPath
    ) -> String? {
        var path = "."
        var folder = URL(filePath: start)
        while true {
            if files.allSatisfy({
                folder.appending(path: $0).path.fileExists
            }) {
                return path
            }
            guard folder.pathComponents.count > 1 else { return nil }
            folder.deleteLastPathComponent()
            path = path == "." ? ".." : "\(path)/.."
        }
    }

    /// Runs `dump-package` with a separate scratch folder, so that SwiftPM does not wait for builds
    /// of the package to finish.
    private static func dump(
        _ root: String,
        cachedAt cache: String?
    ) async throws(ManifestError) -> Program.Outcome {
        if let cache, let data = FileManager.default.contents(atPath: cache) {
            return Program.Outcome(code: 0, output: data, errors: "")
        }
        let outcome = try await dump(root)
        if let cache, outcome.code == 0 {
            let file = URL(filePath: cache)
            try? FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try? outcome.output.write(to: file, options: .atomic)
        }
        return outcome
    }

    private static func dump(_ root: String) async throws(ManifestError) -> Program.Outcome {
        let scratch = TemporaryDirectory.unusedURL
        defer {
            try? FileManager.default.removeItem(at: scratch)
        }
        do {
            return try await Program.run(
                "swift",
                [
                    "package", "--package-path", root, "--scratch-path", scratch.path,
                    "dump-package",
                ]
            )
        } catch { throw .cannotRunSwift(reason: error.localizedDescription) }
    }
}
