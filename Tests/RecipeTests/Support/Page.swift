import Foundation
import Testing

/// A page of the documentation, whose code is taken from the sources of this target.
struct Page: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [String]

    /// The root of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The folder of this target.
    static let sources = root.appending(path: "Tests/RecipeTests")

    var testDescription: String { name }

    /// The recipes.
    static let recipes = pages(in: "Docs/Recipes")

    /// The pages on Injection.
    static let injection = pages(in: "Modules/Injection/Injection/Injection.docc")

    /// The pages on InjectionRegistry.
    static let registry = pages(in: "Modules/Injection/InjectionRegistry/InjectionRegistry.docc")

    private static func pages(in path: String) -> [Page] {
        let folder = root.appending(path: path)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".md") && $0 != "README.md" }.sorted().compactMap { file in
            guard let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8) else { return nil }
            return Page(
                name: String(file.dropLast(3)),
                lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
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
}
