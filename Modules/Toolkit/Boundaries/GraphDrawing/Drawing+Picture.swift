import BoundaryRules

extension Drawing {
    /// An SVG picture of the layers.
    ///
    /// Each layer is a band with its modules, below the name and the layers that it uses. An arrow
    /// leads to the next band if the layer uses it. Arrows to other bands would cross each other
    /// and repeat the text, so only those that break a rule are drawn, dashed and red, beside the
    /// bands. Modules that break a rule are red too. The colors follow the reader's color scheme.
    public var picture: String {
        let forbidden = rows.map { row in
            layers(usedBy: row) { $0.brokenRule != nil }
        }
        let used = rows.map { layers(usedBy: $0) }
        let arrows = Arrow.arrange(used, forbidden: forbidden)
        let laneCount = arrows.compactMap(\.lane).max().map { $0 + 1 } ?? 0
        let width = Band.pageWidth - 2 - laneCount * Arrow.laneWidth
        var bands: [Band] = []
        for (index, row) in rows.enumerated() {
            let names = used[index].compactMap { other in
                rows[other].name.map { forbidden[index].contains(other) ? "✗ \($0)" : $0 }
            }
            bands.append(
                Band(
                    name: row.name ?? "modules",
                    uses: names.isEmpty ? [] : ("→ " + names.joined(separator: ", ")).wrapped,
                    pills: Pill.arrange(row.modules.map(\.name), width: width),
                    y: bands.last.map { $0.y + $0.height + Band.gap } ?? 1,
                    width: width
                )
            )
        }
        let broken = Set(edges.filter { $0.brokenRule != nil }.map(\.from))
        let height = (bands.last.map { $0.y + $0.height } ?? 0) + 2
        let size =
            "width=\"\(Band.pageWidth)\" height=\"\(height)\" "
            + "viewBox=\"0 0 \(Band.pageWidth) \(height)\""
        let hasForbidden = forbidden.contains { !$0.isEmpty }
        let styles = hasForbidden ? [Self.style, Self.styleOfForbiddenArrows] : [Self.style]
        let lines =
            ["<svg xmlns=\"http://www.w3.org/2000/svg\" \(size)>"] + styles
            + bands.flatMap { $0.markup(broken: broken) }
            + arrows.flatMap { arrow in
                arrow.markup(
                    between: bands,
                    isForbidden: forbidden[arrow.from].contains(arrow.to)
                )
            } + ["</svg>"]
        return lines.joined(separator: "\n")
    }

    /// Returns the indices of the other rows that a row uses through certain drawn edges.
    private func layers(
        usedBy row: Row,
        through isIncluded: (Edge) -> Bool = { _ in true }
    ) -> [Int] {
        let names = Set(row.modules.map(\.name))
        let edges = drawnEdges.filter { names.contains($0.from) && isIncluded($0) }
        let targets = Set(edges.map(\.to))
        return rows.indices.filter { index in
            rows[index] != row && rows[index].modules.contains { targets.contains($0.name) }
        }
    }

    private static let styleOfForbiddenArrows = """
        <style>
        .forbidden { stroke: #d1242f; stroke-dasharray: 4 3 } .tip { fill: #d1242f }
        @media (prefers-color-scheme: dark) { .forbidden { stroke: #f85149 } .tip { fill: #f85149 } }
        </style>
        """

    private static let style = """
        <style>
        text { font: 13px system-ui, sans-serif; fill: #1f2328 }
        .name { font-weight: 600 } .use { font-size: 11px; fill: #59636e } .title { text-anchor: middle }
        .layer { fill: #f6f8fa; stroke: #d1d9e0 } .module { fill: #ffffff; stroke: #818b98 } .broken { fill: #ffebe9; stroke: #d1242f }
        .arrow { fill: none; stroke: #59636e; stroke-width: 1.5 } .head { fill: #59636e }
        @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc } .use { fill: #9198a1 }
        .layer { fill: #151b23; stroke: #3d444d } .module { fill: #0d1117; stroke: #656c76 } .broken { fill: #25171c; stroke: #f85149 }
        .arrow { stroke: #9198a1 } .head { fill: #9198a1 }
        }
        </style>
        """
}

/// A layer and its place in the picture, in pixels.
private struct Band {
    static let pageWidth = 880
    static let gap = 22
    static let lineHeight = 14

    let name: String
    /// The lines with the names of the layers that this layer uses.
    let uses: [String]
    let pills: [Pill]
    let y: Int
    let width: Int

    var height: Int {
        let pillHeight = (pills.last?.y ?? 0) + Pill.height + 2 * Pill.gap
        return max(pillHeight, 34 + uses.count * Self.lineHeight)
    }

    /// Returns the SVG elements of the band. The modules whose names are in `broken` are red.
    func markup(broken: Set<String>) -> [String] {
        var lines = [
            "<g transform=\"translate(1 \(y))\">",
            "<rect class=\"layer\" width=\"\(width)\" height=\"\(height)\" rx=\"8\"/>",
            "<text class=\"name\" x=\"12\" y=\"21\">\(name.escapedForMarkup)</text>",
        ]
        for (index, line) in uses.enumerated() {
            let y = 38 + index * Self.lineHeight
            lines.append("<text class=\"use\" x=\"12\" y=\"\(y)\">\(line.escapedForMarkup)</text>")
        }
        for pill in pills {
            let style = broken.contains(pill.name) ? "broken" : "module"
            let y = pill.y + Pill.gap
            let middle = pill.x + pill.width / 2
            lines += [
                "<rect class=\"\(style)\" x=\"\(pill.x)\" y=\"\(y)\" width=\"\(pill.width)\" "
                    + "height=\"\(Pill.height)\" rx=\"6\"/>",
                "<text class=\"title\" x=\"\(middle)\" y=\"\(y + 20)\">\(pill.name.escapedForMarkup)</text>",
            ]
        }
        return lines + ["</g>"]
    }
}

/// An arrow from a layer to a layer that it uses.
private struct Arrow {
    static let laneWidth = 24

    let from: Int
    let to: Int
    /// The number of the lane beside the bands, or `nil` for an arrow to the next band.
    let lane: Int?

    /// Arranges the arrows between layers. For each layer, `used` contains the indices of the
    /// layers that it uses, and `forbidden` those that it cannot use.
    ///
    /// Arrows beside the bands share a lane if they end at the same layer.
    static func arrange(_ used: [[Int]], forbidden: [[Int]]) -> [Arrow] {
        let beside = forbidden.indices.map { from in forbidden[from].filter { $0 != from + 1 } }
        let lanes = Set(beside.joined()).sorted()
        let toNext = used.indices.filter { used[$0].contains($0 + 1) }
        return toNext.map { Arrow(from: $0, to: $0 + 1, lane: nil) }
            + beside.enumerated().flatMap { from, targets in
                targets.map { Arrow(from: from, to: $0, lane: lanes.firstIndex(of: $0)) }
            }
    }

    func markup(between bands: [Band], isForbidden: Bool) -> [String] {
        let names = "\(bands[from].name) → \(bands[to].name)"
        let title =
            "<title>\(names.escapedForMarkup)\(isForbidden ? " breaks a rule" : "")</title>"
        let line = isForbidden ? "arrow forbidden" : "arrow"
        let head = isForbidden ? "head tip" : "head"
        guard let lane else {
            let x = Pill.left / 2
            let start = bands[from].y + bands[from].height
            let end = bands[to].y
            return [
                "<g>\(title)<path class=\"\(line)\" d=\"M\(x) \(start)V\(end - 6)\"/>"
                    + "<path class=\"\(head)\" d=\"M\(x) \(end)l-5 -9h10z\"/></g>"
            ]
        }
        let edge = bands[from].width + 1
        let x = edge + (lane + 1) * Self.laneWidth - 8
        // Arrows leave a band below the arrows that end at the band.
        let start = bands[from].y + 34
        let end = bands[to].y + 14
        return [
            "<g>\(title)<path class=\"\(line)\" d=\"M\(edge) \(start)H\(x)V\(end)H\(edge + 6)\"/>"
                + "<circle class=\"\(head)\" cx=\"\(x)\" cy=\"\(start)\" r=\"2.5\"/>"
                + "<path class=\"\(head)\" d=\"M\(edge) \(end)l9 -5v10z\"/></g>"
        ]
    }
}

/// The place of a module in its band, in pixels.
private struct Pill {
    static let left = 250
    static let height = 30
    static let gap = 9

    let name: String
    let x: Int
    let y: Int
    let width: Int

    /// Arranges the modules of a layer in lines that fit next to the name of the layer.
    static func arrange(_ names: [String], width: Int) -> [Pill] {
        var x = left
        var y = 0
        return names.map { name in
            // The font is proportional, so the width is an estimate. Eight pixels are sufficient
            // for most characters.
            let own = 8 * name.count + 20
            if x + own > width - gap, x > left {
                x = left
                y = y + height + gap
            }
            defer {
                x += own + gap
            }
            return Pill(name: name, x: x, y: y, width: own)
        }
    }
}

extension String {
    /// The words in lines that are no wider than the column of names.
    fileprivate var wrapped: [String] {
        split(separator: " ").reduce(into: []) { lines, word in
            if let line = lines.last, line.count + word.count < 38 {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }
}
