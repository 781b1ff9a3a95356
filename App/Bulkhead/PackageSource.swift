import CommandLineArguments
import PackageManifest

/// The package that a command line names.
struct PackageSource: Sendable {
    private let path: String
    private let prefix: String
    private let rulesFile: String?
    private let loader: PackageLoader
    private let console: Console

    /// The option of every command that holds a package against its rules.
    static let rulesOption = OptionSyntax.value(
        "--rules", "FILE", "the file of rules (default: boundaries.json beside Package.swift, if there is one)")

    init(_ arguments: ParsedArguments, loader: PackageLoader, console: Console) {
        path = arguments.value("--package-path") ?? "."
        prefix = Self.prefix(path)
        rulesFile = arguments.value("--rules")
        self.loader = loader
        self.console = console
    }

    /// What stands before the paths of its files where they are reported.
    private static func prefix(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.map { "\($0)/" }.joined()
    }

    /// Reads its manifest.
    func manifest() async throws -> PackageManifest {
        console.showProgress("reading the manifest …")
        defer { console.endProgress() }
        return try await loader.load(path)
    }

    /// Reads its manifest and sources, and holds them against its rules.
    func load() async throws -> BoundaryReport {
        let manifest = try await manifest()
        let rules = try manifest.rules(in: rulesFile)
        console.showProgress("reading the sources …")
        defer { console.endProgress() }
        let sources = try manifest.sources(reportedBelow: prefix)
        return BoundaryReport(
            manifest: manifest, rules: rules, sources: sources, manifestPath: "\(prefix)Package.swift")
    }
}
