import BoundaryRules

extension Drawing {
    /// The drawing in the DOT language of Graphviz.
    public var dot: String {
        var lines = [
            "digraph modules {", "    rankdir=TB; ranksep=0.6; nodesep=0.25;",
            "    node [shape=box, style=\"rounded,filled\", fillcolor=\"#f6f8fa\", color=\"#57606a\", fontname=\"Helvetica\", fontsize=11];",
            "    edge [color=\"#8c959f\", arrowsize=0.7];",
        ]
        for (number, row) in rows.enumerated() {
            let nodes = row.modules.map { Self.quoted($0.name) + ";" }.joined(separator: " ")
            if let name = row.name {
                lines.append(
                    "    subgraph cluster_\(number) { label=\(Self.quoted(name)); labeljust=l; fontname=\"Helvetica\"; "
                        + "fontsize=10; color=\"#d0d7de\"; \(nodes) }")
            } else {
                lines.append("    { rank=same; \(nodes) }")
            }
        }
        lines += drawnEdges.map { edge in
            let style = edge.brokenRule.map {
                " [color=\"#d1242f\", fontcolor=\"#d1242f\", label=\(Self.quoted($0.rawValue))]"
            }
            return "    \(Self.quoted(edge.from)) -> \(Self.quoted(edge.to))\(style ?? "");"
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
