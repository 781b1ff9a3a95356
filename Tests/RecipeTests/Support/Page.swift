import Foundation
import Testing

/// A page of the documentation, and the sources that its code is taken from.
struct Page: Sendable, CustomTestStringConvertible {
    /// A folder of pages, and the folder under Tests/RecipeTests that has their code.
    struct Group: Sendable {
        let pages: String
        let sources: String

        static let recipes = Group(pages: "Docs/Recipes", sources: "Recipes")
    }

    let name: String
    let lines: [String]
    private let sources: URL

    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of this target.
    static let sources = root.appending(path: "Tests/RecipeTests")

    var testDescription: String { name }

    /// All pages of a group but its README.
    static func all(of group: Group) -> [Page] {
        let folder = root.appending(path: group.pages)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".md") && $0 != "README.md" }.sorted().compactMap { file in
            guard let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8) else { return nil }
            return Page(
                name: String(file.dropLast(3)), lines: text.components(separatedBy: "\n"),
                sources: Self.sources.appending(path: group.sources))
        }
    }

    /// The blocks of Swift: fenced with ```` ```swift ````, or indented by four spaces after an empty line.
    var codeBlocks: [[String]] {
        var blocks: [[String]] = []
        var fence: String?
        var isInBlock = false
        var previous = ""
        for line in lines {
            if let open = fence {
                if line.trimmingPrefix(while: \.isWhitespace).hasPrefix("```") {
                    fence = nil
                } else if open == "swift" {
                    blocks[blocks.count - 1].append(line)
                }
            } else if line.trimmingPrefix(while: \.isWhitespace).hasPrefix("```") {
                fence = line.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
                if fence == "swift" { blocks.append([]) }
            } else if line.hasPrefix("    "), isInBlock || previous.isEmpty {
                if !isInBlock { blocks.append([]) }
                isInBlock = true
                blocks[blocks.count - 1].append(line)
            } else if !line.isEmpty {
                isInBlock = false
            }
            previous = line
        }
        return blocks
    }

    /// The sources: each file of the group whose name, or whose folder's name, begins with the page's.
    func sourceLines() throws -> [[String]] {
        let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        return try files.filter { $0.hasPrefix(name) && $0.hasSuffix(".swift") }.map { file in
            try String(contentsOf: sources.appending(path: file), encoding: .utf8).components(separatedBy: "\n")
        }
    }
}
