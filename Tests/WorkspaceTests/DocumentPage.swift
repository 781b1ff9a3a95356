import Foundation
import Testing

/// A page of the documentation, or a section of it, with its fenced blocks.
struct DocumentPage {
    private let lines: [Substring]

    /// Reads a page that is named from the root.
    init(_ path: String) throws {
        let text = try String(contentsOf: Manifest.root.appending(path: path), encoding: .utf8)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private init(lines: some Sequence<Substring>) { self.lines = Array(lines) }

    /// The section under a heading of the second level.
    func section(_ title: String) throws -> DocumentPage {
        let start = try #require(lines.firstIndex(of: "## \(title)"), "there is no section '\(title)'")
        return DocumentPage(lines: lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
    }

    /// The text of one of the blocks that are fenced in a language, counted from 0.
    func block(_ language: String, _ number: Int = 0) throws -> String {
        var blocks: [[Substring]] = []
        var fence: Substring?
        for line in lines {
            if line.hasPrefix("```") {
                fence = fence == nil ? line.dropFirst(3) : nil
                if fence == language[...] { blocks.append([]) }
            } else if fence == language[...] {
                blocks[blocks.count - 1].append(line)
            }
        }
        try #require(blocks.indices.contains(number), "there is no block \(number) of \(language)")
        return blocks[number].joined(separator: "\n")
    }
}
