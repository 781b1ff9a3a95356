/// A folder of files with placeholders.
///
/// Placeholders are replaced in the contents and paths of files, even if they are parts of words,
/// as in `FeatureNameTests`. Replacements are not searched for placeholders.
public struct Template: Sendable {
    private let folder: String
    public init(_ folder: String) {
        self.folder = folder
    }

    public func texts(names: [String: String] = [:]) throws(ScaffoldingError) -> [String: String] {
        // If one placeholder is the prefix of another, the longer one takes precedence.
        let names = names.map { (Substring($0), $1) }.sorted { $0.0.count > $1.0.count }
        var texts: [String: String] = [:]
        for file in try Workspace(root: folder).files() where !file.hasSuffix(".DS_Store") {
            let text = try Workspace(root: folder).text(file)
            texts[Self.replacing(names, in: file)] = Self.replacing(names, in: text)
        }
        return texts
    }

    private static func replacing(
        _ names: [(placeholder: Substring, value: String)],
        in text: String
    ) -> String {
        guard !names.isEmpty else { return text }
        let beginnings = Set(names.compactMap(\.placeholder.utf8.first))
        var result = ""
        var rest = text[...]
        while let next = rest.utf8.firstIndex(where: beginnings.contains) {
            result += rest[..<next]
            rest = rest[next...]
            if let (placeholder, value) = names.first(where: { rest.hasPrefix($0.placeholder) }) {
                result += value
                rest = rest.dropFirst(placeholder.count)
            } else {
                result.unicodeScalars.append(rest.unicodeScalars.removeFirst())
            }
        }
        return result + rest
    }
}

extension Template {
    /// Returns the text of a file of a new workspace, without marks.
    ///
    /// A line that ends in `// starter` is only for workspaces with the starter, and one that ends
    /// in `// empty` only for those without it. A mark on its own line belongs to all lines before
    /// `// end`.
    static func text(_ text: String, hasStarter: Bool) -> String {
        let kept: Substring = hasStarter ? "starter" : "empty"
        var lines: [Substring] = []
        var region: Substring?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.drop { $0 == " " }
            let mark: Substring? = ["starter", "empty"].first { line.hasSuffix("// \($0)") }
            if trimmed == "// end" {
                region = nil
            } else if let mark, trimmed == "// \(mark)" {
                region = mark
            } else if (mark ?? region ?? kept) == kept {
                lines.append(mark.map { line.dropLast($0.count + 5) } ?? line)
            }
        }
        return lines.joined(separator: "\n")
    }
}
