import Foundation
import ProgramTesting
import Testing

struct BoundaryTests {
    private func bulkhead(_ arguments: String...) async throws -> Outcome {
        try await bulkhead(arguments)
    }

    /// Runs the program with a stand-in for SwiftPM that prints the description of the package.
    private func bulkhead(
        _ arguments: [String],
        in root: String = BuiltProducts.packageRoot.path
    ) async throws -> Outcome {
        let folder = try TemporaryFolder()
        defer {
            withExtendedLifetime(folder) {}
        }
        try folder.writeScript(
            "cat '\(folder.write(await Manifest.description(), to: "dump.json"))'",
            to: "swift"
        )
        return try await Subprocess.run(
            BuiltProducts.program("bulkhead"),
            arguments,
            environment: .preferringPrograms(in: folder.url.path),
            in: root
        )
    }

    /// A build does not check the rules for the package as a whole, and only warns about unused
    /// dependencies.
    @Test func `no target breaks a rule, and no dependency is unused`() async throws {
        let outcome = try await bulkhead("check", "--strict")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("0 errors, 0 warnings (by boundaries.json)"))
    }

    @Test func `the output for a forbidden import matches the documentation`() async throws {
        let folder = try TemporaryFolder()
        try folder.copy(
            ["App", "Modules", "Tests", "Package.swift", "boundaries.json"],
            from: BuiltProducts.packageRoot
        )
        let file = "App/Shelf/Commands/ListCommand.swift"
        var lines = try folder.text(file).split(separator: "\n", omittingEmptySubsequences: false)
        lines.insert("import Library", at: 2)
        try folder.write(lines.joined(separator: "\n"), to: file)
        let sample = try #require(
            contents(of: "README.md").firstMatch(
                of: /```text\n(?:\$ swift build\n)?(App\/Shelf(?:.|\n)*?)```/
            )?.1
        )
        let outcome = try await bulkhead(["check"], in: folder.url.path)
        #expect(outcome.code == 1, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(sample), "\(outcome.output)\(outcome.errors)")
    }

    @Test func `the build of Core checks all targets`() async throws {
        #expect(try Manifest.rules().checkedWith == "Core")
        let users = try await Manifest.targets().filter { $0.plugins == ["Boundaries"] }
        #expect(users.map(\.name) == ["Core"])
    }

    /// SwiftPM would compile the plugin of a dependency even for packages that do not use it.
    @Test func `a checkout of this package as a dependency uses no plugin`() async throws {
        let targets = try await Manifest.targets(copiedTo: "checkouts/bulkhead")
        #expect(targets.flatMap(\.plugins) == [])
        #expect(targets.contains { $0.type == "plugin" })
    }

    @Test func `a build of selected tests contains only these tests, and no plugin`() async throws {
        let targets = try await Manifest.targets(
            copiedTo: "bulkhead",
            variables: ["ONLY_TESTS=HTMLTests PagesTests"]
        )
        #expect(targets.flatMap(\.plugins) == [])
        #expect(!targets.contains { $0.type == "plugin" })
        let tests = targets.filter { $0.type == "test" }
        #expect(Set(tests.map(\.name)) == ["HTMLTests", "PagesTests"])
    }

    @Test func `the modules of boundaries-check depend only on each other`() async throws {
        let names: Set = ["SwiftSource", "BoundaryRules", "boundaries-check"]
        let targets = try await Manifest.targets().filter { names.contains($0.name) }
        #expect(targets.count == names.count)
        for target in targets {
            #expect(names.isSuperset(of: target.dependencies))
        }
    }

    /// The layer rules let tests declare interfaces and mocks without importing them, which a new
    /// feature needs at first. In this workspace, each name in `tests:` is imported. The functions
    /// of the manifest add the dependencies of the tested module, and InjectionTesting for an app.
    /// The tests of an app and of Bootstrap declare the mocks of all features.
    @Test func `a test target declares only what it imports or inherits`() async throws {
        let rules = try contents(of: "boundaries.json")
        let names = try #require(
            rules.firstMatch(of: /"granted": \[("interfaces", .*"mocks", .*), "inherited"\]/)?.1
        )
        let strict = rules.replacing(names, with: #""InjectionTesting""#)
            .replacing(#"["subject", "system"#, with: #"["subject", \#(names), "system"#)
        let folder = try TemporaryFolder()
        let file = try folder.write(strict, to: "boundaries.json")
        let outcome = try await bulkhead("check", "--rules", file)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        let reported = outcome.output.matches(of: /'(\w+)' declares '(\w+)' as a dependency/)
        let unused = reported.filter {
            !(["ShelfTests", "BootstrapTests"].contains($0.1) && $0.2.hasSuffix("Testing"))
        }
        #expect(!reported.isEmpty, "the changed rules have no effect")
        #expect(unused.isEmpty, "\(outcome.output)")
    }

    @Test func `the page on testing one module has the number of tests that an edit selects`()
        async throws
    {
        let targets = try await Manifest.targets()
        let page = try contents(of: "Docs/TestingOneModule.md")
        let rows = page.matches(of: #/\n\| (\w+) \| (\d+) \|(?=\n)/#)
        #expect(rows.count == 6)
        for row in rows {
            let selected = try await Manifest.tests(affectedBy: String(row.1), in: targets)
            #expect(String(selected.count) == row.2, "an edit in \(row.1)")
        }
    }

    @Test func `the picture of the layers is up to date`() async throws {
        let text = try contents(of: "Docs/Layers.svg")
        let command = ["graph", "--from", "Shelf", "--format", "svg"]
        let drawn = try await bulkhead(command).output
        #expect(
            drawn == text || drawn == "\(text)\n",
            "replace the page with the output of './bulkhead \(command.joined(separator: " "))'"
        )
    }

    @Test func `the table of layers in Architecture.md agrees with the rules`() async throws {
        func rows(_ text: String) -> [[String]] {
            text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
                line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            }
        }
        let rules = rows(try await bulkhead("graph", "--format", "layers").output)
        let page = try contents(of: "Docs/Architecture.md")
        let section = try #require(page.components(separatedBy: "## Layer rules\n").last)
        let text = section.components(separatedBy: "\n### ")[0]
        let table = rows(text).dropFirst()
        #expect(table.count == 8)
        for row in table {
            let rule = try #require(rules.first { $0.first == row.first }, "\(row)")
            let allowed = try #require(row.dropFirst().first, "\(row)")
            #expect(allowed == rule.dropFirst(2).first)
        }
    }
}
