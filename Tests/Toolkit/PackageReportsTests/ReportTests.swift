import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Tests the formats of a report. In the package, `App` imports `Core` in three places without
/// declaring the dependency. A comment allows one of these imports. `Home` imports `Net`, which its
/// layer forbids and the baseline allows.
@Suite(.describedPackages)
struct ReportTests {
    private let repository: DescribedRepository

    init() throws {
        repository = try DescribedRepository()
        try repository.describe("App: Home, Net\nHome: Net\nNet\nCore", files: [])
        for (file, text) in [
            "Package.swift":
                "   .target(name: \"App\"), .target(name: \"Home\"), .target(name: \"Net\"), \"Core\"\n",
            "Sources/App/A, 50%: B.swift": "import Core\nimport Home\n",
            "Sources/App/C.swift": "import struct Core.T\n",
            "Sources/App/D.swift": "import Core  // boundaries:allow moves to Home\n",
            "Sources/Home/Home.swift": "import Net\n",
            "Sources/Net/Net.swift": "let a = 1",
            "Sources/Core/Core.swift": "",
            "boundaries.json": """
            { "layers": [
                { "name": "app", "modules": ["App"], "canDependOn": "*" },
                { "name": "features", "modules": ["Home"], "canDependOn": ["core"], "reason": "50%" },
                { "name": "core", "modules": ["Core", "Net"], "canDependOn": [] } ],
              "rules": [ { "from": "module:Home", "deny": "module:Net", "reason": "<offline>" } ] }
            """,
        ] {
            try repository.write(text, to: file)
        }
        try repository.writeBaseline(
            .init(rule: .forbiddenDependency, module: "Home", other: "Net"),
            .init(rule: .reexport, module: "Home", other: "Core")
        )
    }

    @Test func `reports the outermost folder that no target contains`() async throws {
        try repository.write("", to: "Modules/Money/Parts/B.swift")
        let layer = #"{"name": "all", "paths": ["Modules/*", "Modules/*/*"], "canDependOn": []}"#
        let report = try await repository.report(LayerRules(#"{"layers": [\#(layer)]}"#))
        let text = report.violations.filter { $0.rule == .unlistedFolder }.map(\.text).joined()
        let message =
            "Modules/Money: warning: the folder contains Swift files, but Package.swift does not declare its targets\n"
        #expect(text.contains(message), "\(text)")
        #expect(text.contains("remedy: declare a target for it, or remove the folder"))
        #expect(!text.contains("Parts"))
    }

    @Test func `the formats for programs are JSON and GitHub`() {
        #expect(ReportFormat.allCases.filter(\.isForPrograms) == [.json, .github])
    }

    /// Returns a report whose paths begin with `prefix`.
    private func report(below prefix: String = "") async throws -> BoundaryReport {
        let packages = PackageSet(try await repository.load())
        return BoundaryReport.checking(
            packages,
            rules: try packages.rules(),
            sources: try packages.sources(reportedBelow: prefix),
            folder: prefix
        )
    }

    private func formatted(_ format: ReportFormat) async throws -> String {
        try await report().formatted(ReportStyle(format))
    }

    @Test func `the text format lists the first place for each rule and pair of modules`()
        async throws
    {
        let text = try await formatted(.text)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("note:") }
        #expect(
            lines.dropLast(4) == [
                "Sources/App/A, 50%: B.swift:1:8: error: 'App' imports 'Core' without declaring it as a dependency "
                    + "(2 imports in 2 files)",
                "Package.swift:1:18: warning: 'App' declares 'Net' as a dependency but never imports it",
            ]
        )
        #expect(
            text.hasSuffix(
                """
                P: 4 modules, 6 files, 5 imports; 1 error at 2 places, 2 warnings (by boundaries.json)
                suppressed: 1 by comments in the sources
                baseline: 1 violation left, 1 fewer than in boundaries-baseline.json
                """
            )
        )
        #expect(text.ranges(of: "note: reason: without the declaration").count == 1)
    }

    @Test
    func `lists the imports for each dependency, with their paths relative to the package`()
        async throws
    {
        for prefix in ["", "../Shop/"] {
            #expect(
                try await report(below: prefix).importPlaces == [
                    Dependency(of: "App", on: "Core"): [
                        "Sources/App/A, 50%: B.swift:1", "Sources/App/C.swift:1",
                        "Sources/App/D.swift:1",
                    ],
                    Dependency(of: "App", on: "Home"): ["Sources/App/A, 50%: B.swift:2"],
                    Dependency(of: "Home", on: "Net"): ["Sources/Home/Home.swift:1"],
                ]
            )
        }
    }

    @Test func `a new baseline contains all violations, and an existing baseline only shrinks`()
        async throws
    {
        let report = try await report()
        #expect(report.nextBaseline.entries.map(\.other) == ["Net"])
        let adopted = report.adopting(report.nextBaseline)
        #expect(adopted.count(.error) == 2)
        #expect(adopted.count(.warning) == 1)
        #expect(adopted.summary.hasSuffix("baseline: 1 violation left, none fixed"))
        try repository.folder.remove("boundaries-baseline.json")
        let first = try await self.report()
        #expect(
            first.nextBaseline.entries.map(\.rule) == [
                .undeclaredImport, .unusedDependency, .forbiddenDependency,
            ]
        )
        #expect(first.adopting(first.nextBaseline).violations == [])
        #expect(try Baseline(json: Data(first.nextBaseline.json.utf8)) == first.nextBaseline)
    }

    @Test func `a new baseline contains no violations of strict rules`() async throws {
        try repository.folder.remove("boundaries-baseline.json")
        try repository.write(#"{"strict": ["undeclared-import"]}"#, to: "boundaries.json")
        #expect(try await report().nextBaseline.entries.map(\.rule) == [.unusedDependency])
    }

    @Test func `the GitHub format annotates the first place of each finding`() async throws {
        let lines = try await formatted(.github).split(separator: "\n")
        let first = """
            ::error file=Sources/App/A%2C 50%25%3A B.swift,line=1,col=8,title=undeclared-import::\
            'App' imports 'Core' without declaring it as a dependency (2 imports in 2 files)%0A\
            add "Core" to the dependencies of 'App' at Package.swift:1, or remove the import
            """
        try #require(lines.count == 6)
        #expect(lines[0] == first)
        #expect(lines.count { $0.hasPrefix("::warning ") } == 2)
    }

    @Test
    func `all baseline entries of fixed violations form one finding in the baseline file`()
        async throws
    {
        try repository.writeBaseline(
            .init(rule: .reexport, module: "App", other: "Core"),
            .init(rule: .reexport, module: "Home", other: "Core")
        )
        #expect(try await report().violations.count { $0.rule == .staleBaseline } == 2)
        let lines = try await formatted(.text).split(separator: "\n")
        let stale = lines.filter { $0.contains("baseline allows") }
        let message = """
            boundaries-baseline.json: warning: the baseline allows re-export in 'App' \
            (concerning 'Core'), but the violation is fixed (2 such entries)
            """
        #expect(stale.map(String.init) == [message])
    }

    @Test
    func `the JSON format lists all violations, and a justification for suppressed violations`()
        async throws
    {
        let report = try await JSONReport(report())
        let rules = [
            "stale-baseline", "undeclared-import", "undeclared-import", "unused-dependency",
        ]
        #expect(report.violations.map(\.rule).sorted() == rules)
        #expect(report.stale == 1)
        let justifications = ["moves to Home", "in boundaries-baseline.json"]
        #expect(report.suppressed.map(\.justification) == justifications)
    }

    @Test func `the JSON format contains the place of a violation and the chain to the module`()
        async throws
    {
        let report = try await JSONReport(report())
        let undeclared = try #require(report.violations.first)
        #expect(undeclared.rule == "undeclared-import")
        #expect(undeclared.file == "Sources/App/A, 50%: B.swift")
        #expect(undeclared.line == 1)
        #expect(undeclared.column == 8)
        #expect(undeclared.chain == [])
        let forbidden = try #require(report.suppressed.last)
        #expect(forbidden.file == "Sources/Home/Home.swift")
        #expect(forbidden.chain == ["Home", "Net"])
    }

    @Test func `the JSON format contains the totals, and describes each violation`() async throws {
        let data = try await Data(formatted(.json).utf8)
        let report = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(report["package"] as? String == "P")
        let totals = [
            "cTargets": 0, "errors": 2, "files": 6, "imports": 5, "modules": 4, "stale": 1,
            "warnings": 2,
        ]
        #expect(report.compactMapValues { $0 as? Int } == totals)
        let suppressed = try #require(report["suppressed"] as? [[String: Any]])
        let keys = [
            "chain", "column", "file", "justification", "line", "message", "module", "reason",
            "remedy", "rule", "severity", "statement", "subject", "suppression",
        ]
        #expect(suppressed.map { $0.keys.sorted() } == [keys, keys])
        #expect(suppressed.map { $0["suppression"] as? String } == ["inSource", "external"])
    }

    @Test func `the JSON format marks the violations of strict rules`() async throws {
        try repository.write(#"{"strict": ["undeclared-import"]}"#, to: "boundaries.json")
        let violations = try await JSONReport(report()).violations
        let strict = violations.filter { $0.strict == true }
        #expect(strict.map(\.rule) == Array(repeating: "undeclared-import", count: 3))
        #expect(violations.count { $0.strict != nil } == 3)
    }
}

/// The parts of a report in the JSON format that tests read.
private struct JSONReport: Decodable {
    struct Entry: Decodable {
        let rule: String
        let file: String
        let line: Int?
        let column: Int?
        let chain: [String]
        let strict: Bool?
        let justification: String?
    }

    let violations: [Entry]
    let suppressed: [Entry]
    let stale: Int

    init(_ report: BoundaryReport) throws {
        let text = try report.formatted(ReportStyle(.json))
        self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }
}
