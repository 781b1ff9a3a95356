import BoundaryRules

extension Drawing {
    /// The drawing for a terminal: layer by layer, each module with what it depends on; broken edges in red.
    /// - Parameter hasColor: Whether colours may be used (ECMA-48, section 8.3.117); without, only a mark tells broken edges.
    public func text(hasColor: Bool) -> String {
        let targets = Dictionary(grouping: drawnEdges, by: \.from)
        var lines: [String] = []
        for row in rows {
            if let name = row.name { lines.append(name) }
            for module in row.modules {
                let edges = (targets[module.name] ?? []).map { edge in
                    guard let rule = edge.brokenRule else { return edge.to }
                    let words = "✗ \(edge.to) (\(rule.rawValue))"
                    return hasColor ? "\u{1B}[31m\(words)\u{1B}[0m" : words
                }
                lines.append("  \(module.name)" + (edges.isEmpty ? "" : " → " + edges.joined(separator: ", ")))
            }
            lines.append("")
        }
        return (lines + [summary]).joined(separator: "\n")
    }
}
