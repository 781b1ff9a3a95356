import BoundaryRules

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Drawing {
    /// The drawing for programs: every module with its layer and level, every edge, and the summary.
    ///
    /// - Throws: What the encoder throws, which has no cause in a drawing.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(JSONGraph(self)), as: UTF8.self)
    }
}

private struct JSONGraph: Encodable {
    struct Node: Encodable {
        let name: String
        let kind: Module.Kind
        let layer: String?
        let path: String
    }

    struct Edge: Encodable {
        let from: String
        let to: String
        let brokenRule: Rule?
        let implied: Bool
    }

    let modules: [Node]
    let edges: [Edge]
    let height: Int
    let longestPath: [String]

    init(_ drawing: Drawing) {
        modules = drawing.rows.flatMap { row in
            row.modules.map { Node(name: $0.name, kind: $0.kind, layer: row.name, path: $0.folder) }
        }
        edges = drawing.edges.map { Edge(from: $0.from, to: $0.to, brokenRule: $0.brokenRule, implied: $0.isImplied) }
        (height, longestPath) = (drawing.height, drawing.longestPath)
    }
}
