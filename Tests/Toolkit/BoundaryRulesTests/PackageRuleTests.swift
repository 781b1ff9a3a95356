import BoundaryRules
import PackageManifestTesting
import ProgramTesting
import SwiftSource
import Testing

/// Tests the rules for a package as a whole, and the texts of all rules.
struct PackageRuleTests {
    @Test func `reports a dependency on a missing target`() {
        var workspace = Workspace()
        workspace.change("Shelf") { $0.dependencies = ["Core", "Missing"] }
        #expect(
            workspace.results(.unknownDependency).map(\.summary) == [
                """
                Package.swift:11:13: error: 'Shelf' depends on 'Missing', which does not exist
                note: remedy: correct or remove 'Missing' in the dependencies of 'Shelf' in Package.swift
                """
            ]
        )
    }

    /// `Home` uses the plugin, and `Core` does not.
    @Test(
        arguments: Row.table(
            """
            Home →
            Core → Package.swift: error: the build does not check 'Core'⏎\
            note: remedy: add the plugin Boundaries to its target in Package.swift
            Cor → boundaries.json:2:18: error: no target is named 'Cor', whose build would check all targets⏎\
            note: remedy: did you mean 'Core'? Otherwise, correct or remove it
            """
        )
    )
    func `reports a target that cannot check all targets`(row: Row) throws {
        var package = try Workspace(
            "Home\nCore\nNet",
            rules: "{\n  \"checkedWith\": \"\(row[0])\"\n}"
        )
        package.manifest = ""
        package.change("Home") { $0.plugins = ["Boundaries"] }
        package.change("Core") { $0.plugins = [] }
        #expect(package.packageViolations.map(\.summary).joined() == row.lines(1))
    }

    /// A target that depends on itself, the manifest, and the line and column of the violation.
    @Test(
        arguments: Row.table(
            """
            A → .library(name: "A", targets: ["A"]),⏎.target(name: "A", dependencies: []) → 2:15
            A → .target(name: "B", dependencies: ["A"]),⏎  .executableTarget(⏎    name: "A",⏎  ) → 3:11
            A → [.target(name: "A", condition: x)]\r⏎.macro(name: "A", dependencies: []) → 2:14
            A → .executable(name: "a", targets: ["A"]),⏎.app(⏎  "A", features: []) → 3:3
            A → ["A"]⏎.systemLibrary(name: "A", path: "B"),⏎.library(name: "A", targets: []) → 2:22
            A → let ü = 1; .module("A", uses: []) → 1:21
            HomeTests → ⏎Feature("Home") → 2:9
            HomeInterface → Feature("Home", uses: []) → 1:9
            HomePageTests → [Feature("Home"), Feature("HomePage")] → 1:27
            A → let a = ["A"]⏎let b = ["A"] → 1:10
            A → names.map { .target(name: $0) } →
            """
        )
    )
    func `a violation in the manifest is reported at the declaration of the target`(
        row: Row
    ) throws {
        var package = try Workspace("\(row[0]): \(row[0])")
        package.manifest = row.lines(1)
        let violation = try #require(package.packageViolations.first)
        let place = violation.location.map { "\($0.line):\($0.column)" }
        #expect(place ?? "" == row[2])
    }

    @Test func `the list of rules in Docs contains each rule with its severity and statement`()
        throws
    {
        let page = try Workspace.text(of: "Docs/RulesFile.md")
        let section = try #require(
            page.split(separator: "\n## ").first { $0.hasPrefix("The rules\n") }
        )
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("- `") }
        #expect(rows.count == Rule.allCases.count)
        for rule in Rule.allCases {
            let severity = rule.severity == .warning ? " (a warning)" : ""
            let name = "- `\(rule.rawValue)`\(severity): "
            let row = try #require(rows.first { $0.hasPrefix(name) }, "\(rule.rawValue)")
            let text = row.dropFirst(name.count).replacing("`", with: "")
            // The list may explain a statement after its first words.
            let words = rule.statement.split(separator: " ").prefix(6).joined(separator: " ")
            #expect(text.hasPrefix(words))
        }
    }

    /// Compares the rules with the recorded ones in `Tests/Fixtures/Rules.txt`.
    @Test func `each rule has the recorded severity, statement and reason`() throws {
        let texts = Rule.allCases.map { rule in
            "\(rule.rawValue) (\(rule.severity)): \(rule.statement)\n  \(rule.reason)\n"
        }
        let recorded = RecordedText(
            in: "Rules.txt",
            updatedBy: "Tests/run BoundaryRules -- --filter recorded"
        )
        try recorded.expect(texts.joined())
    }

    @Test func `a violation has the format of compiler diagnostics`() {
        #expect(
            Workspace().violations("Shelf", "\nimport SQLite").first?.text == """
                App/Shelf/A.swift:2:8: error: 'Shelf' imports 'SQLite', which only Bootstrap can depend on
                note: rule: forbidden-dependency: App can depend on interfaces, single-module features, Core, Injection, Bootstrap, libraries (Docs/Architecture.md#layer-rules)
                note: reason: an app that cannot name a concrete type keeps working when one is replaced
                note: chain: Shelf → Bootstrap → SQLite
                note: remedy: move the code that uses it to a module in the layer Bootstrap, or remove that code
                """
        )
    }
}
