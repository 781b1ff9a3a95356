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

/// The program that the build plugin runs for each target: prints where the target breaks a rule, and fails then.
@main
struct BoundariesCheck {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let request = arguments.first, let stamp = arguments.last, arguments.count == 2 else {
            print(
                "error: boundaries-check REQUEST STAMP is called by the build plugin Boundaries; use 'bulkhead check'")
            exit(64)
        }
        do {
            let violations = try CheckRequest(contentsOf: request).violations()
            for violation in violations { print(violation.text) }
            if violations.contains(where: { $0.rule.severity == .error }) { exit(1) }
            try leaveStamp(at: stamp)
        } catch {
            print("error: \(error)")
            exit(65)
        }
    }

    /// Writes the source file that tells the build that the target was checked.
    ///
    /// Where it is there it stays as it is, with its date, so that a check alone compiles nothing anew.
    private static func leaveStamp(at path: String) throws {
        let stamp = "// The boundaries of this target were checked.\n"
        if let found = try? String(contentsOfFile: path, encoding: .utf8), found == stamp { return }
        try stamp.write(toFile: path, atomically: true, encoding: .utf8)
    }
}

/// What the build plugin asks for; it writes the same in `BoundariesPlugin.swift`.
struct CheckRequest: Decodable {
    /// The root of the package.
    let root: String
    /// The name of the target.
    let target: String
    /// The Swift files of the target.
    let files: [String]
    /// The file of rules, if the package has one.
    let rules: String?
    /// The modules of the package.
    let modules: [Module]

    init(contentsOf path: String) throws {
        self = try JSONDecoder().decode(CheckRequest.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// Where the target breaks a rule.
    func violations() throws -> [Violation] {
        let graph = ModuleGraph(modules)
        guard let module = graph.module(named: target) else { return [] }
        let manifest = "\(root)/Package.swift"
        let (root, target, files) = (root, target, files)
        let checker = BoundaryChecker(
            graph: graph, rules: try layerRules(),
            manifest: (manifest, (try? String(contentsOfFile: manifest, encoding: .utf8)) ?? ""),
            // SwiftPM tells a plugin only of the dependencies for the platform that is built for.
            knowsEveryDependency: false
        ) { module in
            let paths = module.name == target ? files : Self.swiftFiles(in: "\(root)/\(module.folder)")
            return paths.compactMap(Self.read)
        }
        return checker.violations(of: module)
    }

    private func layerRules() throws -> LayerRules {
        guard let rules else { return .none }
        do {
            return try LayerRules(json: Data(contentsOf: URL(filePath: rules)))
        } catch let error as LayerRulesError {
            throw LayerRulesError(path: rules, error)
        } catch {
            throw LayerRulesError(description: "\(rules) cannot be read")
        }
    }

    private static func read(_ path: String) -> SourceFile? {
        (try? Data(contentsOf: URL(filePath: path))).map { SourceFile(path: path, text: Array($0)) }
    }

    /// The Swift files below a folder, by name.
    private static func swiftFiles(in folder: String) -> [String] {
        let found = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return found.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
    }
}
