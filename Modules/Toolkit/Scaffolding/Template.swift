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

/// A kind of workspace: with or without the starter, and with or without a container.
///
/// A line of a template that ends in a mark, such as `// starter`, is only for workspaces with the
/// starter. If a line has several marks, as in `// starter, plain`, all of them must apply. A mark
/// on its own line belongs to all lines before `// end`.
public struct WorkspaceKind: Sendable, Hashable {
    /// Whether the workspace contains the starter, which is a feature and a service for notes.
    let hasStarter: Bool
    /// Whether Bootstrap has a container. Otherwise, it has a structure whose initializer creates
    /// all objects.
    let hasContainer: Bool

    public init(hasStarter: Bool = true, hasContainer: Bool = true) {
        self.hasStarter = hasStarter
        self.hasContainer = hasContainer
    }

    private var omitted: Set<Substring> {
        [hasStarter ? "empty" : "starter", hasContainer ? "plain" : "container"]
    }

    /// Returns the contents of the files of a template for this kind, without lines for other kinds
    /// and without marks.
    func texts(of files: [String: String]) -> [String: String] {
        files.filter { includes($0.key) }.mapValues(text)
    }

    /// Whether the workspace contains a file. The files of Bootstrap and its tests depend on the
    /// kind.
    private func includes(_ path: String) -> Bool {
        let parts = path.split(separator: "/").suffix(2)
        guard let folder = parts.first, ["Bootstrap", "BootstrapTests"].contains(folder),
            let name = parts.last
        else { return true }
        return !name.hasPrefix(hasContainer ? "Dependencies" : "AppContainer")
    }

    private func text(_ text: String) -> String {
        var lines: [Substring] = []
        var region: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.drop { $0 == " " }
            if trimmed == "// end" {
                region = []
                continue
            }
            let marks = Self.marks(of: line)
            if !marks.isEmpty, trimmed.hasPrefix("// ") {
                region = marks
            } else if omitted.isDisjoint(with: region + marks) {
                let end = marks.isEmpty ? line.endIndex : line.ranges(of: "  // ").last?.lowerBound
                lines.append(line[..<(end ?? line.endIndex)])
            }
        }
        return lines.joined(separator: "\n")
    }

    private static let all: Set<Substring> = ["starter", "empty", "container", "plain"]

    /// Returns the marks at the end of a line.
    private static func marks(of line: Substring) -> [Substring] {
        guard let comment = line.ranges(of: "// ").last else { return [] }
        let words = line[comment.upperBound...].split(separator: ", ")
        return all.isSuperset(of: words) ? words : []
    }
}
