import BoundaryRules
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Imports between `#if` and `#endif` in a package.
@Suite(.describedPackages)
struct CompiledBranchTests {
    /// `Home` imports `Net`, which it does not declare, in a branch of a condition.
    @Test(
        arguments: Row.table(
            #"""
            SWIFT_PACKAGE → false → {}
            !SWIFT_PACKAGE → true → {}
            OTHER → false → {}
            OTHER → true → {"conditions": {"OTHER": false}}
            DEFINED → false → {}
            !DEFINED → true → {}
            !DEFINED → true → {"conditions": {"DEFINED": false}}
            canImport(Net) → true → {}
            """#
        )
    )
    func `an import in a branch that is never compiled needs no declaration`(row: Row) async throws
    {
        let violations = try await violations(row[0], LayerRules(row[2]))
        #expect(edges(violations) == (row[1] == "true" ? [] : ["undeclared-import Home Net"]))
    }

    /// Returns the violations of `Home` if it imports `Net` under a condition.
    private func violations(_ condition: String, _ rules: LayerRules) async throws -> [Violation] {
        let repository = try DescribedRepository()
        let define = #"[{"tool": "swift", "kind": {"define": {"_0": "DEFINED"}}}]"#
        try repository.describe("Home: Core\nCore\nNet", values: ["Home": ["settings": define]])
        try repository.write("import Core\n#if \(condition)\nimport Net\n#endif", ofModule: "Home")
        let packages = PackageSet(try await repository.load())
        let report = BoundaryReport.checking(
            packages,
            rules: rules,
            sources: try packages.sources(conditions: rules.conditions)
        )
        return report.violations.filter { $0.module == "Home" }
    }

    @Test func `a restriction forbids an import inside a canImport condition`() async throws {
        let rules = #"{"rules": [{"from": "module:Home", "deny": "module:Net"}]}"#
        let found = try await violations("canImport(Net)", LayerRules(rules))
        #expect(found.map(\.rule) == [.forbiddenDependency])
    }
}
