import Foundation
import ProgramTesting
import Testing

/// Compares import checks on the same package, as far as they run on this machine. The results are
/// the table in Docs/Alternatives.md.
@Suite(.serialized, .buildsPackages)
struct ImportCheckTests {
    /// A target that uses `Leaf` without declaring it, or does not use it.
    private struct Case {
        let name: String
        /// The first cell of the row in the table.
        let row: String
        var dependencies: [String] = []
        var isUse = true
        let source: String
    }

    private static let cases = [
        Case(name: "Plain", row: "imports it", source: "import Leaf"),
        Case(
            name: "Reachable",
            row: "imports it, and depends on a module that declares it",
            dependencies: ["Middle"],
            source: "import Leaf"
        ),
        Case(
            name: "Kind",
            row: "imports one declaration: `import protocol Leaf.Shape`",
            source: "import protocol Leaf.Shape"
        ),
        Case(
            name: "Attributes",
            row: "imports it with attributes: `@testable private import Leaf`",
            source: "@testable private import Leaf"
        ),
        Case(
            name: "Line",
            row: "imports it on a line with another import",
            source: "import Swift; import Leaf"
        ),
        Case(
            name: "Platform",
            row: "imports it for another platform, in `#if os(Windows)`",
            source: "#if os(Windows)\n    import Leaf\n#endif"
        ),
        Case(
            name: "Comment",
            row: "has `import Leaf` in a comment",
            isUse: false,
            source: "// import Leaf\n/* /* nested */\nimport Leaf\n*/"
        ),
        Case(
            name: "Text",
            row: "has `import Leaf` in a string",
            isUse: false,
            source: """
                let text = \"""
                import Leaf
                \"""
                let raw = #\"""
                "import Leaf" \"""
                import Leaf
                \"""#
                """
        ),
        Case(
            name: "Reexport",
            row: "uses it through `@_exported import` in another module",
            dependencies: ["Umbrella"],
            source: "import Umbrella\nlet leaf = Leaf()"
        ),
        Case(
            name: "Member",
            row: "uses a member that it adds to a type, without an import",
            dependencies: ["Middle"],
            source: "import Middle\nlet number = \"\".leaf"
        ),
    ]

    private static let libraries = [
        "Leaf": """
        public struct Leaf: Sendable { public init() {} }
        public protocol Shape {}
        extension String { public var leaf: Int { 1 } }
        """,
        "Middle": "import Leaf\npublic struct Middle {}",
        "Umbrella": "@_exported import Leaf",
    ]

    private let folder: TemporaryFolder

    init() throws {
        var files: [String: String] = [:]
        var targets = [".target(name: \"Leaf\")"]
        for (name, source) in Self.libraries {
            files["Sources/\(name)/\(name).swift"] = source
            guard name != "Leaf" else { continue }
            targets.append(".target(name: \"\(name)\", dependencies: [\"Leaf\"])")
        }
        for each in Self.cases {
            files["Sources/\(each.name)/\(each.name).swift"] = each.source
            targets.append(".target(name: \"\(each.name)\", dependencies: \(each.dependencies))")
        }
        files["Package.swift"] = """
            // swift-tools-version: 6.1
            import PackageDescription
            let package = Package(name: "Trees", targets: [\(targets.joined(separator: ", "))])
            """
        files["boundaries.json"] = """
            {"layers": [{"name": "all", "paths": ["**"], "canDependOn": ["*"]}]}
            """
        folder = try TemporaryFolder(files: files)
    }

    /// Returns the cells of a column of the table, by the first cell of their rows.
    private func column(_ title: String) throws -> [String: String] {
        let page = BuiltProducts.packageRoot.appending(path: "Docs/Alternatives.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        let rows = lines.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let start = try #require(
            rows.firstIndex { $0.first == "a target that does not declare `Leaf`" }
        )
        let index = try #require(rows[start].firstIndex(of: title))
        var cells: [String: String] = [:]
        for row in rows[(start + 2)...].prefix(Self.cases.count) where row.count > index {
            cells[row[0]] = row[index]
        }
        return cells
    }

    /// Compares the targets that a check reports with its column.
    private func expect(_ reported: Set<String>, in column: [String: String]) {
        for each in Self.cases {
            let result =
                switch (each.isUse, reported.contains(each.name)) {
                case (true, true): "found"
                case (true, false): "missed"
                case (false, true): "false finding"
                case (false, false): "no finding"
                }
            #expect(column[each.row] == result, "\(each.row)")
        }
    }

    @Test(arguments: ["native", "swiftbuild"])
    func `the table matches the findings of SwiftPM's check`(buildSystem: String) async throws {
        // The build fails if a module is imported before it is built. The check runs before that.
        let outcome = try await Subprocess.run(
            "swift",
            [
                "build", "--package-path", folder.url.path, "--build-system", buildSystem,
                "--explicit-target-dependency-import-check", "warn",
            ]
        )
        let output = outcome.output + outcome.errors
        let warnings = output.matches(of: /Target (\w+) imports another target \(Leaf\)/)
        expect(Set(warnings.map { String($0.1) }), in: try column("SwiftPM, `\(buildSystem)`"))
    }

    @Test func `the table matches the findings of this check`() async throws {
        struct Report: Decodable {
            struct Violation: Decodable {
                let rule: String
                let module: String
            }

            let violations: [Violation]
        }
        let program = BuiltProducts.program("bulkhead")
        let options = ["--package-path", folder.url.path]
        let json = try await Subprocess.run(program, ["check", "--json"] + options).output
        let violations = try JSONDecoder().decode(Report.self, from: Data(json.utf8)).violations
        var column = try column("`bulkhead check`")
        // Two uses are not imports in the target, so the check does not report them there.
        #expect(column.removeValue(forKey: Self.cases[8].row) == "forbids the re-export")
        #expect(column.removeValue(forKey: Self.cases[9].row) == "names the targets")
        column[Self.cases[8].row] = "missed"
        column[Self.cases[9].row] = "missed"
        expect(Set(violations.filter { $0.rule == "undeclared-import" }.map(\.module)), in: column)
        #expect(violations.filter { $0.rule == "re-export" }.map(\.module) == ["Umbrella"])
        let text = try await Subprocess.run(program, ["check"] + options).output
        #expect(text.contains("MemberImportVisibility, a file can use members of a module that"))
    }

    @Test func `the two uses without an import compile`() async throws {
        for target in ["Reexport", "Member"] {
            let outcome = try await Subprocess.run(
                "swift",
                ["build", "--package-path", folder.url.path, "--target", target]
            )
            #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        }
    }
}
