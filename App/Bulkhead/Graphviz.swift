import Foundation
import PackageManifest

/// The program `dot` of Graphviz, which lays graphs out.
enum Graphviz {
    /// Draws a graph in the DOT language as SVG.
    ///
    /// - Throws: ``GraphvizError`` when `dot` is not installed or refuses the graph.
    static func svg(of graph: String) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bulkhead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "graph.dot"), folder.appending(path: "graph.svg"))
        try Data(graph.utf8).write(to: input)
        let outcome = try await Program.run("dot", ["-Tsvg", "-o", output.path, input.path])
        switch outcome.code {
        case 0: return try String(contentsOf: output, encoding: .utf8)
        case Program.missing: throw GraphvizError.notInstalled
        default: throw GraphvizError.failed(code: outcome.code)
        }
    }
}

/// Why Graphviz drew nothing.
enum GraphvizError: Error, Hashable {
    case notInstalled
    case failed(code: Int32)
}
