import BoundaryRules
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Tests fixes of a manifest that declares targets by lists of modules.
@Suite(.describedPackages)
struct PartFixTests {
    private static let functions = "\n" + manifestFunctions

    /// Returns the targets of the package, of which some also declare a dependency on `Wishes`.
    private static func targets(using users: [String] = []) -> String {
        let lines = """
            Sales: SalesInterface
            SalesInterface
            SalesTesting: SalesInterface
            SalesTests: Sales, SalesInterface, SalesTesting
            Text
            Wishes
            """
        return lines.split(separator: "\n").map { line in
            let name = String(line.prefix { $0 != ":" })
            guard users.contains(name) else { return String(line) }
            return line.contains(":") ? "\(line), Wishes" : "\(line): Wishes"
        }.joined(separator: "\n")
    }

    private static let imports = [
        "Sales": "import SalesInterface", "SalesTesting": "import SalesInterface",
        "SalesTests": "import Sales\nimport SalesInterface\nimport SalesTesting",
    ]

    private static let parts = ["Sales", "SalesInterface", "SalesTesting", "SalesTests"]
    private static let exposing = #"feature("Sales", exposes: ["Wishes"])"#

    /// Returns the fix for a package in which the modules with the given names also import
    /// `Wishes`. If the interface exposes `Wishes`, all modules declare the dependency.
    private func fix(
        _ repository: DescribedRepository? = nil,
        line: String = #"feature("Sales")"#,
        importers: String,
        rules: String = "{}"
    ) async throws -> ManifestFix {
        let repository = try repository ?? DescribedRepository()
        try repository.describe(Self.targets(using: line == Self.exposing ? Self.parts : []))
        try repository.write(line + Self.functions, to: "Package.swift")
        for name in Self.parts {
            let wish = importers.split(separator: " ").contains(name[...]) ? "\nimport Wishes" : ""
            let text = Self.imports[name] ?? "let a = 1"
            try repository.write(text + wish, ofModule: name)
        }
        let report = try await repository.report(LayerRules(rules))
        return ManifestFix.resolving(report, removesUnused: true)
    }

    private func line(_ fix: ManifestFix) -> String {
        String(fix.text.prefix { $0 != "\n" })
    }

    /// A row contains the line of the manifest, the modules that import `Wishes`, the fixed line,
    /// and the modules that then depend on `Wishes`.
    @Test(
        arguments: Row.table(
            """
            feature("Sales") → SalesTests → feature("Sales", tests: ["Wishes"]) → SalesTests
            feature("Sales") → Sales → feature("Sales", uses: ["Wishes"]) → Sales SalesTests
            feature("Sales") → Sales SalesTests → feature("Sales", uses: ["Wishes"]) → Sales SalesTests
            feature("Sales") → SalesInterface → \(exposing) → \(parts.joined(separator: " "))
            feature("Sales") → Sales SalesInterface → \(exposing) → \(parts.joined(separator: " "))
            \(exposing) → → feature("Sales") →
            \(exposing) → SalesTests → feature("Sales", tests: ["Wishes"]) → SalesTests
            \(exposing) → Sales → feature("Sales", uses: ["Wishes"]) → Sales SalesTests
            """
        )
    )
    func `adds or moves a dependency to the list that its importers need`(row: Row) async throws {
        let fix = try await fix(line: row[0], importers: row[1])
        #expect(fix.remainders.isEmpty)
        #expect(line(fix) == row[2])
        let users = fix.graph.modules.filter { $0.dependencies.contains("Wishes") }
        #expect(users.map(\.name).joined(separator: " ") == row[3])
    }

    @Test func `keeps a dependency of an interface that its mocks import`() async throws {
        let fix = try await fix(
            line: Self.exposing,
            importers: "SalesTesting",
            rules: """
                {"layers": [
                  {"name": "all", "paths": ["Sources/*"], "canDependOn": ["all"],
                   "granted": ["inherited"]},
                  {"name": "tests", "paths": ["Tests/*"], "canDependOn": "subject",
                   "granted": ["all", "inherited"]}
                ]}
                """
        )
        #expect(line(fix) == Self.exposing)
        let remainders = fix.remainders.filter { $0.violation.module == "SalesInterface" }
        #expect(remainders.count == 1)
        let remedy = #"remove the imports in 'SalesTesting', and then "Wishes" from `exposes` of "#
        #expect(try #require(remainders.first).note.hasPrefix(remedy))
    }

    /// The mocks of a feature get what its interface exposes, so the interface gets it too.
    @Test func `adds no dependency that the rules forbid for another target of the feature`()
        async throws
    {
        let rules = """
            {"layers": [
              {"name": "interfaces", "modules": ["SalesInterface"], "canDependOn": []},
              {"name": "others", "paths": ["Sources/*", "Tests/*"], "canDependOn": "*"}
            ]}
            """
        let fix = try await fix(importers: "SalesTesting", rules: rules)
        #expect(line(fix) == #"feature("Sales")"#)
        #expect(fix.actions.isEmpty)
        #expect(
            fix.remainders.map(\.note) == [
                "'SalesInterface' would depend on 'Wishes', which the rules forbid; move the code, or change the rules"
            ]
        )
    }

    @Test func `writes a manifest whose functions have the expected effect`() async throws {
        let repository = try DescribedRepository()
        let fix = try await fix(repository, importers: "Sales")
        await #expect(throws: ManifestFixError.unexpected(module: "Sales")) {
            try await fix.write()
        }
        try repository.describe(Self.targets(using: ["Sales", "SalesTests"]))
        try await fix.write()
        #expect(try repository.folder.text("Package.swift") == fix.text)
    }
}
