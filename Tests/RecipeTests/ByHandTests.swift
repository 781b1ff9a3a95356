import Foundation
import ProgramTesting
import Testing

/// Tests the package that results from the steps in Docs/ByHand.md.
@Suite(.buildsPackages)
struct ByHandTests {
    private static let path = "Docs/ByHand.md"
    private static let plain = "Without a container"
    private static let engine = "With the engine"
    static let parts = [
        PagePart("swift", on: path, in: plain),
        PagePart("sh", on: path, in: plain),
        PagePart("swift", on: path, in: engine),
        PagePart("sh", on: path, in: engine),
    ]

    private let page: Page
    private let folder: TemporaryFolder

    init() throws {
        page = try Page(Self.path)
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
    func `the package works without a container, with the engine, and with its imports renamed`()
        async throws
    {
        let plain = try page.section(Self.plain)
        let engine = try page.section(Self.engine)
        try follow(plain)
        #expect(try filesOfTree() == filesOfPackage())
        try await run(plain.blocks("sh").map(\.text).joined(separator: "\n"), printing: "A page\n")
        try await checkErrors(of: plain)
        try await run(engine.blocks("sh").map(\.text).joined(separator: "\n"))
        try follow(engine)
        try await run("swift run App page.html", printing: "A page\n")
        try await run("swift test")

        try renameImports()
        try await run("swift run App page.html", printing: "A page\n")
    }

    /// Checks that the compiler reports the errors that the text of the section quotes.
    private func checkErrors(of section: Page) async throws {
        let faults = [
            ("App/Fault.swift", "import Titles\nlet reader = HTMLTitleReader.self\n"),
            (
                "Modules/Bootstrap/Dependencies.swift",
                try text("Modules/Bootstrap/Dependencies.swift").replacing(
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

    /// Writes each block whose caption is a path, and edits the file that any other caption names.
    private func follow(_ section: Page) throws {
        for block in section.blocks("swift") {
            if let path = block.caption.wholeMatch(of: /`([\w\/.]+)`/)?.1 {
                try write(block.text + "\n", to: String(path))
            } else if let edit = block.caption.firstMatch(
                of: /In `([\w\/.]+)`, (above|below) `([^`]+)`, add:$/
            ) {
                let path = String(edit.1)
                try add(block.lines, edit.2 == "above" ? 0 : 1, of: edit.3, in: path)
            } else {
                let caption = /In `([\w\/.]+)`, replace the lines of .* targets:/
                let (_, path) = try #require(block.caption.wholeMatch(of: caption)).output
                try replaceTargets(in: String(path), with: block.lines)
            }
        }
    }

    /// Adds lines before the line that begins with `start`, or after it if `offset` is 1.
    private func add(
        _ lines: [String],
        _ offset: Int,
        of start: Substring,
        in path: String
    ) throws {
        var result = try text(path).components(separatedBy: "\n")
        let place = try #require(
            result.firstIndex { $0.trimmingPrefix(while: \.isWhitespace).hasPrefix(start) }
        )
        let indentation = String(result[place].prefix { $0 == " " })
        result.insert(contentsOf: lines.map { indentation + $0 }, at: place + offset)
        try write(result.joined(separator: "\n"), to: path)
    }

    /// Replaces the line of each target.
    private func replaceTargets(in path: String, with lines: [String]) throws {
        var result = try text(path).components(separatedBy: "\n")
        for line in lines {
            let start = line.prefix { $0 != "," }
            let place = result.firstIndex {
                $0.trimmingPrefix(while: \.isWhitespace).hasPrefix(start)
            }
            result[try #require(place, "\(line)")] = "        \(line)"
        }
        try write(result.joined(separator: "\n"), to: path)
    }

    /// Applies the edits that the section "With FactoryKit" describes, and adds a stand-in module
    /// named FactoryKit that re-exports the engine.
    private func renameImports() throws {
        let edit = try page.section("With FactoryKit").lines.joined(separator: " ").firstMatch(
            of: /replace `(import \w+)` with `(import \w+)` in three files/
        )
        let (_, old, new) = try #require(edit).output
        let files = try filesOfPackage().filter { try text($0).contains("\(old)\n") }
        #expect(files.count == 3)
        for file in files {
            try write(text(file).replacing(old, with: new), to: file)
        }
        let engine = #"let injection: Target.Dependency = .product(name: "Injection", "#
        let titles = #".target(name: "Titles", "#
        try write(
            text("Package.swift").replacing(
                engine,
                with: "let injection: Target.Dependency = \"FactoryKit\"\n"
                    + engine.replacing("let injection", with: "let engine")
            )
            .replacing(
                titles,
                with: ".target(name: \"FactoryKit\", dependencies: [engine]), \(titles)"
            ),
            to: "Package.swift"
        )
        try write("@_exported public import Injection\n", to: "Sources/FactoryKit/FactoryKit.swift")
    }

    /// Returns the paths in the tree on the page.
    private func filesOfTree() throws -> [String] {
        let tree = try #require(page.blocks("text").first)
        #expect(tree.lines.first == "PageTitles")
        var files: [String] = []
        for line in tree.lines where line.contains("── ") {
            let name = line.replacing(#/^.*── /#, with: "").prefix { $0 != " " }
            if name.hasSuffix(".swift") {
                files.append(line.hasPrefix("│") ? "Modules/\(name)" : String(name))
            }
        }
        return files.sorted()
    }

    /// Returns the paths of the sources of the package.
    private func filesOfPackage() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path("PageTitles")).filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix(".build/")
        }
        .sorted()
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
