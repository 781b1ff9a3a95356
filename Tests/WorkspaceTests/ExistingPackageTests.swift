import Foundation
import ProgramTesting
import Testing

/// Follows Docs/ExistingPackages.md step by step, on the package that it describes.
@Suite(.buildsPackages)
struct ExistingPackageTests {
    private static let program = "Sources/Reader/main.swift"
    private let page: DocumentPage
    private let folder: TemporaryFolder

    init() throws {
        page = try DocumentPage("Docs/ExistingPackages.md")
        folder = try TemporaryFolder(files: [
            "Reader/Package.swift": """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "Reader",
                targets: [
                    .executableTarget(name: "Reader", dependencies: ["Feed"]),
                    .target(name: "Feed", dependencies: ["Network"]),
                    .target(name: "Network"),
                    .testTarget(name: "FeedTests", dependencies: ["Feed"]),
                ])
            """,
            "Reader/\(Self.program)": "import Feed\nimport Network\n\nprint(Feed(), Network())\n",
            "Reader/Sources/Feed/Feed.swift": "import Network\n\npublic struct Feed { public init() {} }\n",
            "Reader/Sources/Network/Network.swift": "public struct Network { public init() {} }\n",
            "Reader/Tests/FeedTests/FeedTests.swift":
                "import Feed\nimport Testing\n\n@Test func works() { _ = Feed() }\n",
        ])
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("bulkhead"), withDestinationPath: BuiltProducts.packageRoot.path)
    }

    private func run(_ commands: String) async throws -> Outcome {
        let bulkhead = "'\(BuiltProducts.program("bulkhead"))'"
        let script = commands.replacing("swift run --package-path ../bulkhead bulkhead", with: bulkhead)
        return try await Subprocess.run("bash", ["-euc", script], in: folder.path("Reader"))
    }

    private func write(_ text: String, to path: String) throws { try folder.write(text, to: "Reader/\(path)") }

    @Test func `check prints what the page shows, without rules and with them`() async throws {
        let (look, layers) = try (page.section("1. Look"), page.section("2. Write the layers down"))
        let before = try await run(look.block("sh"))
        #expect(try before.code == 1 && before.output == look.block("text") + "\n")
        let seen = try await run(look.block("sh", 1))
        #expect(seen.output.contains("3 modules") && seen.output.hasSuffix("Reader → Feed → Network\n"))
        try write(layers.block("json"), to: "boundaries.json")
        let checked = try await run(layers.block("sh"))
        #expect(try checked.code == 1 && checked.output.hasPrefix(layers.block("text") + "\n"))
        let excepted = try layers.block("json").replacing("  ]\n}", with: "  ],\n\(layers.block("json", 1))\n}")
        try write(excepted, to: "boundaries.json")
        let undeclared = try await run(layers.block("sh"))
        #expect(undeclared.output.contains("error: 'Reader' imports 'Network' without declaring it"))
        try write("import Feed\n\nprint(Feed())\n", to: Self.program)
        let idle = try await run(layers.block("sh", 1))
        #expect(idle.code == 1)
        #expect(idle.output.contains("warning: 'Reader' needs no exception to depend on 'Network': it does not"))
        try write(layers.block("json"), to: "boundaries.json")
        #expect(try await run(layers.block("sh", 1)).code == 0)
    }

    @Test(arguments: [false, true])
    func `the build fails where check fails, with the plugin as a dependency and as a copy`(isCopy: Bool) async throws {
        let (layers, build) = try (page.section("2. Write the layers down"), page.section("3. Let the build check"))
        let rules = try layers.block("json")
        if isCopy {
            #expect(try await run(build.block("sh")).code == 0)
            try write(
                rules.replacing("\"subject\" }\n", with: "\"subject\" },\n\(build.block("json"))\n"),
                to: "boundaries.json")
        } else {
            try write(rules, to: "boundaries.json")
        }
        try write(build.block("swift", isCopy ? 1 : 0), to: "Package.swift")
        let broken = try await run(build.block("sh", 1))
        #expect(broken.code != 0)
        let words = broken.output + broken.errors
        #expect(try words.contains("\(folder.path("Reader"))/\(layers.block("text"))\n"), "\(words)")
        try write("import Feed\n\nprint(Feed())\n", to: Self.program)
        let fixed = try await run(build.block("sh", 1))
        #expect(fixed.code == 0, "\(fixed.output)\(fixed.errors)")
        let strict = try await run(layers.block("sh", 1))
        #expect(strict.code == 0, "\(strict.output)")
    }
}

struct DocumentPage {
    private let lines: [Substring]

    init(_ path: String) throws {
        let text = try String(contentsOf: BuiltProducts.packageRoot.appending(path: path), encoding: .utf8)
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private init(lines: some Sequence<Substring>) { self.lines = Array(lines) }

    func section(_ title: String) throws -> DocumentPage {
        let start = try #require(lines.firstIndex(of: "## \(title)"), "section '\(title)' not found")
        return DocumentPage(lines: lines[(start + 1)...].prefix { !$0.hasPrefix("## ") })
    }

    func block(_ language: String, _ number: Int = 0) throws -> String {
        var blocks: [[Substring]] = []
        var fence: Substring?
        for line in lines {
            if line.hasPrefix("```") {
                fence = fence == nil ? line.dropFirst(3) : nil
                if fence == language[...] { blocks.append([]) }
            } else if fence == language[...] {
                blocks[blocks.count - 1].append(line)
            }
        }
        try #require(blocks.indices.contains(number), "block \(number) of \(language) not found")
        return blocks[number].joined(separator: "\n")
    }
}
