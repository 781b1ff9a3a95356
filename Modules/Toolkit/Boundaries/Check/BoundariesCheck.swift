import BoundaryRules
import SwiftSource

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The program that the plugins run.
///
/// For the build plugin, the program prints the violations of targets. For the command plugin, it
/// also prints the violations of the package as a whole. The program fails if the severity of a
/// violation is `error`.
@main
struct BoundariesCheck {
    static func main() {
        var arguments = CommandLine.arguments.dropFirst()
        let isWholePackage = arguments.first == "--package"
        if isWholePackage {
            arguments.removeFirst()
        }
        guard let request = arguments.popFirst() else {
            print("error: boundaries-check is for plugins only; use 'bulkhead check'")
            exit(64)
        }
        do {
            if isWholePackage {
                try checkPackage(request, options: Array(arguments))
            } else {
                try checkTargets(request, stamp: arguments.first ?? "")
            }
        } catch {
            print("error: \((error as? any ToolkitError)?.message ?? "\(error)")")
            exit(ErrorExitCode.unusablePackage.rawValue)
        }
    }

    private static func checkTargets(_ request: String, stamp: String) throws {
        // The cache is next to the stamp, in the folder that SwiftPM creates for the plugin.
        let cache = URL(filePath: stamp).deletingLastPathComponent().appending(path: "sources.json")
        let violations = try CheckRequest(contentsOf: request)
            .violations(cachedAt: cache.path(percentEncoded: false))
        for violation in violations {
            print(violation.text)
        }
        if violations.contains(where: { $0.severity == .error }) {
            exit(1)
        }
        try writeStamp(to: stamp)
    }

    private static let help = """
        OVERVIEW: Checks the boundaries of all targets, and of the package as a whole.

        USAGE: swift package check-boundaries [--strict]

        OPTIONS:
          --strict    also fail on warnings, such as dependencies that no file imports
          --help      print this text

        'bulkhead check' has more: other formats, changes since a revision, baselines, and packages without the plugin.
        Exit codes: 0 no error; 1 an error, or with --strict a warning; 64 an unknown option; 65 unreadable rules or baseline.
        """

    private static func checkPackage(_ request: String, options: [String]) throws {
        if options.contains("--help") || options.contains("-h") {
            return print(help)
        }
        if let option = options.first(where: { $0 != "--strict" }) {
            print(
                "error: unknown option '\(option)'; the only option is --strict, and 'bulkhead check' has others"
            )
            exit(64)
        }
        let request = try CheckRequest(contentsOf: request)
        let violations = try request.violationsOfPackage()
        for violation in violations {
            print(violation.text.replacing("\(request.root)/", with: ""))
            print()
        }
        let errors = violations.count { $0.severity == .error }
        let warnings = violations.count - errors
        print("\(errors.counting("error")), \(warnings.counting("warning"))")
        if errors > 0 || warnings > 0 && options.contains("--strict") {
            exit(1)
        }
    }

    /// Writes the source file that marks the target as checked.
    ///
    /// An existing file keeps its modification date, so a check alone causes no recompilation.
    private static func writeStamp(to path: String) throws {
        let stamp = "// The boundaries of this target were checked.\n"
        if (try? String(contentsOfFile: path, encoding: .utf8)) == stamp {
            return
        }
        try stamp.write(toFile: path, atomically: true, encoding: .utf8)
    }
}

/// A request from a plugin, which encodes a `PlannedCheck`.
struct CheckRequest: Decodable {
    let root: String
    /// The files of each target to check.
    let files: [String: [String]]
    let rules: String?
    let baseline: String?
    let modules: [Module]
    let libraries: [LibraryProduct]

    init(contentsOf path: String) throws {
        self = try JSONDecoder().decode(
            CheckRequest.self,
            from: Data(contentsOf: URL(filePath: path))
        )
    }

    /// Returns the violations of the targets to check.
    func violations(cachedAt path: String) throws -> [Violation] {
        let rules = try layerRules()
        let cache = SourceCache(path: path, conditions: rules.conditions)
        let checker = checker(rules, sources: sources(cache: cache))
        return checker.graph.modules.filter { files[$0.name] != nil }.flatMap(checker.violations)
    }

    /// Returns the violations of all targets and of the package as a whole.
    func violationsOfPackage() throws -> [Violation] {
        let rules = try layerRules()
        let sources = files.mapValues { paths in
            paths.compactMap { Self.read($0, rules.conditions) }
        }
        return checker(rules, sources: sources).results().filter { $0.suppression == nil }
    }

    private func layerRules() throws -> LayerRules {
        try LayerRules(file: rules, baseline: baseline, read: Self.data)
    }

    private func checker(
        _ rules: LayerRules,
        sources: [String: [SourceFile]]
    ) -> BoundaryChecker {
        let manifest = "\(root)/Package.swift"
        let manifestText = (try? String(contentsOfFile: manifest, encoding: .utf8)) ?? ""
        let root = root
        return BoundaryChecker(
            graph: ModuleGraph(modulesAsImported(manifestText), libraries: libraries),
            rules: rules,
            manifest: ManifestText(path: manifest, text: manifestText),
            // SwiftPM passes only the dependencies for the target platform to a plugin.
            knowsEveryDependency: false
        ) { module in
            sources[module.name]
                ?? Self.swiftFiles(in: "\(root)/\(module.folder)").compactMap {
                    Self.read($0, rules.conditions)
                }
        }
    }

    /// Returns the sources of the targets to check.
    private func sources(cache: SourceCache) -> [String: [SourceFile]] {
        var cache = cache
        var sources: [String: [SourceFile]] = [:]
        for (name, paths) in files {
            sources[name] = paths.compactMap { cache.source($0) }
        }
        cache.write()
        return sources
    }

    /// Returns the modules with the names that sources use to import them. SwiftPM does not pass
    /// these names to a plugin.
    private func modulesAsImported(_ manifest: String) -> [Module] {
        let aliases = Module.aliases(inManifest: manifest)
        return modules.map { module in
            var module = module
            module.aliases = aliases
            guard module.kind == .clang || module.kind == .system else {
                return module
            }
            let maps = Module.moduleMaps().lazy.compactMap { map in
                try? Data(contentsOf: URL(filePath: "\(root)/\(module.folder)/\(map)"))
            }
            if let map = maps.first {
                module.setImportNames(fromModuleMap: Array(map))
            }
            return module
        }
    }

    private static func data(_ path: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            let reason =
                switch (error as? CocoaError)?.code {
                case .fileReadNoPermission: "permission denied; check the file's permissions"
                // The plugin notices a deleted file only when a change to the manifest causes
                // SwiftPM to call it.
                case .fileReadNoSuchFile: "it no longer exists; run 'touch Package.swift'"
                default: "\(error)"
                }
            throw LayerRulesError("cannot read '\(path)': \(reason)")
        }
    }

    private static func read(
        _ path: String,
        _ conditions: CompilationConditions
    ) -> SourceFile? {
        let data = try? Data(contentsOf: URL(filePath: path))
        return data.map { SourceFile(path: path, text: Array($0), conditions: conditions) }
    }

    private static func swiftFiles(in folder: String) -> [String] {
        let found = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return found.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
    }
}
