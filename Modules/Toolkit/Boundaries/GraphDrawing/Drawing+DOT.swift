import BoundaryRules

extension Drawing {
    /// The drawing in the DOT language of Graphviz.
    ///
    /// Edges that break a rule have numbers, which the legend explains. These edges do not affect
    /// the positions of modules. The modules from which these edges start have a red border. A
    /// graph with wide rows is drawn from left to right, because names are wider than they are
    /// high.
    public var dot: String {
        let isWide = rows.contains { $0.modules.count > Self.widestRow }
        let layout =
            isWide
            ? "rankdir=LR; ranksep=2; nodesep=0.12;"
            : "rankdir=TB; ranksep=0.6; nodesep=0.25;"
        let shape = "shape=box, style=\"rounded,filled\""
        let colors = "fillcolor=\"#f6f8fa\", color=\"#57606a\""
        var lines = [
            "digraph modules {",
            "    \(layout)",
            "    node [\(shape), \(colors), fontname=\"Helvetica\", fontsize=11];",
            "    edge [color=\"#8c959f\", arrowsize=0.7, fontname=\"Helvetica\", fontsize=9];",
        ]
        lines += dotGroups
        let broken = Set(edges.filter { $0.brokenRule != nil }.map(\.from))
        lines += modules.filter { broken.contains($0.name) }.map { module in
            "    \(Self.quoted(module.name)) [color=\"#d1242f\"];"
        }
        let numbers = ruleNumbers
        lines += drawnEdges.map { edge in
            let ends = "\(Self.quoted(edge.from)) -> \(Self.quoted(edge.to))"
            guard let rule = edge.brokenRule, let number = numbers[rule] else {
                return "    \(ends);"
            }
            let style = "color=\"#d1242f\", fontcolor=\"#d1242f\", constraint=false"
            return "    \(ends) [\(style), xlabel=\"\(number)\"];"
        }
        return (lines + dotLegend + ["}"]).joined(separator: "\n")
    }

    /// The maximum number of modules that fit next to each other.
    private static let widestRow = 12

    private var dotGroups: [String] {
        let groups = groups
        if groups.isEmpty {
            return rows.map { "    { rank=same; \(Self.nodes($0.modules)) }" }
        }
        return groups.enumerated().flatMap { number, group -> [String] in
            guard let title = group.title else {
                return ["    \(Self.nodes(group.modules))"]
            }
            return [
                "    subgraph cluster_\(number) {",
                "        label=\(Self.quoted(title)); labeljust=l;",
                "        fontname=\"Helvetica\"; fontsize=14;",
                "        color=\"#d0d7de\";",
                "        \(Self.nodes(group.modules))",
                "    }",
            ]
        }
    }

    /// The legend for the numbers on edges that break a rule.
    private var dotLegend: [String] {
        let legend = legend
        if legend.isEmpty {
            return []
        }
        // In a label, `\l` ends a left-aligned line.
        let text = legend.map { "\($0.text)\\l" }.joined()
        let style = "shape=note, style=filled, fillcolor=\"#ffebe9\", color=\"#d1242f\""
        return ["    \"(legend)\" [\(style), label=\"Broken rules\\l\(text)\"];"]
    }

    private static func nodes(_ modules: [Module]) -> String {
        modules.map { quoted($0.name) + ";" }.joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
