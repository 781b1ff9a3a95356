import BoundaryRules
import PackageManifestTesting
import ProgramTesting
import Testing

/// Tests severities, comments that allow an import, and the baseline.
struct SuppressionTests {
    @Test func `the severity of a rule can be set`() throws {
        let severities = #""forbidden-dependency": "warning", "unused-dependency": "off""#
        let package = try Workspace.layered(
            replacing: #""layers": ["#,
            with: "\"severities\": { \(severities) }, \"layers\": ["
        )
        let home = package.violations("HomeUI", "import Network")
        #expect(home.map(\.severity) == [.warning])
        let violation = try #require(home.first)
        #expect(violation.text.contains(": warning: 'HomeUI' depends"))
        #expect(package.violations("Network", "import Foundation") == [])
    }

    @Test(arguments: [("error", Severity.error), ("warning", .warning), ("off", nil)])
    func `a package without layers can forbid re-exports`(name: String, severity: Severity?) throws
    {
        let package = try Workspace.layered("{ \"severities\": { \"re-export\": \"\(name)\" } }")
        let found = package.violations("Network", "@_exported import Model")
        #expect(found.map(\.severity) == [severity].compactMap(\.self))
    }

    @Test(
        arguments: Row.table(
            """
            → warning
            "severities": { "misplaced-module": "error" }, → error
            "severities": { "misplaced-module": "off" },
            """
        )
    )
    func `warns by default about a module that is in no layer`(row: Row) throws {
        var package = try Workspace.layered(
            replacing: #""layers": ["#,
            with: #"\#(row[0]) "layers": ["#
        )
        package.add("New in New")
        #expect(package.violations("New").map(\.severity.rawValue) == row[1...])
    }

    @Test func `a comment with a reason suppresses the violations of an import`() throws {
        var package = try Workspace.layered()
        let text = "import Model\nimport Network  // boundaries:allow moves to Network"
        #expect(package.violations("HomeUI", text) == [])
        package.sources = ["HomeUI": text]
        let suppressed = package.checker.results().filter { $0.suppression != nil }
        #expect(suppressed.map(\.suppression) == [.inSource(reason: "moves to Network")])
        #expect(suppressed.map(\.other) == ["Network"])
        #expect(suppressed.map(\.suppression?.isNeed) == [false])
    }

    @Test func `reports a comment without a reason, and a comment that is not needed`() throws {
        let package = try Workspace.layered()
        let unexplained = package.violations(
            "HomeUI",
            "import Model\nimport Network // boundaries:allow "
        )
        #expect(unexplained.map(\.rule) == [.forbiddenDependency, .unusedSetting])
        #expect(
            unexplained.last?.summary == """
                Sources/HomeUI/A.swift:2:8: warning: the comment that allows 'HomeUI' to import 'Network' has no reason
                note: remedy: write the reason after '// boundaries:allow'
                """
        )
        let silent = try Workspace.layered(
            replacing: #""layers": ["#,
            with: #""severities": { "forbidden-dependency": "off" }, "layers": ["#
        )
        let needless = "import Network // boundaries:allow it was forbidden"
        let unneeded = silent.violations("HomeUI", needless, of: .unusedSetting)
        #expect(unneeded.map(\.other) == ["Network"])
        let text = "import Model // boundaries:allow it was forbidden"
        #expect(
            package.violations("Network", text).first?.summary == """
                Sources/Network/A.swift:1:8: warning: the comment that allows 'Network' to import 'Model' is unnecessary, because the rules permit the import
                note: remedy: remove the comment
                """
        )
    }

    @Test
    func `a baseline allows exactly the violations that it lists, even on other lines`() throws {
        var package = try Workspace.layered()
        let old = package.violations("HomeUI", "import Network\nimport Model")
        package.rules.baseline = Baseline(old.map(\.identity))
        let moved = "\n\nimport Model\nimport Network\nimport struct Network.T"
        #expect(package.violations("HomeUI", moved) == [])
        #expect(package.violations("Model", "import Network").map(\.rule) == [.forbiddenDependency])
        let reexport = "@_exported import Network\nimport Model"
        #expect(package.violations("HomeUI", reexport).map(\.rule) == [.reexport])
        package.sources = ["HomeUI": "import Network\nimport Model"]
        let results = package.checker.results()
        let suppressed = results.filter { $0.suppression == .baseline }
        #expect(suppressed.map(\.identity) == old.map(\.identity))
        #expect(!results.contains { $0.rule == .staleBaseline })
        package.sources = ["Network": "import Alamofire\nimport Model"]
        package.rules.exceptions = []
        package.change("HomeUI") { $0.dependencies = [] }
        #expect(
            package.results(.staleBaseline).map(\.summary) == [
                """
                boundaries-baseline.json: warning: the baseline allows forbidden-dependency in 'HomeUI' (concerning 'Network'), but the violation is fixed
                note: remedy: remove the entry, or run 'bulkhead check --write-baseline'
                """
            ]
        )
    }
}
