import BoundaryRules

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Drawing {
    /// Returns the drawing for a terminal, layer by layer.
    ///
    /// Edges that break a rule are marked, and are red if `hasColor` is true (ECMA-48, section
    /// 8.3.117).
    public func text(hasColor: Bool) -> String {
        let targets = Dictionary(grouping: drawnEdges, by: \.from)
        var lines: [String] = []
        for row in rows {
            if let name = row.name {
                lines.append(name)
            }
            for module in row.modules {
                let edges = (targets[module.name] ?? []).map { edge in
                    guard let rule = edge.brokenRule else { return edge.to }
                    let words = "✗ \(edge.to) (\(rule.rawValue))"
                    return hasColor ? "\u{1B}[31m\(words)\u{1B}[0m" : words
                }
                lines.append(
                    "  \(module.name)"
                        + (edges.isEmpty ? "" : " → " + edges.joined(separator: ", "))
                )
            }
            lines.append("")
        }
        return (lines + [summary]).joined(separator: "\n")
    }
}

extension Drawing {
    /// Returns the drawing as JSON, with the layer of every module, every edge, and the summary.
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
        let package: String?
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
            row.modules.map {
                Node(
                    name: $0.name,
                    kind: $0.kind,
                    layer: row.name,
                    package: $0.package,
                    path: $0.folder
                )
            }
        }
        edges = drawing.edges.map {
            Edge(from: $0.from, to: $0.to, brokenRule: $0.brokenRule, implied: $0.isImplied)
        }
        height = drawing.height
        longestPath = drawing.longestPath
    }
}
