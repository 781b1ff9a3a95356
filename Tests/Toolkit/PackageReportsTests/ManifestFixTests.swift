import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

@Suite(.describedPackages)
struct ManifestFixTests {
    private let repository: DescribedRepository

    init() async throws {
        repository = try await DescribedRepository.app()
    }

    @Test func `adds each missing dependency once, and removes unused dependencies on request`()
        async throws
    {
        try repository.write("import Core", to: "Sources/App/Second.swift")
        let fix = try await repository.fix(removesUnused: true)
        #expect(
            fix.actions == [
                .add("Core", to: "App"),
                .add("Net", to: "App"),
                .add("Net", to: "Home"),
                .remove("Core", from: "Home"),
            ]
        )
        #expect(fix.additionCount == 3)
        #expect(fix.remainders.isEmpty)
        #expect(fix.text.contains(#".target(name: "App", dependencies: ["Core", "Home", "Net"]),"#))
        #expect(fix.text.contains(#".target(name: "Home", dependencies: ["Net"]),"#))
        let difference = try await fix.difference()
        #expect(
            difference.hasPrefix("--- a/Package.swift\n+++ b/Package.swift\n@@ -2,10 +2,10 @@\n"),
            "\(difference)"
        )
        #expect(
            difference.contains("\n-        .target(name: \"Home\", dependencies: [\"Core\"]),\n+")
        )
    }

    @Test
    func `keeps unused dependencies and names the command that removes them`() async throws {
        let fix = try await repository.fix()
        #expect(
            fix.actions == [
                .add("Core", to: "App"),
                .add("Net", to: "App"),
                .add("Net", to: "Home"),
            ]
        )
        #expect(fix.remainders.map(\.violation.rule) == [.unusedDependency])
        #expect(
            fix.remainders.map(\.note) == ["run 'bulkhead fix --remove-unused Home' to remove it"]
        )
    }

    @Test func `changes only the given targets`() async throws {
        let named = try await repository.fix(
            targets: ["App"],
            removesUnused: true
        )
        #expect(named.actions == [.add("Core", to: "App"), .add("Net", to: "App")])
    }

    @Test func `removes an unused dependency first if it and a missing dependency form a cycle`()
        async throws
    {
        try repository.describe("Core: Net\nCoreTests: Core\nHome: Core\nHomeTests: Home\nNet")
        let imports = [
            "Core": "let a = 1", "Net": "import Core", "Home": "import Core",
            "HomeTests": "import Home",
        ]
        let fix = try await repository.fix(imports, targets: ["Core", "Net"], removesUnused: true)
        #expect(fix.actions == [.remove("Net", from: "Core"), .add("Core", to: "Net")])
    }

    /// `App` reaches `Core` only through the unused dependency of `Home`.
    @Test func `keeps an unused dependency if an undeclared import relies on it`() async throws {
        var imports = DescribedRepository.appImports
        imports["App"] = "import Home\nimport Core"
        imports["Home"] = "let a = 1"
        let all = try await repository.fix(imports, removesUnused: true)
        #expect(all.actions == [.add("Core", to: "App"), .remove("Core", from: "Home")])
        imports["HomeTests"] = "import Core\nimport Home"
        let home = try await repository.fix(
            imports,
            targets: ["Home"],
            removesUnused: true
        )
        #expect(home.actions.isEmpty)
        #expect(
            home.remainders.map(\.note) == [
                "'App' imports 'Core', which it reaches only through this dependency"
            ]
        )
    }

    @Test func `adds no dependency for an import inside a canImport condition`() async throws {
        let text = "#if os(Linux)\n#if canImport(Net)\nimport Net\n#endif\n#endif"
        let optional = try await repository.fix(["App": "import Home\n\(text)"])
        #expect(optional.actions.isEmpty)
        #expect(!optional.remainders.contains { $0.violation.module == "App" })
        let both = try await repository.fix(["App": "import Home\nimport Net\n\(text)"]
        )
        #expect(both.actions == [.add("Net", to: "App")])
    }

    @Test func `only test targets get a dependency on a test target`() async throws {
        let fix = try await repository.fix([
            "App": "import Home\nimport HomeTests",
            "CoreTests": "import Core\nimport HomeTests",
        ]
        )
        #expect(fix.actions == [.add("HomeTests", to: "CoreTests")])
        let remainders = fix.remainders.filter { $0.violation.module == "App" }
        #expect(
            remainders.map(\.note) == [
                "only test targets can depend on a test target; move the shared code to a library"
            ]
        )
    }

    @Test func `keeps a dependency that may be needed without an import, and states the reason`()
        async throws
    {
        let imports = [
            "App": "import Home\nlet a = 1", "Home": "let a = 1", "Core": "// Only a marker.",
        ]
        let fix = try await repository.fix(
            imports,
            targets: ["Home"],
            removesUnused: true
        )
        #expect(fix.actions.isEmpty)
        #expect(fix.remainders.isEmpty)
        #expect(
            fix.kept.map(\.note) == [
                "'Core' declares nothing and may exist only for 'canImport' conditions"
            ]
        )
    }

    @Test func `fixes violations that the baseline allows`() async throws {
        var rules = LayerRules.none
        rules.baseline = Baseline([.init(rule: .undeclaredImport, module: "App", other: "Net")])
        let fix = try await repository.fix(rules: rules)
        #expect(fix.actions.contains(.add("Net", to: "App")))
    }

    private static let forbidding = """
        {"layers": [
          {"name": "low", "modules": ["Core", "Home"], "canDependOn": []},
          {"name": "high", "paths": ["Sources/*", "Tests/*"], "canDependOn": "*"}
        ]}
        """

    @Test func `removes a forbidden dependency that no file imports`() async throws {
        var rules = try LayerRules(Self.forbidding)
        rules.baseline = Baseline([.init(rule: .forbiddenDependency, module: "Home", other: "Core")]
        )
        let imports = ["App": "import Home", "Home": "let a = 1", "HomeTests": "import Home"]
        let kept = try await repository.fix(imports, rules: rules)
        #expect(kept.actions.isEmpty)
        #expect(
            kept.remainders.map(\.note).contains(
                "run 'bulkhead fix --remove-unused Home' to remove it"
            )
        )
        let fix = try await repository.fix(
            imports,
            rules: rules,
            targets: ["Home"],
            removesUnused: true
        )
        #expect(fix.actions == [.remove("Core", from: "Home")])
        // The code may use the module without an import.
        let symbol = try await repository.fix(
            imports.merging(["Core": "@_cdecl(\"core\") func core() {}"]) { $1 },
            rules: rules,
            targets: ["Home"],
            removesUnused: true
        )
        #expect(symbol.actions.isEmpty)
        let note = try #require(symbol.remainders.first).note
        #expect(note.hasSuffix("'Core' defines linker symbols by name)"))
    }

    @Test func `the violations after a fix are those that a check of the result finds`()
        async throws
    {
        let rules = try LayerRules(Self.forbidding)
        let imports = DescribedRepository.appImports.merging(["Home": "import Core\nimport Net"]) {
            $1
        }
        for (name, text) in imports {
            try repository.write(text, ofModule: name)
        }
        let report = try await repository.report(rules)
        #expect(report.violations.contains { $0.rule == .undeclaredImport })
        let fix = ManifestFix.resolving(report, removesUnused: true)
        let left = report.violations(after: [fix])
        #expect(left.map(\.rule) == [.forbiddenDependency, .forbiddenDependency])
        #expect(left.map(\.other) == ["Core", "Net"])
        #expect(fix.remainders.isEmpty)
    }

    @Test func `adds no dependency that would create a cycle`() async throws {
        let fix = try await repository.fix(["Home": "import Core", "Core": "import Home"]
        )
        #expect(!fix.actions.contains(.add("Home", to: "Core")))
        let remainder = try #require(fix.remainders.first)
        #expect(remainder.violation.module == "Core")
        #expect(remainder.violation.other == "Home")
        #expect(
            remainder.note.hasPrefix("the dependency would create a cycle, Core → Home → Core; ")
        )
    }

    @Test
    func `suggests an edit for a target that is not declared with a literal name`() async throws {
        try repository.write("feature(\"Home\")", to: "Package.swift")
        let fix = try await repository.fix(["Home": "import Core\nimport Net"])
        #expect(
            fix.remainders.map(\.note).contains(
                "add \"Net\" to the dependencies of 'Home' (the manifest does not declare this target with a literal name)"
            )
        )
    }

    @Test(
        arguments: Row.table(
            #"""
            feature("Home") → the manifest does not declare this target with a literal name
            .target(name: "Home"), .target(name: "Home") → the manifest declares it several times
            .target(name: "Home", dependencies: shared) → the declaration of the target does not list this name
            """#
        )
    )
    func `states why it cannot remove an unused dependency`(row: Row) async throws {
        try repository.write(row[0], to: "Package.swift")
        let fix = try await repository.fix(
            ["App": "import Home", "Home": "let a = 1"],
            targets: ["Home"],
            removesUnused: true
        )
        #expect(fix.text == row[0])
        #expect(fix.actions.isEmpty)
        let remainder = try #require(fix.remainders.first)
        #expect(remainder.note == "\(remainder.violation.remedy) (\(row[1]))")
    }

}
