import Foundation
import ProgramTesting
import Testing

/// Compares the code in Docs/TheStarter.md with a new workspace.
///
/// With the environment variable `WRITE_PAGES`, the test writes the code to the page instead, and
/// keeps all other text. The line before each block contains the path of the file in code style.
@Suite(.buildsPackages)
struct TheStarterTests {
    static let code = PagePart("swift", on: "Docs/TheStarter.md")

    /// The declarations of each file that the page shows, in the order of the page.
    private static let excerpts: KeyValuePairs<String, [Excerpt]> = [
        "Modules/Features/Notes/Interface/NoteBook.swift": [
            .all("public protocol NoteBook:"), .all("public protocol NotesProviding"),
        ],
        "Modules/Features/Notes/Implementation/StoredNoteBook.swift": [
            .part(
                "package struct StoredNoteBook",
                [
                    .all("private let store"), .all("package init"),
                    .all("package func remove"),
                ]
            )
        ],
        "Tests/NotesTests/StoredNoteBookTests.swift": [
            .part(
                "struct StoredNoteBookTests",
                [
                    .all("private let store"), .all("private let notes"), .all("init()"),
                    .all("@Test func `removes a note"),
                ]
            )
        ],
        "Modules/Features/Notes/Interface/NoteStore.swift": [
            .all("package protocol NoteStore:"), .all("package protocol NoteStoreProviding"),
        ],
        "Modules/Services/Files/FileNoteStore.swift": [
            .part(
                "package actor FileNoteStore",
                [.all("private let path"), .all("package init"), .all("package func insert")]
            )
        ],
        "Modules/Features/Notes/Testing/InMemoryNoteStore.swift": [
            .part(
                "package struct NoteStoreContract",
                [
                    .part(
                        "package static let allCases",
                        [.all(#"Self("the number of a removed note"#)]
                    )
                ]
            )
        ],
        "Tests/FilesTests/FileNoteStoreTests.swift": [
            .part(
                "final class FileNoteStoreTests",
                [.all("func `the store satisfies the contract`")]
            )
        ],
        "Modules/Bootstrap/AppContainer.swift": [
            .all("public final class AppContainer"), .all("extension AppContainer"),
        ],
        "Modules/Bootstrap/AppContainer+Notes.swift": [.all("extension AppContainer")],
        "App/Shop/ShopCommand.swift": [
            .part(
                "public struct ShopCommand",
                [.all("private let notes"), .all("private init")]
            )
        ],
        "Tests/ShopTests/NotesCommandTests.swift": [
            .part(
                "struct NotesCommandTests",
                [
                    .all("private let app"), .all("init()"),
                    .all("@Test func `the commands add"),
                ]
            )
        ],
        "Package.swift": [.all("let features:"), .all("let services:")],
    ]

    @Test func `the page shows the code of a new workspace`() async throws {
        let folder = try TemporaryFolder()
        let new = try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            ["new", folder.path("Shop"), "--vendor"]
        )
        try #require(new.code == 0, "\(new.errors)")
        let page = try Page(Self.code.path)
        let paths = try Self.code.blocks().compactMap {
            $0.caption.firstMatch(of: /`([\w\/+]+\.swift)`/).map { String($0.1) }
        }
        try #require(paths == Self.excerpts.map(\.key))

        var blocks = try Self.excerpts.map { path, excerpts in
            let lines = try folder.text("Shop/\(path)").components(separatedBy: "\n")
            return try Excerpt.lines(of: excerpts, in: lines)
        }[...]
        var result: [String] = []
        var isCode = false
        for line in page.lines {
            if line == "```swift", let block = blocks.popFirst() {
                result += [line] + block
                isCode = true
            } else if line == "```" || !isCode {
                result.append(line)
                isCode = false
            }
        }
        try page.expect(
            result,
            updatedBy: "TESTS_THAT_BUILD_PACKAGES=run swift test --filter TheStarterTests"
        )
    }

    @Test func `an excerpt has closing brackets, and marks its omitted members`() throws {
        let lines = [
            "import A", "", "/// B.", "struct B {", "    let a: A", "", "    init() {", "    }", "",
            "    func b(", "        c: C", "    ) {", "    }", "    let d = { c in", "    }", "}",
        ]
        #expect(
            try Excerpt.lines(of: [.part("struct B", [.all("init")])], in: lines)
                == [
                    "struct B {", "    // …", "    init() {", "    }", "    // …", "}",
                ]
        )
        #expect(
            try Excerpt.lines(
                of: [.part("struct B", [.all("let a"), .all("func b"), .all("let d")])],
                in: lines
            )
                == [
                    "struct B {", "    let a: A", "    // …", "    func b(",
                    "        c: C",
                    "    ) {", "    }", "    let d = { c in", "    }", "}",
                ]
        )
    }
}

/// A declaration to show. It is found by the text at the beginning of its line.
private indirect enum Excerpt: Sendable {
    /// The whole declaration.
    case all(String)
    /// The declaration with only some of its members.
    case part(String, [Excerpt])

    private var start: String {
        switch self {
        case .all(let start), .part(let start, _): start
        }
    }

    /// Returns the declarations of a file without their comments, separated by empty lines.
    static func lines(of excerpts: [Self], in lines: [String]) throws -> [String] {
        var result: [String] = []
        for (number, excerpt) in excerpts.enumerated() {
            let range = try excerpt.range(in: lines[...])
            let code = try excerpt.lines(in: lines[range])
            result += number > 0 ? [""] : []
            result += code.filter { !$0.contains(/^ *\/\/\//) }
        }
        return result
    }

    /// Returns the range of the declaration with its comments and attributes.
    private func range(in lines: ArraySlice<String>) throws -> Range<Int> {
        let found = lines.firstIndex { $0.trimmingPrefix(while: \.isWhitespace).hasPrefix(start) }
        let line = try #require(found, "no line begins with '\(start)'")
        var first = line
        while first > lines.startIndex,
            lines[first - 1].contains(/^ *(\/\/\/|@\w+(\(.*\))?$)/)
        {
            first -= 1
        }
        return first..<Self.end(of: line, in: lines) + 1
    }

    private func lines(in lines: ArraySlice<String>) throws -> [String] {
        guard case .part(_, let members) = self else {
            return Array(lines)
        }
        let isHeader = { (line: String) in line.hasSuffix("{") || line.hasSuffix("[") }
        let header = try #require(lines.firstIndex(where: isHeader))
        var result = Array(lines[...header])
        var position = header + 1
        let last = lines.endIndex - 1
        for member in members {
            let range = try member.range(in: lines[position..<last])
            result += Self.gap(lines[position..<range.lowerBound], isFirst: position == header + 1)
            result += try member.lines(in: lines[range])
            position = range.upperBound
        }
        result += Self.gap(lines[position..<last], isFirst: true)
        return result + [lines[last]]
    }

    /// Returns the lines that replace omitted lines: a mark, or an empty line between members.
    private static func gap(_ lines: ArraySlice<String>, isFirst: Bool) -> [String] {
        if let line = lines.first(where: { !$0.isEmpty }) {
            [line.prefix(while: \.isWhitespace) + "// …"]
        } else {
            isFirst || lines.isEmpty ? [] : [""]
        }
    }

    /// Returns the number of the last line of the declaration that begins at the line `start`.
    private static func end(of start: Int, in lines: ArraySlice<String>) -> Int {
        let opening = /[\{\[\(]( [\w, ]+ in)?$/
        let indentation = lines[start].prefix(while: \.isWhitespace)
        var end = start
        while lines[end].contains(opening),
            let next = lines[(end + 1)...].firstIndex(where: {
                $0.hasPrefix(indentation)
                    && "}])".contains($0.dropFirst(indentation.count).prefix(1))
                    && $0.count > indentation.count
            })
        {
            end = next
        }
        return end
    }
}
