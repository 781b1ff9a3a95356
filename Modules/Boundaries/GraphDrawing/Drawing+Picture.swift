import BoundaryRules

extension Drawing {
    /// A picture of the layers in SVG.
    ///
    /// Each layer is a band with its modules and the layers that they use. Modules with a broken
    /// edge are red. The colors follow the color scheme of the reader.
    public var picture: String {
        var bands = [String]()
        var y = 1
        for row in rows {
            let pills = Pill.arrange(row.modules.map(\.name))
            let height = max(48, (pills.last?.y ?? 0) + Pill.height + 2 * Pill.gap)
            bands.append("<g transform=\"translate(1 \(y))\">")
            bands.append(
                "<rect class=\"layer\" width=\"\(Pill.pageWidth - 2)\" height=\"\(height)\" rx=\"8\"/>"
            )
            bands.append(
                "<text class=\"name\" x=\"12\" y=\"21\">\((row.name ?? "modules").escapedForMarkup)</text>"
            )
            let used = layersUsed(by: row)
            if !used.isEmpty {
                bands.append(
                    "<text class=\"use\" x=\"12\" y=\"38\">\(("→ " + used).escapedForMarkup)</text>"
                )
            }
            for pill in pills {
                let isBroken = edges.contains { $0.from == pill.name && $0.brokenRule != nil }
                bands.append(
                    "<rect class=\"\(isBroken ? "broken" : "module")\" x=\"\(pill.x)\" y=\"\(pill.y + Pill.gap)\" width=\"\(pill.width)\" "
                        + "height=\"\(Pill.height)\" rx=\"6\"/>"
                )
                bands.append(
                    "<text class=\"title\" x=\"\(pill.x + pill.width / 2)\" y=\"\(pill.y + Pill.gap + 20)\">\(pill.name.escapedForMarkup)</text>"
                )
            }
            bands.append("</g>")
            y += height + 6
        }
        let size =
            "width=\"\(Pill.pageWidth)\" height=\"\(y)\" viewBox=\"0 0 \(Pill.pageWidth) \(y)\""
        return
            (["<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)>", Self.style] + bands + ["</svg>"])
            .joined(separator: "\n")
    }

    /// The names of the other layers that drawn edges lead to.
    private func layersUsed(by row: Row) -> String {
        let names = Set(row.modules.map(\.name))
        let targets = Set(drawnEdges.filter { names.contains($0.from) }.map(\.to))
        let used = rows.filter { $0 != row && $0.modules.contains { targets.contains($0.name) } }
        return used.compactMap(\.name).joined(separator: ", ")
    }

    private static let style = """
        <style>
        text { font: 13px system-ui, sans-serif; fill: #1f2328 }
        .name { font-weight: 600 } .use { font-size: 11px; fill: #59636e } .title { text-anchor: middle }
        .layer { fill: #f6f8fa; stroke: #d1d9e0 } .module { fill: #ffffff; stroke: #818b98 } .broken { fill: #ffebe9; stroke: #d1242f }
        @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc } .use { fill: #9198a1 }
        .layer { fill: #151b23; stroke: #3d444d } .module { fill: #0d1117; stroke: #656c76 } .broken { fill: #25171c; stroke: #f85149 }
        }
        </style>
        """
}

/// The place of a module in its band, in pixels.
private struct Pill {
    static let pageWidth = 880
    static let left = 250
    static let height = 30
    static let gap = 9

    let name: String
    let x: Int
    let y: Int
    let width: Int

    /// Arranges names in lines that fit next to the name of their layer.
    static func arrange(_ names: [String]) -> [Pill] {
        var x = left
        var y = 0
        return names.map { name in
            // The font is proportional; 8 pixels for each character are enough.
            let width = 8 * name.count + 20
            if x + width > pageWidth - gap, x > left {
                x = left
                y = y + height + gap
            }
            defer {
                x += width + gap
            }
            return Pill(name: name, x: x, y: y, width: width)
        }
    }
}
