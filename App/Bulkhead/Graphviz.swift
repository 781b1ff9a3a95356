import Foundation

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
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["dot", "-Tsvg", "-o", output.path, input.path]
        process.standardError = FileHandle.nullDevice
        let (ends, sender) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in sender.finish() }
        try process.run()
        for await _ in ends {}
        switch process.terminationStatus {
        case 0: return try String(contentsOf: output, encoding: .utf8)
        // What env says when it finds no such program.
        case 127: throw GraphvizError.notInstalled
        default: throw GraphvizError.failed(code: process.terminationStatus)
        }
    }
}

/// Why Graphviz drew nothing.
enum GraphvizError: Error, Hashable {
    case notInstalled
    case failed(code: Int32)
}
