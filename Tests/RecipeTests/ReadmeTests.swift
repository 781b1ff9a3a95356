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
            ("an edit in a feature", "a function body in an implementation"),
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
        let costs = ["10", "100"].flatMap { count in
            measured.filter { $0.prefix(2) == [count, edit] }.flatMap { [$0[4], $0[6]] }
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
        #expect(promises.lines.contains { $0.hasPrefix("\(version) is the current version.") })
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
        #expect(blocks.count == Self.modules.count - 1)
        for (index, (name, code)) in Self.modules.enumerated() {
            let block = index == 0 ? "" : blocks[index - 1].text
            let whole = try await compile(name, "\(code)\n\(block)\n")
            #expect(whole.code == 0, "\(whole.errors)")
            #expect(!whole.errors.contains("warning:"), "\(whole.errors)")
            if name == "Bootstrap" {
                let broken = try await compile(name, code)
                let report = try #require(page.blocks("text").first)
                for line in report.lines {
                    #expect(broken.errors.contains(" \(line)\n"), "\(broken.errors)")
                }
                _ = try await compile(name, "\(code)\n\(block)\n")
            }
        }
        let hidden = try await compile("App", "import Notes\nlet type = StoredNoteBook.self\n")
        #expect(hidden.errors.contains("error: cannot find 'StoredNoteBook' in scope"))
    }

    /// In the picture, the program is named App instead of Shop.
    @Test func `every arrow in the picture is a dependency in the starter`() async throws {
        let bulkhead = BuiltProducts.program("bulkhead")
        let new = try await Subprocess.run(bulkhead, ["new", folder.path("Shop"), "--vendor"])
        #expect(new.code == 0, "\(new.errors)")
        let graph = try await Subprocess.run(
            bulkhead,
            ["graph", "--tests", "--all-edges", "--format", "json"],
            in: folder.path("Shop")
        )
        let edges = (graph.json as? [String: Any])?["edges"] as? [[String: Any]] ?? []
        let dependencies = edges.map { edge in
            let name = edge["from"] as? String ?? ""
            return "\(name == "Shop" ? "App" : name) → \(edge["to"] as? String ?? "")"
        }
        let picture = try Page("Docs/Feature.svg").lines.joined()
        let arrows = picture.matches(of: /<title>(\w+ → \w+)<\/title>/).map { String($0.1) }
        #expect(arrows.count == 12)
        #expect(arrows.filter { !dependencies.contains($0) } == [])
    }
}

/// Tests a package that depends on this package as Docs/Versions.md describes.
@Suite(.buildsPackages)
struct VersionsTests {
    static let dependency = PagePart("swift", on: "Docs/Versions.md")

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.copy(
            ["App", "Modules", "Package.swift", "Tests", "boundaries.json"],
            from: Page.root,
            to: "bulkhead"
        )
    }

    @Test func `a package can depend on a revision`() async throws {
        let clone = folder.path("bulkhead")
        let git = try await Subprocess.run(
            "bash",
            [
                "-euc",
                """
                git init --quiet
                git add .
                git -c user.name=A -c user.email=a@example.org commit --quiet -m "A revision"
                git rev-parse HEAD
                """,
            ],
            in: clone
        )
        #expect(git.code == 0, "\(git.errors)")
        let block = try #require(Self.dependency.blocks().first)
        let dependency = block.text
            .replacing(/url: "[^"]*"/, with: "url: \"file://\(clone)\"")
            .replacing(
                /revision: "[0-9a-f]{40}"/,
                with: "revision: \"\(git.output.trimmingCharacters(in: .newlines))\""
            )
        try folder.write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "Shop",
                platforms: [.macOS(.v15)],
                dependencies: [\(dependency)],
                targets: [
                    .target(
                        name: "Shop",
                        dependencies: [.product(name: "Injection", package: "bulkhead")])
                ])
            """,
            to: "Shop/Package.swift"
        )
        try folder.write(
            "import Injection\n\nlet manager = ContainerManager()\n",
            to: "Shop/Sources/Shop/Shop.swift"
        )
        let build = try await Subprocess.run("swift", ["build"], in: folder.path("Shop"))
        #expect(build.code == 0, "\(build.output)\(build.errors)")
        #expect(build.output.contains("Injection Factory.swift"), "\(build.output)")
        // The package does not use the plugins, so it does not compile the layer rules.
        #expect(!build.output.contains("BoundaryRules"), "\(build.output)")
        let pins = try folder.text("Shop/Package.resolved")
        #expect(pins.contains(git.output.trimmingCharacters(in: .newlines)))
    }
}
