import BoundaryRules
import Foundation
import SwiftSource
import Testing

/// Tests all rules of the package. A build does not check the rules for the package as a whole, and
/// only warns about unused dependencies.
struct BoundaryTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func data(_ path: String) throws -> Data {
        try Data(contentsOf: root.appending(path: path))
    }

    @Test func `no target breaks a rule, and no dependency is unused`() throws {
        let graph = ModuleGraph(try modules())
        #expect(graph.modules.count > 10)
        let manifest = String(decoding: try Self.data("Package.swift"), as: UTF8.self)
        let checker = BoundaryChecker(
            graph: graph,
            rules: try LayerRules(json: Self.data("boundaries.json")),
            manifest: ("Package.swift", manifest),
            sources: Self.sources
        )
        for violation in graph.modules.flatMap(checker.violations) + checker.violationsOfPackage() {
            Issue.record("\(violation.text)")
        }
    }

    /// Reads the manifest with SwiftPM in a separate scratch folder, because the test run locks the
    /// default folder.
    private func modules() throws -> [Module] {
        let scratch = FileManager.default.temporaryDirectory.appending(
            path: "manifest-\(UUID().uuidString)"
        )
        defer {
            try? FileManager.default.removeItem(at: scratch)
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "swift", "package", "--package-path", Self.root.path, "--scratch-path",
                scratch.path, "dump-package",
            ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let dump = try JSONSerialization.jsonObject(
            with: output.fileHandleForReading.readToEnd() ?? Data()
        )
        process.waitUntilExit()
        let targets = (dump as? [String: Any])?["targets"] as? [[String: Any]] ?? []
        let own = targets.map { target in
            let type = target["type"] as? String ?? ""
            return Module(
                name: target["name"] as? String ?? "",
                kind: type == "binary" ? .system : Module.Kind(rawValue: type) ?? .library,
                folder: target["path"] as? String ?? "",
                dependencies: Self.names(target["dependencies"]),
                packageAccess: target["packageAccess"] as? Bool,
                plugins: Self.names(target["pluginUsages"])
            )
        }
        let products = Set(own.flatMap(\.dependencies)).subtracting(own.map(\.name))
        return own + products.sorted().map { Module(name: $0, kind: .external, folder: "") }
    }

    /// Returns the names in a list such as
    /// `[{"byName": ["Core", null]}, {"product": ["Logging", "swift-log"]}]`.
    private static func names(_ list: Any?) -> [String] {
        (list as? [[String: Any]] ?? []).compactMap {
            ($0.values.first as? [Any])?.first as? String
        }
    }

    private static func sources(of module: Module) -> [SourceFile] {
        let folder = root.appending(path: module.folder).path
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".swift") }.sorted().compactMap { file in
            (try? data("\(module.folder)/\(file)")).map {
                SourceFile(path: "\(module.folder)/\(file)", text: Array($0))
            }
        }
    }
}
