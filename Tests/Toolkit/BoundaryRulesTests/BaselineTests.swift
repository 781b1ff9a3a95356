import BoundaryRules
import Foundation
import PackageManifestTesting
import Testing

/// Tests reading and writing baselines.
struct BaselineTests {
    private func baseline(_ modules: String) -> Baseline {
        let names = modules.map(String.init)
        return Baseline(
            names.map { .init(rule: .undeclaredImport, module: $0, other: "Core") }
        )
    }

    private func modules(_ baseline: Baseline) -> String {
        baseline.entries.map(\.module).joined()
    }

    private func conflicted(_ modules: String...) -> String {
        let lines = modules.map { modules in
            let entries = modules.map { module in
                #"  {"module":"\#(module)","rule":"undeclared-import","subject":"Core"}"#
            }
            return entries.joined(separator: ",\n")
        }
        let base = lines.count == 3 ? "||||||| 1a2b3c\n\(lines[2])\n" : ""
        return """
            {"violations": [
            <<<<<<< HEAD
            \(lines[0])
            \(base)=======
            \(lines[1])
            >>>>>>> topic
            ]}

            """
    }

    @Test func `reads the entries of both sides of a conflict`() throws {
        let conflict = try #require(Baseline(conflict: conflicted("ab", "bc")))
        #expect(modules(conflict) == "abc")
        #expect(Baseline(conflict: conflicted("a", "b", "c")).map(modules) == "ab")
        let unfinished = conflicted("a", "b").replacing(">>>>>>> topic\n", with: "")
        #expect(Baseline(conflict: unfinished).map(modules) == "ab")
        #expect(Baseline(conflict: baseline("ab").json) == nil)
    }

    @Test func `ignores commas and unreadable lines in a conflict`() throws {
        let text = conflicted("ab", "c").replacing("},\n", with: "}\n")
            .replacing("=======\n", with: "=======\n  oops}\n  }{,\n")
        #expect(Baseline(conflict: text).map(modules) == "abc")
    }

    @Test func `the file has a line for each entry, and the entries and their keys are sorted`() {
        let baseline = Baseline([
            Baseline.Entry(rule: .undeclaredImport, module: "Home", other: "Net"),
            Baseline.Entry(rule: .undeclaredImport, module: "Home", other: "Core"),
            Baseline.Entry(rule: .undeclaredImport, module: "Home", other: "Files"),
            Baseline.Entry(rule: .unusedSetting, module: "Features", other: "App/Shop"),
        ])
        let expected = """
            {"violations": [
              {"module":"Features","rule":"unused-setting","subject":"App/Shop"},
              {"module":"Home","rule":"undeclared-import","subject":"Core"},
              {"module":"Home","rule":"undeclared-import","subject":"Files"},
              {"module":"Home","rule":"undeclared-import","subject":"Net"}
            ]}

            """
        #expect(baseline.json == expected)
    }

    @Test(arguments: [nil, "b.json"])
    func `rules contain their baseline and its path`(file: String?) throws {
        let text = baseline("ab").json
        let rules = try LayerRules(file: nil, baseline: file) { _ in Data(text.utf8) }
        #expect(rules.baseline == file.map { _ in baseline("ab") })
        #expect(rules.baselineFile == file ?? "boundaries-baseline.json")
    }

    @Test func `the error for a baseline with conflict markers names the remedy`() throws {
        let text = conflicted("a", "b")
        let error = #expect(throws: LayerRulesError.self) {
            try LayerRules(file: nil, baseline: "b.json") { _ in Data(text.utf8) }
        }
        let description =
            "b.json: contains Git conflict markers; run 'bulkhead check --write-baseline'"
        #expect(error?.message == description)
    }

    @Test func `reports entries with unknown modules as stale`() throws {
        var package = Workspace()
        package.rules.baseline = Baseline([
            .init(rule: .undeclaredImport, module: "Core", other: "Notes"),
            .init(rule: .forbiddenDependency, module: "Core", other: "Foundation"),
            .init(rule: .reexport, module: "Core", other: "Injection"),
            .init(rule: .dependencyCycle, module: "Notes", other: nil),
        ])
        let stale = package.results(.staleBaseline)
        let remedy = "remove the entry, or run 'bulkhead check --write-baseline'"
        #expect(stale.map(\.remedy) == Array(repeating: remedy, count: 4))
        let others = [
            "forbidden-dependency Foundation", "re-export Injection", "undeclared-import Notes",
            "dependency-cycle ",
        ]
        #expect(stale.map(\.other) == others)
    }
}
