/// A link of a page to a file of the workspace.
struct MarkdownLink {
    /// The line, from 1.
    let line: Int
    /// The path to which it leads, from the root.
    let path: String
    /// Whether it is the row of a module in the map of a README.
    let isRow: Bool

    /// Finds the links of a page.
    /// - Parameter place: The path of the page, from the root.
    static func list(in text: String, at place: String) -> [MarkdownLink] {
        let folder = place.split(separator: "/").dropLast()
        var links: [MarkdownLink] = []
        for (number, line) in zip(1..., text.lines) {
            for range in line.ranges(of: "](") + line.ranges(of: "]: ") {
                let target = line[range.upperBound...].prefix { !" )>#".contains($0) }.drop { $0 == "<" }
                guard !target.isEmpty, !target.contains("://"), let path = path(to: target, from: folder) else {
                    continue
                }
                links.append(MarkdownLink(line: number, path: path, isRow: line.hasPrefix("| [\(path)](")))
            }
        }
        return links
    }

    /// Follows a path from a folder; nil where it leads out of the workspace.
    private static func path(to target: Substring, from folder: ArraySlice<Substring>) -> String? {
        var parts = target.hasPrefix("/") ? [] : folder
        for part in target.split(separator: "/") where part != "." {
            if part != ".." { parts.append(part) } else if parts.popLast() == nil { return nil }
        }
        return parts.joined(separator: "/")
    }
}
