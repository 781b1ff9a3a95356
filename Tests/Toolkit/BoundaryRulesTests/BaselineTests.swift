import BoundaryRules
import Foundation
import Testing

/// Tests merging and renaming baselines.
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

    struct Merge: CustomTestStringConvertible {
        let base: String?
        let ours: String
        let theirs: String
        let result: String

        var testDescription: String { "\(base ?? "?"): \(ours) and \(theirs)" }
    }

    @Test(arguments: [
        Merge(base: "ab", ours: "ab", theirs: "ab", result: "ab"),
        Merge(base: "ab", ours: "abc", theirs: "abd", result: "abcd"),
        Merge(base: "ab", ours: "a", theirs: "abd", result: "ad"),
        Merge(base: "abc", ours: "a", theirs: "ab", result: "a"),
        Merge(base: "", ours: "a", theirs: "b", result: "ab"),
        Merge(base: "a", ours: "", theirs: "", result: ""),
        Merge(base: nil, ours: "a", theirs: "bc", result: "abc"),
    ])
    func `a merge contains the common entries and the entries that one side added`(merge: Merge) {
        let merged = Baseline.merging(
            base: merge.base.map(baseline),
            ours: baseline(merge.ours),
            theirs: baseline(merge.theirs)
        )
        #expect(modules(merged) == merge.result)
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

    @Test func `reads both sides of a conflict from a file with conflict markers`() throws {
        let conflict = try #require(BaselineConflict(conflicted("ab", "bc")))
        #expect(try modules(Baseline(side: conflict.ours)) == "ab")
        #expect(try modules(Baseline(side: conflict.theirs)) == "bc")
        #expect(conflict.base == nil)
        let full = try #require(BaselineConflict(conflicted("ab", "bc", "b")))
        #expect(try full.base.map { try modules(Baseline(side: $0)) } == "b")
    }

    @Test func `rejects a file without a complete conflict`() {
        #expect(BaselineConflict(baseline("ab").json) == nil)
        let unfinished = conflicted("a", "b").replacing(">>>>>>> topic\n", with: "")
        #expect(BaselineConflict(unfinished) == nil)
    }

    @Test func `tolerates a missing or superfluous comma after a merge`() throws {
        let entry = { (name: String) in
            #"  {"module":"\#(name)","rule":"re-export","subject":"C"}"#
        }
        let text = "{\"violations\": [\n\(entry("A"))\n\(entry("B")),\n]}\n"
        #expect(try modules(Baseline(side: text)) == "AB")
        #expect(try Baseline(side: "\n").entries == [])
        #expect(throws: LayerRulesError.self) {
            try Baseline(side: "{\"violations\": [\n  oops\n]}")
        }
    }

    @Test func `the file has a line for each entry, and the entries and their keys are sorted`() {
        let baseline = Baseline([
            Baseline.Entry(rule: .undeclaredImport, module: "Home", other: "Net"),
            Baseline.Entry(rule: .undeclaredImport, module: "Home", other: "Core"),
            Baseline.Entry(rule: .undeclaredImport, module: "Home", other: "Files"),
            Baseline.Entry(rule: .emptyLayer, module: "Features", other: "App/Shop"),
        ])
        let expected = """
            {"violations": [
              {"module":"Features","rule":"empty-layer","subject":"App/Shop"},
              {"module":"Home","rule":"undeclared-import","subject":"Core"},
              {"module":"Home","rule":"undeclared-import","subject":"Files"},
              {"module":"Home","rule":"undeclared-import","subject":"Net"}
            ]}

            """
        #expect(baseline.json == expected)
    }

    @Test(arguments: [nil, "b.json"])
    func `rules contain the path of their baseline`(file: String?) throws {
        let text = baseline("ab").json
        let rules = try LayerRules(file: nil, baseline: file) { _ in Data(text.utf8) }
        #expect(rules.baselineFile == file ?? Baseline.fileName)
    }

    @Test func `the error for a baseline with conflict markers names the merge command`() throws {
        let text = conflicted("a", "b")
        let error = #expect(throws: LayerRulesError.self) {
            try LayerRules(file: nil, baseline: "b.json") { _ in Data(text.utf8) }
        }
        let description = "b.json: contains Git conflict markers; run 'bulkhead baseline merge'"
        #expect(error?.message == description)
    }

    @Test func `renames both modules of an entry`() {
        let entries: [Baseline.Entry] = [
            .init(rule: .undeclaredImport, module: "Notes", other: "Core"),
            .init(rule: .undeclaredImport, module: "App", other: "Notes"),
            .init(rule: .undeclaredImport, module: "NotesTests", other: "Core"),
        ]
        let renamed = Baseline(entries).renaming("Notes", to: "Journal")
        #expect(renamed.entries.map(\.module) == ["App", "Journal", "NotesTests"])
        #expect(renamed.entries.map(\.other) == ["Journal", "Core", "Core"])
    }

    @Test func `adds entries for violations to the existing entries`() {
        var package = Workspace()
        package.change("Shelf") { $0.dependencies = [] }
        let added = baseline("a").adding(package.violations("Shelf", "import SQLite"))
        #expect(added.entries.map(\.module) == ["Shelf", "a"])
        #expect(added.entries.map(\.other) == ["SQLite", "Core"])
    }

    @Test func `suggests a rename for an entry with an unknown module`() throws {
        var package = Workspace()
        package.rules.baseline = Baseline([
            .init(rule: .undeclaredImport, module: "Core", other: "Notes"),
            .init(rule: .forbiddenDependency, module: "Core", other: "Foundation"),
            .init(rule: .reexport, module: "Core", other: "Injection"),
            .init(rule: .dependencyCycle, module: "Notes", other: nil),
        ])
        let stale = package.checker.results().filter { $0.rule == .staleBaseline }
        let hint = "; if 'Notes' was renamed, run 'bulkhead baseline rename Notes NEW-NAME'"
        #expect(stale.map { $0.remedy.hasSuffix(hint) } == [false, false, true, true])
        #expect(stale.map { $0.remedy.contains("rename") } == [false, false, true, true])
        let others = [
            "forbidden-dependency Foundation", "re-export Injection", "undeclared-import Notes",
            "dependency-cycle ",
        ]
        #expect(stale.map(\.other) == others)
    }
}
