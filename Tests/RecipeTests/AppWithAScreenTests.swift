import Foundation
import ProgramTesting
import Testing

/// Tests the example by running the commands in Docs/AppWithAScreen.md.
@Suite(.buildsPackages)
struct AppWithAScreenTests {
    static let commands = PagePart("sh", on: "Docs/AppWithAScreen.md")

    @Test func `the example is tested without SwiftUI, and follows its layer rules`() async throws {
        let folder = try TemporaryFolder()
        let package = folder.path("ShelfApp")
        let commands = try #require(Self.commands.blocks().first?.text).replacing(
            "../ShelfApp",
            with: "'\(package)'"
        )
        let tests = try await Subprocess.run("bash", ["-euc", commands], in: Page.root.path)
        #expect(
            tests.code == 0,
            "\(tests.output)\(tests.errors)"
        )
        #expect(
            !"\(tests)".contains("warning:"),
            "\(tests.output)\(tests.errors)"
        )
        #expect(tests.output.contains("Suite LinkListModelTests passed"), "\(tests.output)")
        let bulkhead = BuiltProducts.program("bulkhead")
        let check = try await Subprocess.run(bulkhead, ["check", "--strict"], in: package)
        #expect(check.code == 0, "\(check.output)\(check.errors)")
        try folder.write("import LibraryTesting\n", to: "ShelfApp/App/ShelfApp/Mocks.swift")
        try folder.write(
            "import Library\n",
            to: "ShelfApp/Modules/Features/Library/Views/Implementation.swift"
        )
        let broken = try await Subprocess.run(bulkhead, ["check"], in: package)
        #expect(broken.code == 1)
        for fault in ["'ShelfApp' imports 'LibraryTesting'", "'LibraryViews' imports 'Library'"] {
            #expect(broken.output.contains(fault), "\(broken.output)")
        }
    }
}
