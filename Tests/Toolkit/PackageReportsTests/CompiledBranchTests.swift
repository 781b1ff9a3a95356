import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Imports between `#if` and `#endif` in a package.
@Suite(.describedPackages)
struct CompiledBranchTests {
    /// `Home` imports `Net`, which it does not declare, in a branch of a condition.
    @Test(arguments: [
        ("SWIFT_PACKAGE", false, "{}"), ("!SWIFT_PACKAGE", true, "{}"), ("OTHER", false, "{}"),
        ("OTHER", true, #"{"conditions": {"OTHER": false}}"#), ("DEFINED", false, "{}"),
        ("!DEFINED", true, "{}"), ("!DEFINED", true, #"{"conditions": {"DEFINED": false}}"#),
        ("canImport(Net)", true, "{}"),
    ])
    func `an import in a branch that is never compiled needs no declaration`(
        condition: String,
        isAllowed: Bool,
        rules: String
    ) async throws {
        let repository = try await SampleRepository()
        let text = "import Core\n#if \(condition)\nimport Net\n#endif"
        try repository.folder.write(text, to: "Sources/Home/Home.swift")
        let define = #"{"tool": "swift", "kind": {"define": {"_0": "DEFINED"}}}"#
        let description = try repository.folder.text("dump.json")
        try repository.folder.write(
            description.replacing(#""settings": [],"#, with: #""settings": [\#(define)],"#),
            to: "dump.json"
        )
        let package = try await repository.load()
        let rules = try LayerRules(json: Data(rules.utf8))
        let report = BoundaryReport.checking(
            PackageSet(package),
            rules: rules,
            sources: try PackageSet(package).sources(conditions: rules.conditions)
        )
        #expect(report.violations.filter { $0.module == "Home" }.isEmpty == isAllowed)
    }

    @Test func `a restriction forbids an import inside a canImport condition`() async throws {
        let repository = try await SampleRepository()
        let text = "import Core\n#if canImport(Net)\nimport Net\n#endif"
        try repository.folder.write(text, to: "Sources/Home/Home.swift")
        let package = try await repository.load()
        let rules = #"{"rules": [{"from": "module:Home", "deny": "module:Net"}]}"#
        let report = BoundaryReport.checking(
            PackageSet(package),
            rules: try LayerRules(json: Data(rules.utf8)),
            sources: try PackageSet(package).sources()
        )
        let found = report.violations.filter { $0.module == "Home" }
        #expect(found.map(\.rule) == [.forbiddenDependency])
    }
}
