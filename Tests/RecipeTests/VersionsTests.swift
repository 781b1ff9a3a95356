import Foundation
import ProgramTesting
import Testing

/// Tests the example in the README of the engine, the package `Packages/GettingStarted`, with the
/// dependency on this package that Docs/Versions.md describes.
@Suite(.buildsPackages)
struct VersionsTests {
    static let dependency = PagePart("swift", on: "Docs/Versions.md")

    @Test func `a package can depend on a revision, and its tests pass`() async throws {
        let package = try TemporaryFolder(package: "GettingStarted", modules: [])
        try package.copy(
            ["App", "Modules", "Package.swift", "Tests", "boundaries.json"],
            from: Page.root,
            to: "bulkhead"
        )
        let clone = package.path("bulkhead")
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
        let revision = git.output.trimmingCharacters(in: .newlines)
        let block = try #require(Self.dependency.blocks().first)
        let dependency = block.text
            .replacing(/url: "[^"]*"/, with: "url: \"file://\(clone)\"")
            .replacing(/revision: "[0-9a-f]{40}"/, with: "revision: \"\(revision)\"")
        let manifest = try package.text("Package.swift")
        let path = #".package(path: "../bulkhead")"#
        try #require(manifest.contains(path))
        try package.write(manifest.replacing(path, with: dependency), to: "Package.swift")
        let tests = try await package.swift("test")
        let output = tests.output + tests.errors
        #expect(tests.code == 0, "\(output)")
        #expect(output.contains("Test \"counts the notes\" passed"), "\(output)")
        // The package does not use the plugins, so it does not compile the layer rules.
        #expect(output.contains("Injection Factory.swift"), "\(output)")
        #expect(!output.contains("BoundaryRules"), "\(output)")
        #expect(try package.text("Package.resolved").contains(revision))
    }
}
