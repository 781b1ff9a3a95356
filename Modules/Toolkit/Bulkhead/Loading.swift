import BoundaryRules
import CommandLineArguments
import PackageManifest
import PackageReports
import SwiftSource

// Each command loads the packages, the rules and the revision that its arguments specify with the
// functions in this file.

extension OptionSyntax {
    static let rules = OptionSyntax.value(
        "--rules",
        "FILE",
        "read the rules from FILE (default: boundaries.json next to Package.swift, if it exists)"
    )

    /// The option for commands that compare the package with a revision.
    static let since = OptionSyntax.value(
        "--since",
        "REV",
        "compare with the common ancestor of a revision, such as main, and the current commit"
    )
}

extension ParsedArguments {
    /// The folder of the package, which is the value of `--package-path`. The default is the
    /// nearest folder with a manifest, searching upward from the current folder.
    var packagePath: String {
        value("--package-path") ?? SwiftPackage.nearestFolder(with: ["Package.swift"]) ?? "."
    }

    /// The folder of the repository whose packages a command uses together, or `nil` if the command
    /// uses a single package.
    ///
    /// This folder is the root of the repository if the option `--repository` is given, or if no
    /// folder from the current folder upward contains a manifest. If `--package-path` names a
    /// folder without a manifest, it is that folder.
    var repositoryFolder: String? {
        get async throws {
            let isPackage = "\(packagePath)/Package.swift".fileExists
            if isPackage, !has("--repository") {
                return nil
            }
            if let path = value("--package-path"), !has("--repository") {
                return path
            }
            let root = try await RepositoryRoot.find(containing: packagePath)?.path
            if root == nil, has("--repository") {
                throw RevisionError.noRepository(path: packagePath)
            }
            return root
        }
    }

    /// Returns the revision specified by `--since`.
    ///
    /// - Throws: An error if the option is missing.
    func revision(of packages: PackageSet) async throws -> Revision {
        guard let name = value("--since") else {
            throw UsageError.custom(
                "'--since' is missing; specify a revision, such as --since main"
            )
        }
        return try await Revision.find(name, in: packages.root)
    }
}

// MARK: - Packages

extension PackageSet {
    /// Loads the package or the packages of the repository, the packages that they reach by path,
    /// and their rules. This function prints a message about each package that cannot be read.
    static func load(
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> (packages: PackageSet, rules: LayerRules) {
        console.showProgress("reading the manifests …")
        defer {
            console.endProgress()
        }
        let packages = try await find(arguments)
        let rules = try packages.rules(in: arguments.value("--rules"))
        for error in packages.uncheckedPackages {
            console.printError(error.message)
        }
        for error in packages.unreadablePackages {
            console.printNote("ignoring another package: \(error.message)")
        }
        return (packages, rules)
    }

    private static func find(_ arguments: ParsedArguments) async throws -> PackageSet {
        guard let root = try await arguments.repositoryFolder else {
            return try await load(arguments.packagePath)
        }
        let folders = await packageFolders(below: root)
        guard !folders.isEmpty else { throw ManifestError.noPackage(path: arguments.packagePath) }
        return try await load(folders, inRepository: root)
    }

    /// Returns the exit code of a command whose result is incomplete if a package of the
    /// repository or an Xcode project cannot be read.
    func exitCode(_ code: ExitCode) -> ExitCode {
        uncheckedPackages.isEmpty ? code : .unusablePackage
    }
}

extension ModuleGraph {
    /// Returns the module with the given name.
    ///
    /// - Throws: An error with a suggestion if there is no such module.
    @discardableResult
    func requireModule(_ name: String) throws(UsageError) -> Module {
        if let module = module(named: name) {
            return module
        }
        let names = modules.map(\.name)
        let part = name.lowercased()
        let similar = names.filter { $0.lowercased().contains(part) }.map { "'\($0)'" }
        let hint =
            name.suggestion(among: names)
            ?? (part.isEmpty || similar.isEmpty
                ? nil : "did you mean \(similar.prefix(5).joined(separator: " or "))?")
            ?? "the modules are \(names.prefix(20).joined(separator: ", "))\(names.count > 20 ? " …" : "")"
        throw .custom("unknown module '\(name)'; \(hint)")
    }
}

// MARK: - Reports

extension [Finding] {
    /// The number of findings of each rule, such as `2 access, 1 layers`.
    var countsByRule: String {
        let rules = Dictionary(grouping: self, by: \.first.rule.rawValue)
        let counts = rules.sorted { $0.key < $1.key }.map { "\($0.value.count) \($0.key)" }
        return counts.joined(separator: ", ")
    }
}

extension BoundaryReport {
    static func load(
        _ arguments: ParsedArguments,
        format: ReportFormat = .text,
        console: Console
    ) async throws -> BoundaryReport {
        var (packages, rules) = try await PackageSet.load(arguments, console: console)
        packages = await packages.readingCheckouts()
        console.showProgress("reading the sources …")
        defer {
            console.endProgress()
        }
        var folder =
            packages.isRepository ? packages.pathFromCurrentFolder : arguments.packagePath
        if format.isForPrograms,
            let repository = try await RepositoryRoot.find(containing: packages.root)
        {
            folder = repository.path(of: packages.root)
            rules.file = repository.path(of: rules.file)
            rules.baselineFile = repository.path(of: rules.baselineFile)
        }
        let prefix = prefix(forFolder: folder)
        return BoundaryReport.checking(
            packages,
            rules: rules,
            sources: try packages.sources(reportedBelow: prefix, conditions: rules.conditions),
            folder: prefix
        )
    }

    /// Returns the prefix of the paths that are reported for the files in a folder.
    private static func prefix(forFolder folder: String) -> String {
        let parts = folder.split(separator: "/").filter { $0 != "." }
        return (folder.hasPrefix("/") ? "/" : "") + parts.map { "\($0)/" }.joined()
    }
}

extension Impact {
    /// Returns the impact of the changes since the revision specified by `--since`.
    static func load(
        on packages: PackageSet,
        rules: LayerRules,
        sources: [String: [SourceFile]],
        _ arguments: ParsedArguments,
        console: Console
    ) async throws -> Impact {
        let revision = try await arguments.revision(of: packages)
        console.showProgress("comparing with the specified revision …")
        defer {
            console.endProgress()
        }
        let files = try await revision.changedFiles()
        let all = packages.checkedPackages.map { (packages.folder(of: $0), $0) }
        var old = Dictionary(firstOf: all)
        var described: [String: SwiftPackage] = [:]
        // A package in which no file changed is the same at the revision.
        let changed = old.keys.filter { folder in
            !packages.isRepository || folder.isEmpty
                || files.contains { $0.hasPrefix("\(folder)/") }
        }
        // If an old manifest cannot be evaluated, all targets of its package count as changed.
        let before =
            files.isEmpty
            ? nil : try? await revision.packages(like: packages, folders: changed.sorted())
        // The search reads symbolic links in the temporary folder of the old
        // packages, which is removed when `before` is released.
        defer {
            withExtendedLifetime(before) {}
        }
        for folder in changed where !files.isEmpty {
            let current = old[folder]
            old[folder] = before?.0.checkedPackages.first { before?.0.folder(of: $0) == folder }
            described[folder] = try? await current?.comparable(with: old[folder])
        }
        return Impact.search(
            packages,
            since: old,
            describedAs: described,
            files: files,
            wholePackageTests: Set(rules.wholePackageTests),
            sources: sources
        )
    }
}
