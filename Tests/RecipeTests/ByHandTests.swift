import Foundation
import ProgramTesting
import Testing

/// Follows Docs/ByHand.md step by step.
@Suite(.buildsPackages)
struct ByHandTests {
    private let page: Page
    private let folder: TemporaryFolder

    init() throws {
        page = try Page("Docs/ByHand.md")
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("PageTitles"),
            withIntermediateDirectories: false
        )
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("bulkhead"),
            withDestinationPath: Page.root.path
        )
    }

    @Test
    func `the page builds without a container, with the engine, and with its imports renamed`()
        async throws
    {
        let (plain, engine, other) = try (
            page.section("Without a container"), page.section("With the engine"),
            page.section("With FactoryKit")
        )
        try writeFiles(of: plain)
        try await run(plain.blocks("sh").map(\.text).joined(separator: "\n"), printing: "A page\n")
        try await checkErrors(of: plain)
        try await run(engine.blocks("sh").map(\.text).joined(separator: "\n"))
        try writeFiles(of: engine)
        try await apply(engine.blocks("diff"))
        try await run("swift run App page.html", printing: "A page\n")
        try await run("swift test")

        try await apply(other.blocks("diff"))
        let manifest = try text("Package.swift")
        try write(
            manifest.replacing(#""Injection""#, with: #""FactoryKit""#).replacing(
                #".target(name: "FactoryKit", "#,
                with:
                    #".target(name: "FactoryKit", dependencies: ["Injection"]), .target(name: "Injection", "#
            ),
            to: "Package.swift"
        )
        try write("@_exported public import Injection\n", to: "Sources/FactoryKit/FactoryKit.swift")
        try await run("swift run App page.html", printing: "A page\n")
    }

    /// Checks the errors in the text of the section.
    private func checkErrors(of section: Page) async throws {
        let faults = [
            ("Sources/App/Fault.swift", "import Titles\nlet reader = HTMLTitleReader.self\n"),
            (
                "Sources/Bootstrap/Dependencies.swift",
                try text("Sources/Bootstrap/Dependencies.swift").replacing(
                    "titles = HTML",
                    with: "_ = HTML"
                )
            ),
        ]
        let errors = section.lines.joined(separator: " ").matches(
            of: /`(cannot find [^`]*|return from [^`]*)`/
        )
        .map { String($0.1) }
        #expect(errors.count == faults.count)
        var output = ""
        for (path, fault) in faults {
            let original = try? text(path)
            try write(fault, to: path)
            output += try await command("swift build").output
            if let original {
                try write(original, to: path)
            } else {
                try folder.remove("PageTitles/\(path)")
            }
        }
        for error in errors {
            #expect(output.contains(error), "\(output)")
        }
    }

    /// Writes each block whose caption is a path.
    private func writeFiles(of section: Page) throws {
        for block in section.blocks("swift") {
            let path = try #require(block.caption.wholeMatch(of: /`([\w\/.]+)`/)?.1)
            try write(block.text + "\n", to: String(path))
        }
    }

    private func apply(_ diffs: [Page.Block]) async throws {
        for diff in diffs {
            try folder.write(diff.text + "\n", to: "edit.diff")
            try await run("git apply ../edit.diff")
        }
    }

    private func run(_ script: String, printing output: String = "") async throws {
        let outcome = try await command(script)
        try #require(outcome.code == 0, "\(script): \(outcome.output)\(outcome.errors)")
        #expect(outcome.output.hasSuffix(output), "\(outcome.output)")
        #expect(!"\(outcome)".contains("warning:"), "\(outcome)")
    }

    private func command(_ script: String) async throws -> Outcome {
        try await Subprocess.run("bash", ["-euc", script], in: folder.path("PageTitles"))
    }

    private func text(_ path: String) throws -> String {
        try folder.text("PageTitles/\(path)")
    }
    private func write(_ text: String, to path: String) throws {
        try folder.write(text, to: "PageTitles/\(path)")
    }
}
