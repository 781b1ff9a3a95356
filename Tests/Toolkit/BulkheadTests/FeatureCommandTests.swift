import Foundation
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests commands on a package with a feature and a container, by running the program.
struct FeatureCommandTests: PackageCaller {
    let package: DescribedRepository

    init() throws {
        package = try .withFeature()
    }

    // MARK: - why

    @Test func `why requires the names of two different modules`() async throws {
        let same = try await bulkhead("why Core Core")
        #expect(same.output == "both operands are 'Core'; specify two different names\n")
        #expect(same.code == 1)
    }

    @Test(arguments: [20, 21])
    func `the error for an unknown module lists at most twenty modules`(count: Int) async throws {
        let added = (9...count).map { "Part\($0)" }
        try package.describe(added: added)
        let outcome = try await bulkhead("graph --from Q")
        #expect(outcome.errors.contains(", Part19, Part20"))
        #expect(outcome.errors.hasSuffix(count == 20 ? "Part20\n" : "Part20 …\n"))
    }
}

// MARK: - graph

extension FeatureCommandTests {
    @Test(
        arguments: Row.table(
            #"""
             → 7 modules, 10 edges (4 implied by others are not drawn), none broken, height 5⏎
            --from NotesExample → 4 modules, 4 edges (1 implied
            """#
        )
    )
    func `graph draws the selected modules and edges`(row: Row) async throws {
        let outcome = try await bulkhead("graph \(row[0])")
        #expect(outcome.output.contains("\n\(row.lines(1))"), "\(outcome)")
        #expect(outcome.code == 0)
    }

    @Test(
        arguments: Row.table(
            """
            layers → | layer | modules | may depend on | contains |⏎
            svg → <svg
            json → {⏎
            html → <!DOCTYPE html>
            text →   Shop
            """
        )
    )
    func `graph prints each format`(row: Row) async throws {
        let outcome = try await bulkhead("graph --format \(row[0])")
        let output = outcome.output.drop { $0 == " " }
        #expect(output.hasPrefix(row.lines(1)), "\(outcome)")
        #expect(outcome.code == 0)
    }
}

// MARK: - affected

extension FeatureCommandTests {
    @Test func `affected states why a module is affected`() async throws {
        try package.write(#"{"wholePackageTests": ["WholeTests"]}"#, to: "boundaries.json")
        try package.describe(added: ["WholeTests"])
        try await package.initialize()
        try package.write("let a = 1\n", to: "Modules/Features/Notes/Testing/MockNoteBook.swift")
        try package.write("let b = 1\n", to: "Modules/Features/Notes/Testing/Other.swift")
        try package.describe(added: ["WholeTests"], unused: ["Shop"])
        let outcome = try await bulkhead("affected --since HEAD")
        #expect(outcome.output.contains("NotesTesting: changed 2 files\n"), "\(outcome)")
        #expect(outcome.output.contains("Shop: changed in Package.swift\n"), "\(outcome)")
        #expect(outcome.output.contains("NotesTests: uses NotesTesting\n"), "\(outcome)")
        #expect(outcome.output.contains("WholeTests: tests the package as a whole\n"), "\(outcome)")
        #expect(!outcome.output.contains("Core: "), "\(outcome)")
        #expect(outcome.errors.hasPrefix("note: in no module: dump.json"), "\(outcome)")
    }

    @Test func `a description that depends on the repository affects no module`() async throws {
        let package = try DescribedRepository("Core", files: ["Package.swift": ""])
        let settings = #"[{"kind": {"define": {"_0": "{define}"}}}]"#
        try package.describe("Core", values: ["Core": ["settings": settings]])
        let script = DescribedRepository.swift.replacing(
            "sed \"",
            with: #"[ -e "$2/.git" ] && define=A || define=B; sed "s/{define}/$define/; "#
        )
        try package.replaceSwift(with: script)
        try await package.initialize()
        try package.write("", to: "notes.txt")
        let outcome = try await package.bulkhead("affected --since HEAD")
        #expect(outcome.output == "0 modules affected (0 test targets)\n", "\(outcome)")
    }

    @Test func `affected --json prints JSON`() async throws {
        try await package.initialize()
        try package.write("let a = 1\n", to: "Tests/NotesTests/NotesTests.swift")
        try package.write("", to: "notes.txt")
        try package.write("", to: "a.txt")
        let outcome = try await bulkhead("affected --since HEAD --json")
        #expect(
            outcome.output == """
                {
                  "modules" : [
                    {
                      "kind" : "test",
                      "name" : "NotesTests",
                      "reason" : "changed Tests/NotesTests/NotesTests.swift"
                    }
                  ],
                  "otherFiles" : [
                    "a.txt",
                    "notes.txt"
                  ],
                  "tests" : [
                    "NotesTests"
                  ]
                }

                """
        )
        #expect(outcome.errors == "")
        let tests = try await bulkhead("affected --since HEAD --tests")
        #expect(tests.output == "NotesTests\n")
        let text = try await bulkhead("affected --since HEAD")
        #expect(text.errors == "note: in no module: a.txt, notes.txt\n")
        #expect(text.output.hasSuffix("\n1 module affected (1 test target)\n"))
    }
}

#if os(Linux)
    /// Tests the output on a terminal provided by script(1).
    @Suite(
        .usesTerminal
    )
    struct TerminalOutputTests: PackageCaller {
        let package: DescribedRepository

        init() throws {
            package = try .withFeature()
        }

        /// Returns the next commands with their purposes, and the page, that `check` prints.
        private func nextCommands(_ options: String = "") async throws -> [String] {
            let output = try await terminal("check \(options)")
            let text = output.components(separatedBy: "\nNext:\n").dropFirst().last ?? ""
            return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }

        @Test func `check prints no next commands without findings, in a pipe, and in JSON`()
            async throws
        {
            #expect(try await nextCommands() == [])
            try package.describe(unused: ["Shop"])
            let piped = try await bulkhead("check")
            #expect(!piped.output.contains("Next:"))
            #expect(try await nextCommands("--format json") == [])
        }

        @Test func `the next commands depend on the findings and on the baseline`() async throws {
            let unused = "bulkhead fix --remove-unused --dry-run"
            let missing = "bulkhead fix --dry-run"
            let accept = "accept these findings, and report only new ones"
            try package.describe(unused: ["Shop"])
            let root = BuiltProducts.packageRoot.path
            let page = "\(root)/Docs/ExistingPackages.md explains the steps"
            #expect(
                try await nextCommands() == [
                    "\(unused)  show the dependencies that no file imports",
                    "bulkhead check --write-baseline         \(accept)",
                    page,
                ]
            )
            _ = try await bulkhead("check --write-baseline")
            #expect(try await nextCommands() == [])
            try package.write("import Core\n", to: "Modules/Features/Notes/Testing/A.swift")
            let purpose = "show the dependencies missing from the manifest"
            #expect(try await nextCommands() == ["\(missing)  \(purpose)", page])
            try folder.remove("Modules/Features/Notes/Testing/A.swift")
            try package.describe()
            let stale =
                "bulkhead check --write-baseline  remove the fixed entries from the baseline"
            #expect(try await nextCommands() == [stale, page])
        }

        @Test func `the next commands use the same packages`() async throws {
            try package.describe(unused: ["Shop"])
            try await package.initialize()
            let command = try #require(try await nextCommands("--repository").first)
            #expect(command.hasPrefix("bulkhead fix --remove-unused --dry-run --repository  "))
        }

        @Test func `errors are red, and warnings are yellow`() async throws {
            try package.describe(unused: ["Shop"])
            let warning = try await terminal("check")
            #expect(warning.contains(":\u{1B}[1;33m warning: \u{1B}[0m'Shop' declares 'Core' "))
            try package.write("import Core\n", to: "Modules/Features/Notes/Testing/A.swift")
            let error = try await terminal("check")
            #expect(error.contains(":\u{1B}[1;31m error: \u{1B}[0m'NotesTesting' imports 'Core' "))
            let graph = try await terminal("graph")
            #expect(graph.contains("\u{1B}["))
        }

        @Test func `a graph in a file has no color, even on a terminal`() async throws {
            try package.write("import Core\n", to: "Modules/Features/Notes/Testing/A.swift")
            _ = try await terminal("graph --out graph.txt")
            let graph = try folder.text("graph.txt")
            #expect(graph.contains("✗ Core"))
            #expect(!graph.contains("\u{1B}"))
        }

        @Test func `the progress message is cleared before the result is printed`() async throws {
            try await package.initialize()
            for (command, step, result) in [
                ("why Shop Core", "manifests", "Shop → "),
                ("graph", "sources", "  Shop → Bootstrap\n"),
                ("check --since main", "revision", "P since "),
            ] {
                let output = try await terminal(command)
                #expect(output.contains("\(step) …\r\u{1B}[K\(result)"), "\(command): \(output)")
            }
        }

        @Test func `fix clears its progress message before it reports an error`() async throws {
            try package.write("import Core\n", to: "Modules/Features/Notes/Testing/A.swift")
            try package.write(
                #".target(name: "NotesTesting", dependencies: ["NotesInterface"]),"#,
                to: "Package.swift"
            )
            let output = try await terminal("fix")
            let error = "error: the new manifest would change the dependencies of 'NotesTesting' "
            let progress = "evaluating the new manifest …"
            #expect(output.contains("\(progress)\r\u{1B}[K\(error)"), "\(output)")
        }
    }
#endif
