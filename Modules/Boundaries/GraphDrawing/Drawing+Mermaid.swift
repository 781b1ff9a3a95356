import BoundaryRules

extension Drawing {
    /// The drawing as a flowchart of Mermaid.
    public var mermaid: String {
        var lines = ["flowchart TD"]
        for (number, row) in rows.enumerated() {
            guard let name = row.name else {
                lines += row.modules.map { "    \(Self.node($0))" }
                continue
            }
            lines.append("    subgraph layer\(number)[\"\(name)\"]")
            lines += row.modules.map { "        \(Self.node($0))" }
            lines.append("    end")
        }
        let edges = drawnEdges
        lines += edges.map { edge in
            let arrow = edge.brokenRule.map { "-->|\($0.rawValue)|" } ?? "-->"
            return "    \(Self.identifier(edge.from)) \(arrow) \(Self.identifier(edge.to))"
        }
        let broken = edges.indices.filter { edges[$0].brokenRule != nil }.map(String.init)
        if !broken.isEmpty {
            lines.append("    linkStyle \(broken.joined(separator: ",")) stroke:#d1242f,color:#d1242f")
        }
        return lines.joined(separator: "\n")
    }

    private static func node(_ module: Module) -> String {
        let identifier = identifier(module.name)
        return identifier == module.name ? identifier : "\(identifier)[\"\(module.name)\"]"
    }

    /// A name that Mermaid takes for nothing else: `end`, for one, is a word of its language.
    private static func identifier(_ name: String) -> String {
        let safe = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        return safe.first?.isUppercase == true ? safe : "m_\(safe)"
    }
}
