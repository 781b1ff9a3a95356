import Foundation
import ProgramTesting
import Testing

/// Carries out Docs/ExistingPackages.md, step by step, on the package that it speaks of.
@Suite(.buildsPackages)
struct ExistingPackageTests {
    private static let program = "Sources/Reader/main.swift"

    private let page: DocumentPage
    private let folder: TemporaryFolder

    init() throws {
        page = try DocumentPage("Docs/ExistingPackages.md")
        folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("bulkhead"), withDestinationPath: Manifest.root.path)
        let files = [
            "Package.swift": """
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
            Self.program: "import Feed\nimport Network\n\nprint(Feed(), Network())\n",
            "Sources/Feed/Feed.swift": "import Network\n\npublic struct Feed { public init() {} }\n",
            "Sources/Network/Network.swift": "public struct Network { public init() {} }\n",
            "Tests/FeedTests/FeedTests.swift": "import Feed\nimport Testing\n\n@Test func works() { _ = Feed() }\n",
        ]
        for (path, text) in files { try folder.write(text, to: "Reader/\(path)") }
    }

    /// Runs commands of the page, with the program that was built instead of one that `swift run` builds.
    private func run(_ commands: String) async throws -> Outcome {
        let bulkhead = "'\(BuiltProducts.program("bulkhead"))'"
        let script = commands.replacing("swift run --package-path ../bulkhead bulkhead", with: bulkhead)
        return try await Call.run("bash", ["-euc", script], in: folder.path("Reader"))
    }

    private func write(_ text: String, to path: String) throws { try folder.write(text, to: "Reader/\(path)") }

    @Test func `check shows what the page shows, before there are rules and with them`() async throws {
        let (look, layers) = try (page.section("1. Look"), page.section("2. Write the layers down"))
        let before = try await run(look.block("sh"))
        #expect(before.code == 1)
        #expect(try before.output == look.block("text") + "\n")
        let seen = try await run(look.block("sh", 1))
        #expect(seen.output.contains("3 modules") && seen.output.hasSuffix("Reader → Feed → Network\n"))

        try write(layers.block("json"), to: "boundaries.json")
        let checked = try await run(layers.block("sh"))
        #expect(checked.code == 1)
        #expect(try checked.output.hasPrefix(layers.block("text") + "\n"))

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
    func `the build fails where check did, with the plugin as a dependency and as a copy`(isCopy: Bool) async throws {
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
        let mended = try await run(build.block("sh", 1))
        #expect(mended.code == 0, "\(mended.output)\(mended.errors)")
        let strict = try await run(layers.block("sh", 1))
        #expect(strict.code == 0, "\(strict.output)")
    }
}
