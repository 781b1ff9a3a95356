import Foundation
import Testing

/// A page of the documentation.
struct Page: Sendable, CustomTestStringConvertible {
    /// The path relative to the root of the repository.
    let path: String
    let lines: [String]

    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
    static let sources = root.appending(path: "Tests/RecipeTests")
    static let recipes = pages(in: "Docs/Recipes")
    /// Every page in the repository.
    static let all = files(ending: ["md"]).compactMap { try? Page($0) }
    /// Every page that does not become a page of a new workspace.
    static let own = all.filter { !$0.path.hasPrefix("Modules/Toolkit/Templates/") }
    var name: String { URL(filePath: path).deletingPathExtension().lastPathComponent }
    var testDescription: String { path }

    init(_ path: String) throws {
        let file = Self.root.appending(path: path)
        self.path = path
        lines = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    var text: String { lines.joined(separator: "\n") }

    /// The lines outside fenced blocks of code.
    var prose: [String] {
        var isCode = false
        return lines.filter { line in
            if line.trimmingPrefix(while: \.isWhitespace).hasPrefix("```") {
                isCode.toggle()
            }
            return !isCode
        }
    }

    /// The anchors of the headings, in the form that GitHub gives them.
    var anchors: [String] {
        prose.filter { $0.hasPrefix("#") }.map { line in
            line.drop { $0 == "#" }.dropFirst().lowercased()
                .replacing(/[^\w\- ]/, with: "").replacing(" ", with: "-")
        }
    }

    private static func pages(in path: String) -> [Page] {
        all.filter { $0.path.hasPrefix("\(path)/") && $0.name != "README" }
    }

    /// Returns the paths of the files in the repository with these extensions, except for build
    /// products.
    static func files(ending extensions: Set<String>) -> [String] {
        guard let paths = FileManager.default.enumerator(atPath: root.path) else {
            return []
        }
        var files: [String] = []
        while let path = paths.nextObject() as? String {
            if [".build", ".git"].contains(path) {
                paths.skipDescendants()
            } else if extensions.contains(URL(filePath: path).pathExtension) {
                files.append(path)
            }
        }
        return files.sorted()
    }

    /// Returns the folder of the tests with the given name, or `nil` if there is none.
    static func folder(ofTests name: String) -> String? {
        ["Tests/\(name)", "Tests/Toolkit/\(name)"].first {
            FileManager.default.fileExists(atPath: root.appending(path: $0).path)
        }
    }

    /// Returns lines of code as a string that begins and ends with a line feed, without indentation
    /// and empty lines.
    static func code(_ lines: [String]) -> String {
        let code = lines.map { $0.trimmingCharacters(in: .whitespaces) }
        return "\n" + code.filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    struct Block {
        let language: String
        /// The title of the section, or an empty string.
        let section: String
        /// The last line of text before the block.
        let caption: String
        let isIndented: Bool
        var lines: [String] = []
        var text: String { lines.joined(separator: "\n") }
        /// The module that the first line of a recipe's code names, as in `// Core: a protocol`.
        var module: String? {
            lines.first?.wholeMatch(of: /\/\/ ([A-Z]\w+)(:.*)?/).map { String($0.1) }
        }
    }

    func blocks(_ language: String) -> [Block] {
        blocks.filter { $0.language == language }
    }

    /// The blocks of code. A block that is indented by four spaces after an empty line is Swift.
    var blocks: [Block] {
        var blocks: [Block] = []
        var isFenced = false
        var isIndented = false
        var section = ""
        var caption = ""
        var previous = ""
        for line in lines {
            if line.trimmingPrefix(while: \.isWhitespace).hasPrefix("```") {
                isFenced.toggle()
                let language = line.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
                if isFenced {
                    blocks.append(
                        Block(
                            language: language,
                            section: section,
                            caption: caption,
                            isIndented: line.hasPrefix(" ")
                        )
                    )
                }
            } else if isFenced {
                blocks[blocks.count - 1].lines.append(line)
            } else if line.hasPrefix("    "), isIndented || previous.isEmpty {
                if !isIndented {
                    blocks.append(
                        Block(
                            language: "swift",
                            section: section,
                            caption: caption,
                            isIndented: true
                        )
                    )
                }
                isIndented = true
                blocks[blocks.count - 1].lines.append(line)
            } else if !line.isEmpty {
                isIndented = false
                caption = line
                if line.hasPrefix("## ") {
                    section = String(line.dropFirst(3))
                }
            }
            previous = line
        }
        return blocks
    }
}

/// The blocks in one language on a page or in a section of the page. A test runs or compares them.
struct PagePart: Sendable {
    let path: String
    let language: String
    var section: String?

    init(_ language: String, on path: String, in section: String? = nil) {
        self.language = language
        self.path = path
        self.section = section
    }

    func blocks() throws -> [Page.Block] {
        try Page(path).blocks.filter { contains($0, on: path) }
    }

    func contains(_ block: Page.Block, on path: String) -> Bool {
        path == self.path && block.language == language
            && (section == nil || block.section == section)
    }
}
