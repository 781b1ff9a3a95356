import BoundaryRules
import Foundation
import PackageManifestTesting
import ProgramTesting
import Scaffolding
import Testing

/// Tests the files that `bulkhead new` writes. `Tests/workspaces` builds them.
@Suite(.scriptedToolchain)
struct NewWorkspaceTests {
    typealias Kind = SampleWorkspace.Kind

    @Test(arguments: [(Kind.full, 45, 1500), (.empty, 30, 720)])
    func `a new workspace is small enough to read`(
        _ kind: Kind,
        fileLimit: Int,
        lineLimit: Int
    ) async throws {
        let files = try await SampleWorkspace.made(kind).ownFiles()
        let lines = files.values.map { $0.count { $0 == "\n" } }.reduce(0, +)
        #expect(files.count <= fileLimit)
        #expect(lines <= lineLimit)
        for (path, limit) in [("Package.swift", 150), ("README.md", 48)] {
            let text = try #require(files[path])
            #expect(text.count { $0 == "\n" } <= limit, "\(path)")
        }
    }

    @Test(arguments: [
        ".gitignore", ".swift-format", "Modules/Core/ExplainedError.swift",
        "Modules/CoreTesting/ExplainedErrorContract.swift",
        "Modules/CoreTesting/UnexpectedCall.swift",
        "Tests/CoreTests/ExplainedErrorTests.swift",
    ])
    func `a file of shelf is equal to that of a new workspace`(_ path: String) async throws {
        let own = try String(contentsOfFile: "\(NewWorkspace.ownSource)/\(path)", encoding: .utf8)
        for kind in Kind.allCases {
            #expect(try await SampleWorkspace.made(kind).text(path) == own)
        }
    }

    @Test func `the package in Vendor is the same in every workspace`() async throws {
        let full = try await SampleWorkspace.made(.full)
        let files = try full.contents(of: EnginePackage.folder)
        #expect(try await SampleWorkspace.made(.empty).contents(of: EnginePackage.folder) == files)
        for name in ["LICENSE", "Package.swift", "README.md", "VERSION"] {
            let file = try #require(files[name])
            #expect(!file.isEmpty)
        }
        let factory = "Modules/Toolkit/Injection/Injection/Factory.swift"
        let own = URL(filePath: "\(NewWorkspace.ownSource)/\(factory)")
        #expect(try files[factory] == Data(contentsOf: own))
        let version = try full.text("\(EnginePackage.folder)/VERSION")
        #expect(version.hasPrefix("\(EnginePackage.version)\n"))
    }

    @Test(arguments: Kind.allCases)
    func
        `a new workspace contains the given name, no names from this workspace, and no part of the tool`(
            _ kind: Kind
        ) async throws
    {
        let workspace = try await SampleWorkspace.made(kind)
        let names = try workspace.ownFiles().keys
        #expect(names.contains("App/WebShop/WebShopCommand.swift"))
        #expect(names.contains("Modules/Features/Notes/README.md") == (kind != .empty))
        #expect(!names.contains { $0.contains(".docc/") })
        let listing = try TemporaryFolder()
        try listing.write(names.joined(separator: "\n"), to: "files")
        let traces = [
            "[Aa]pp[Nn]ame|APPNAME|// (starter|empty|end)$|[Ss]helf|SHELF|SQLite|URLSession|[Bb]ookmark|HTTPPageReader",
            "\\b(Library|Pages|Transfer|Reports)(Interface|Testing|Tests|Providing)\\b",
            "\\bChecking(Interface|Testing|Tests|Providing)\\b|\\b[Ll]ink(Store|Library|Checker|Tag|Draft|Query)",
            "Scaffolding|GraphDrawing|PackageManifest|CommandLineArguments|ProgramTesting|ThreadTesting",
        ]
        let found = try await Subprocess.run(
            "grep",
            ["-rnE", traces.joined(separator: "|"), workspace.path(""), listing.url.path]
        )
        // Grep exits with 1 if it finds no line, and with 2 if an error occurs.
        #expect(found.code == 1, "\(found.output)")
    }

    @Test(arguments: Kind.allCases)
    func `every link on a page leads to a file`(_ kind: Kind) async throws {
        let workspace = try await SampleWorkspace.made(kind)
        let root = workspace.folder.url
        var count = 0
        for (path, text) in try workspace.ownFiles() where path.hasSuffix(".md") {
            let page = root.appending(path: path).deletingLastPathComponent()
            for link in text.matches(of: /\]\(([^)#:]+)(#[a-z-]+)?\)/) {
                count += 1
                let target = page.appending(path: String(link.1)).standardizedFileURL.path
                #expect(FileManager.default.fileExists(atPath: target), "\(path): \(link.1)")
            }
        }
        #expect(count >= 7)
    }

    @Test(arguments: Kind.allCases)
    func `a new workspace has a page that lists its layers`(_ kind: Kind) async throws {
        let workspace = try await SampleWorkspace.made(kind)
        let rules = try LayerRules(json: Data(workspace.text("boundaries.json").utf8))
        let page = try workspace.text("AGENTS.md")
        #expect(rules.layers.count > 10)
        #expect(page.contains(rules.table))
        #expect(page.contains("\n## Layers\n"))
        #expect(rules.documentation == "AGENTS.md#layers")
        #expect(try workspace.text("README.md").contains("(AGENTS.md)"))
    }

    @Test func `a workspace depends on the clone's remote repository if others can get the commit`()
        async throws
    {
        let clone = try TemporaryFolder.toolClone()
        let folder = try TemporaryFolder()
        try await clone.initialize()
        let revision = try await clone.git("rev-parse", "HEAD")
        for (number, arguments) in [
            [], ["remote", "add", "origin", "https://me:p%40ss@git.example/Tools.git"],
            ["update-ref", "refs/remotes/origin/main", "HEAD"],
        ].enumerated() {
            if !arguments.isEmpty {
                try await clone.git(arguments)
            }
            let place = "Shop\(number)"
            _ = try await NewWorkspace(
                at: folder.path(place),
                name: "Shop",
                hasStarter: false,
                source: clone.url.path
            ).create()
            #expect(folder.exists("\(place)/Vendor") == (number < 2))
        }
        let manifest = try folder.text("Shop2/Package.swift")
        let url = #".package(url: "https://git.example/Tools.git", revision: "\#(revision)")"#
        #expect(manifest.contains(url))
        #expect(manifest.contains(".plugin(name: \"Boundaries\", package: \"tools\")"))
        // Except for the dependency and the command of the tool, the workspaces are equal.
        let different = ["AGENTS.md", "Package.swift", "README.md"]
        let local = try folder.contents(of: "Shop0").filter {
            !$0.key.hasPrefix("Vendor/") && !different.contains($0.key)
        }
        #expect(
            try folder.contents(of: "Shop2").filter { !different.contains($0.key) } == local
        )
        for page in ["AGENTS.md", "README.md"] {
            let remote = try folder.text("Shop2/\(page)")
            #expect(remote.contains("swift run bulkhead add feature"))
            #expect(!remote.contains(/[`\n]bulkhead (add|check|upgrade)/))
            #expect(try !folder.text("Shop0/\(page)").contains("swift run bulkhead"))
        }
        let vendored = manifest.replacing(url, with: ".package(path: \"Vendor/bulkhead\")")
            .replacing("package: \"tools\"", with: "package: \"bulkhead\"")
        #expect(try folder.text("Shop0/Package.swift") == vendored)
    }

    @Test(
        arguments: Row.table(
            """
            https://me:p%40ss@git.example/bulkhead.git → the URL contains a password, which everyone who reads Package.swift would see; omit it
            bulkhead → it is not the URL of a repository; specify a URL, such as https://example.com/bulkhead.git
            https://a.b/" → it is not the URL of a repository; specify a URL, such as https://example.com/bulkhead.git
            https://a.b/\\ → it is not the URL of a repository; specify a URL, such as https://example.com/bulkhead.git
            """
        )
    )
    func `refuses a URL with a password, and text that is not a URL`(row: Row) async throws {
        let folder = try TemporaryFolder()
        let message = try await errorMessage {
            try await NewWorkspace(at: folder.path("Shop"), package: .url(row[0])).create()
        }
        let shown = row[0].replacing("p%40ss", with: "…")
        #expect(message == "invalid name '\(shown)': \(row[1])")
        #expect(!folder.exists("Shop"))
    }

    @Test func `formats the files of a new workspace`() async throws {
        let folder = try TemporaryFolder()
        _ = try await ScriptedToolchain { "\($0)// formatted\n" }.use {
            try await NewWorkspace(at: folder.path("Shop")).create()
        }
        #expect(try folder.text("Shop/Package.swift").hasSuffix("\n// formatted\n"))
    }

    @Test func `a script is executable, and a page is not`() async throws {
        let workspace = try await SampleWorkspace.made(.empty)
        let help = try await Subprocess.run(workspace.path("Tests/run"), ["--help"])
        #expect(help.code == 0)
        #expect(help.output.contains("Tests/run --all"))
        #expect(!FileManager.default.isExecutableFile(atPath: workspace.path("README.md")))
    }

    @Test(arguments: Kind.allCases)
    func `a dry run lists the files, but writes none of them`(_ kind: Kind) async throws {
        let folder = try TemporaryFolder()
        let workspace = try NewWorkspace(kind, at: folder.path("a/Shop"))
        let files = try await SampleWorkspace.made(kind).contents().keys.sorted()
        #expect(try await workspace.create(isDryRun: true).map(\.path) == files)
        #expect(try folder.contents() == [:])
    }

    private static var isCheckout: Bool {
        FileManager.default.fileExists(atPath: "\(NewWorkspace.ownSource)/.git")
    }

    @Test(.enabled(if: isCheckout, "requires a checkout, whose files Git lists"))
    func `no two paths in this workspace or a new workspace differ only in case`() async throws {
        func conflicts(in paths: some Sequence<String>) -> [[String]] {
            let all = paths.reduce(into: Set<String>()) { all, path in
                let names = path.split(separator: "/")
                for count in names.indices {
                    all.insert(names.prefix(count + 1).joined(separator: "/"))
                }
            }
            return Dictionary(grouping: all) { $0.lowercased() }.values.filter { $0.count > 1 }.map
            { $0.sorted() }
        }
        #expect(conflicts(in: ["a/B/c", "a/b/d", "a/e", "e/A"]) == [["a/B", "a/b"]])
        let tracked = try await Subprocess.run(
            "git",
            ["-c", "core.quotePath=false", "ls-files"],
            in: NewWorkspace.ownSource
        )
        let paths = tracked.output.split(separator: "\n").map(String.init)
        #expect(tracked.code == 0, "\(tracked.errors)")
        #expect(paths.contains("Package.swift"), "\(tracked.errors)")
        #expect(conflicts(in: paths) == [])
        for kind in Kind.allCases {
            #expect(try await conflicts(in: SampleWorkspace.made(kind).ownFiles().keys) == [])
        }
    }
}
