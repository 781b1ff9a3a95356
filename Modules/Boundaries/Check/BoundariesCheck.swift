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

/// The program that the build plugin runs for each target. It prints the violations of the target
/// and fails if any of them is an error.
@main
struct BoundariesCheck {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let request = arguments.first, let stamp = arguments.last, arguments.count == 2 else {
            print(
                "error: boundaries-check is for the build plugin only; use 'bulkhead check'"
            )
            exit(64)
        }
        do {
            // The cache is next to the stamp, in the folder that SwiftPM creates for the plugin.
            let cache = URL(filePath: stamp).deletingLastPathComponent().appending(
                path: "sources.json"
            )
            let violations = try CheckRequest(contentsOf: request)
                .violations(cachedAt: cache.path(percentEncoded: false))
            for violation in violations {
                print(violation.text)
            }
            if violations.contains(where: { $0.severity == .error }) {
                exit(1)
            }
            try writeStamp(to: stamp)
        } catch {
            print("error: \(error)")
            exit(65)
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

/// A request from the build plugin, which encodes a `PlannedCheck`.
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

    func violations(cachedAt path: String) throws -> [Violation] {
        let manifest = "\(root)/Package.swift"
        let manifestText = (try? String(contentsOfFile: manifest, encoding: .utf8)) ?? ""
        let graph = ModuleGraph(modulesAsImported(manifestText), libraries: libraries)
        let root = root
        let rules = try LayerRules(file: rules, baseline: baseline, read: Self.data)
        let cache = SourceCache(path: path, conditions: rules.conditions)
        let sources = sources(cache: cache)
        let checker = BoundaryChecker(
            graph: graph,
            rules: rules,
            manifest: (manifest, manifestText),
            // SwiftPM passes only the dependencies for the target platform to a plugin.
            knowsEveryDependency: false
        ) { module in
            sources[module.name]
                ?? Self.swiftFiles(in: "\(root)/\(module.folder)").compactMap {
                    Self.read($0, rules.conditions)
                }
        }
        return graph.modules.filter { files[$0.name] != nil }.flatMap(checker.violations)
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
            throw LayerRulesError(description: "cannot read '\(path)': \(reason)")
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
