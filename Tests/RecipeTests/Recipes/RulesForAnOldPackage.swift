import Foundation
import ProgramTesting
import Testing

/// Checks the package of the page with the program bulkhead, which does not build the package.
@Suite(.buildsPackages)
struct RulesForAnOldPackageTests {
    private let page: Page
    private let folder: TemporaryFolder

    init() throws {
        page = try Page("Docs/Recipes/RulesForAnOldPackage.md")
        folder = try TemporaryFolder(files: [
            "Package.swift": """
            // swift-tools-version: 5.9
            import PackageDescription
            let package = Package(
                name: "Shop",
                targets: [
                    .executableTarget(name: "Shop", dependencies: ["Cart", "Profile"]),
                    .target(name: "Cart", dependencies: ["Network"]),
                    .target(name: "Profile", dependencies: ["Cart", "Network"]),
                    .target(name: "Network"),
                ])
            """,
            "Sources/Shop/main.swift": "import Cart\nimport Profile\n",
            "Sources/Cart/Cart.swift": "import Network\n",
            "Sources/Profile/Profile.swift": "import Cart\nimport Network\n",
            "Sources/Network/Network.swift": "",
            "boundaries.json": page.blocks("json")[0].text,
        ])
    }

    private func run(_ commands: some Sequence<String>) async throws -> Outcome {
        let script = commands.joined(separator: "\n").replacing(
            "bulkhead ",
            with: "'\(BuiltProducts.program("bulkhead"))' "
        )
        return try await Subprocess.run("bash", ["-euc", script], in: folder.url.path)
    }

    @Test func `a baseline accepts old violations only, and only while they exist`() async throws {
        let commands = try #require(page.blocks("sh").first?.lines)
        let messages = page.blocks("text").map { $0.text.trimmingPrefix(while: \.isWhitespace) }
        try #require(messages.count == 3)
        let adopted = try await run(commands)
        #expect(adopted.code == 0, "\(adopted.output)")
        #expect(adopted.output.contains(messages[0]), "\(adopted.output)")
        try folder.write("import Network\nimport Profile\n", to: "Sources/Cart/Cart.swift")
        let worse = try await run(commands.suffix(1))
        #expect(worse.code == 1, "\(worse.output)")
        #expect(worse.output.contains(messages[1]), "\(worse.output)")
        try folder.write("import Network\n", to: "Sources/Cart/Cart.swift")
        try folder.write("import Network\n", to: "Sources/Profile/Profile.swift")
        try folder.write(
            folder.text("Package.swift").replacing(#"["Cart", "Network"]"#, with: #"["Network"]"#),
            to: "Package.swift"
        )
        let better = try await run(commands.suffix(1))
        #expect(better.code == 1, "\(better.output)")
        #expect(better.output.contains(messages[2]), "\(better.output)")
        #expect(try await run(commands).code == 0)
    }
}
