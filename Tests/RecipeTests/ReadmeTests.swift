import Foundation
import ProgramTesting
import Testing

/// Compares facts in README.md with their sources.
struct ReadmeTests {
    private let page: Page

    init() throws {
        page = try Page("README.md")
    }

    @Test(
        arguments: [
            ("the body of a function in a feature", "a function body in an implementation"),
            ("a clean build", "clean build"),
            ("a new file in a feature", "a new file in an implementation"),
            ("a public declaration in Core", "a public declaration in Core"),
        ]
    )
    func `the costs in README match the page about build times`(row: String, edit: String) throws {
        func cells(_ line: String) -> [String] {
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let measured = try Page("Docs/BuildTimes.md").lines.map(cells)
        let costs = ["10", "100"].flatMap { count -> [String] in
            let builds = measured.filter { $0.prefix(2) == [count, edit] }
            return builds.flatMap { build in [4, 6].compactMap { build.dropFirst($0).first } }
        }
        #expect(costs.count == 4)
        #expect(page.lines.map(cells).contains([row] + costs))
    }

    @Test(arguments: ["Shelf", "bulkhead"])
    func `a program prints the version that the documentation states`(
        program: String
    ) async throws {
        let printed = try await Subprocess.run(BuiltProducts.program(program), ["--version"]).output
        let versions = try Page("CHANGELOG.md").lines.compactMap { line in
            line.wholeMatch(of: /## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d/)?.1
        }
        let version = try #require(versions.first)
        #expect(printed == "\(program.lowercased()) \(version)\n")
        #expect(page.lines.contains { $0.hasPrefix("**Version \(version)**") })
        let promises = try Page("Docs/Versions.md")
        #expect(promises.lines.contains { $0.contains(version) })
    }
}

/// Compiles the Swift code in README.md, and compares the picture on that page with the starter.
@Suite(.buildsPackages)
struct ReadmeCodeTests {
    static let idea = PagePart("swift", on: "README.md", in: "The idea")

    /// The code that precedes the blocks of the page in each module, in the order of compilation.
    private static let modules: KeyValuePairs = [
        "Core": """
        public struct Note: Sendable {
            public let text: String
            public init(text: String) { self.text = text }
        }
        public protocol NoteStore: Sendable {
            func insert(_ text: String) async throws -> Note
        }
        """,
        "NotesInterface": """
        public import Core
        public import Injection
        """,
        "Notes": """
        package import Core
        import NotesInterface
        """,
        "Bootstrap": """
        import Core
        public import Injection
        import Notes
        public import NotesInterface
        public final class AppContainer: SharedContainer, NotesProviding {
            @TaskLocal public static var shared = AppContainer()
            public let manager = ContainerManager()
        }
        struct FileNoteStore: NoteStore {
            func insert(_ text: String) async throws -> Note { Note(text: text) }
        }
        extension AppContainer {
            var noteStore: Factory<any NoteStore> { self { FileNoteStore() } }
        }
        """,
        "App": """
        import Bootstrap
        import Core
        import Injection
        import NotesInterface
        """,
        "NotesTests": """
        import Core
        import Notes
        import Testing
        struct InMemoryNoteStore: NoteStore {
            func insert(_ text: String) async throws -> Note { Note(text: text) }
        }
        """,
    ]

    private let folder: TemporaryFolder
    private let page: Page
    private let blocks: [Page.Block]

    init() throws {
        folder = try TemporaryFolder()
        page = try Page("README.md")
        blocks = try Self.idea.blocks()
        try FileManager.default.copyItem(
            at: BuiltProducts.folder.appending(path: "Modules/Injection.swiftmodule"),
            to: folder.url.appending(path: "Injection.swiftmodule")
        )
    }

    /// Compiles a module. All modules except the app are in the package.
    private func compile(_ name: String, _ code: String) async throws -> Outcome {
        let access = name == "App" ? [] : ["-package-name", "Shop"]
        return try await Subprocess.run(
            "swiftc",
            ["-emit-module", "-module-name", name, "-swift-version", "6", "-parse-as-library"]
                + ["-enable-upcoming-feature", "InternalImportsByDefault", "-I", folder.url.path]
                + ["-emit-module-path", folder.path("\(name).swiftmodule")] + access
                + [folder.write(code, to: "\(name).swift")]
        )
    }

    @Test func `the code compiles only with the definition`() async throws {
        try #require(blocks.count == Self.modules.count - 1)
        for (index, (name, code)) in Self.modules.enumerated() {
            let block = index == 0 ? "" : blocks[index - 1].text
            let whole = try await compile(name, "\(code)\n\(block)\n")
            #expect(whole.code == 0, "\(whole.errors)")
            #expect(!whole.errors.contains("warning:"), "\(whole.errors)")
            if name == "Bootstrap" {
                let broken = try await compile(name, code)
                let reports = page.blocks("text").filter { $0.text.contains("does not conform") }
                let report = try #require(reports.first)
                for line in report.lines {
                    #expect(broken.errors.contains(" \(line)\n"), "\(broken.errors)")
                }
                _ = try await compile(name, "\(code)\n\(block)\n")
            }
        }
        let hidden = try await compile("App", "import Notes\nlet type = StoredNoteBook.self\n")
        #expect(hidden.errors.contains("error: cannot find 'StoredNoteBook' in scope"))
    }

    /// The folders of the modules in the picture, in which the program Shop is named App.
    private static let folders = [
        "App": "App/Shop", "Bootstrap": "Modules/Bootstrap", "Files": "Modules/Services/Files",
        "Notes": "Modules/Features/Notes/Implementation",
        "NotesInterface": "Modules/Features/Notes/Interface",
        "NotesTesting": "Modules/Features/Notes/Testing", "NotesTests": "Tests/NotesTests",
    ]

    @Test func `the picture shows the modules, types and dependencies of the starter`() async throws
    {
        let bulkhead = BuiltProducts.program("bulkhead")
        let new = try await Subprocess.run(bulkhead, ["new", folder.path("Shop"), "--vendor"])
        #expect(new.code == 0, "\(new.errors)")
        let picture = try Page("Docs/Feature.svg").text

        var frames: [String: CGRect] = [:]
        let box =
            /x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)".*\n<text class="name".*>(\w+)<.*\n<text.*>(.*)</
        for match in picture.matches(of: box) {
            // The larger frame contains the points of its border.
            frames[String(match.5)] = CGRect(
                x: number(match.1),
                y: number(match.2),
                width: number(match.3),
                height: number(match.4)
            ).insetBy(dx: -1, dy: -1)
            try checkCaption(String(match.6), of: String(match.5))
        }
        #expect(frames.keys.sorted() == Self.folders.keys.sorted())
        #expect(picture.matches(of: /<rect/).count == frames.count)
        #expect(picture.matches(of: /<text/).count == frames.count * 2)

        let arrow =
            /<title>(\w+) → (\w+)<\/title><path class="arrow" d="M(\d+) (\d+)[^>]*>.*d="M(\d+) (\d+)/
        var arrows: [Edge] = []
        for match in picture.matches(of: arrow) {
            let edge = Edge(from: String(match.1), to: String(match.2))
            arrows.append(edge)
            let start = CGPoint(x: number(match.3), y: number(match.4))
            let end = CGPoint(x: number(match.5), y: number(match.6))
            #expect(try #require(frames[edge.from]).contains(start), "\(edge)")
            #expect(try #require(frames[edge.to]).contains(end), "\(edge)")
        }
        let edges = try await dependencies()
        #expect(arrows.count == 9)
        #expect(picture.matches(of: /class="arrow"/).count == arrows.count)
        #expect(Set(arrows).subtracting(edges) == [])
        // An arrow is drawn unless other arrows imply it.
        for edge in edges {
            var reached: Set = [edge.from]
            for _ in frames {
                reached.formUnion(arrows.filter { reached.contains($0.from) }.map(\.to))
            }
            #expect(reached.contains(edge.to), "\(edge)")
        }
    }

    /// Checks that the sources of a module declare, create or use the types of its caption.
    private func checkCaption(_ caption: String, of module: String) throws {
        let path = try #require(Self.folders[module])
        let code = try folder.contents().filter { $0.key.hasPrefix("Shop/\(path)/") }
            .map { String(decoding: $0.value, as: UTF8.self) }
            .joined()
        let types = caption.matches(of: /[A-Z]\w+/).map { String($0.0) }
        #expect(!types.isEmpty)
        for type in types where type != "AppContainer" {
            let declaration = try Regex("(actor|class|protocol|struct) \(type)\\b")
            let isRight =
                switch caption.prefix(while: { $0 != " " }) {
                case "resolves": code.contains("any \(type)")
                case "uses", "AppContainer": code.contains("\(type)(")
                default: code.contains(declaration)
                }
            #expect(isRight, "'\(caption)' is not true of \(module)")
        }
    }

    private func number(_ digits: Substring) -> Double {
        Double(digits) ?? .nan
    }

    private struct Edge: Hashable, Decodable {
        let from: String
        let to: String
    }

    private struct Graph: Decodable {
        let edges: Set<Edge>
    }

    /// Returns the dependencies between the modules of the picture in the starter.
    private func dependencies() async throws -> Set<Edge> {
        let graph = try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            ["graph", "--format", "json"],
            in: folder.path("Shop")
        )
        let json = graph.output.replacing("\"Shop\"", with: "\"App\"")
        let edges = try JSONDecoder().decode(Graph.self, from: Data(json.utf8)).edges
        let shown = Self.folders.keys
        return edges.filter { shown.contains($0.from) && shown.contains($0.to) }
    }
}
