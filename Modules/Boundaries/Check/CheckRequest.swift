import BoundaryRules
import SwiftSource

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
