import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Tests `check --since` in a repository in which `App` uses `Home`, and `Home` uses `Core`.
/// Neither `App` nor `Home` may use `Net`.
@Suite(.describedPackages)
struct BoundaryDifferenceTests {
    private let repository: DescribedRepository

    init() async throws {
        repository = try await DescribedRepository.app()
        try repository.write(Self.rules(), to: "boundaries.json")
        try write("import Home\n", to: "App")
        try write("import Core\nimport Net\n", to: "Home")
        for name in ["Home", "Core", "Net"] {
            try write("import \(name)\n", to: "\(name)Tests")
        }
        try await repository.commit()
    }

    private static func rules(_ more: String = "") -> String {
        """
        { \(more) "rules": [{ "from": "module:Home", "deny": "module:Net" }, \
        { "from": "module:App", "deny": "module:Net", "reason": "it works offline" }] }
        """
    }

    private func write(_ text: String, to module: String) throws {
        try repository.write(text, ofModule: module)
    }

    private func difference(rulesFile: String? = nil) async throws -> BoundaryDifference {
        let packages = try await PackageSet.load(repository.folder.url.path)
        let report = try packages.report(packages.rules(in: rulesFile))
        return try await .sinceMain(report, rulesFile: rulesFile)
    }

    @Test func `does not list findings that exist in the revision`() async throws {
        // The same violations are on another line and in another file.
        try write("\n\nimport Core\nimport Net\n", to: "Home")
        try repository.write("import Net\n", to: "Sources/Home/Other.swift")
        let difference = try await difference()
        #expect(difference.report.violations == [])
        #expect(difference.fixed == [])
        #expect(difference.hidden == [])
    }

    @Test func `lists added and fixed findings`() async throws {
        try write("import Home\nimport Net\n", to: "App")
        try write("import Core\n", to: "Home")
        let difference = try await difference()
        #expect(edges(difference.report.violations) == ["forbidden-dependency App Net"])
        #expect(difference.report.count(.error) == 1)
        #expect(edges(difference.fixed) == ["forbidden-dependency Home Net"])
        #expect(difference.hidden == [])
        #expect(difference.summary.hasPrefix("P since "))
        #expect(
            difference.summary.hasSuffix(
                ": 1 error and 0 warnings added, 1 fixed, 0 allowed; 0 changes that weaken the rules"
            )
        )
    }

    @Test func `a finding that is now allowed does not count as fixed`()
        async throws
    {
        let exception = #""exceptions": [{ "module": "Home", "dependsOn": "Net", "reason": "x" }],"#
        try repository.write(Self.rules(exception), to: "boundaries.json")
        let excepted = try await difference()
        #expect(edges(excepted.hidden) == ["forbidden-dependency Home Net"])
        #expect(excepted.fixed == [])
        let text = try excepted.formatted(ReportStyle(.text))
        #expect(text.contains("\n\nallowed now:\n  forbidden-dependency: 'Home' imports 'Net', "))
        let weaker = excepted.report.violations.filter { $0.rule == .weakenedRule }
        #expect(weaker.map(\.message) == ["a new exception lets 'Home' depend on 'Net': x"])
        #expect(weaker.map(\.path) == ["boundaries.json"])

        try repository.write(Self.rules(), to: "boundaries.json")
        try write("import Core\nimport Net  // boundaries:allow it is old\n", to: "Home")
        let commented = try await difference()
        #expect(edges(commented.hidden) == ["forbidden-dependency Home Net"])
        #expect(commented.report.violations.map(\.path) == ["Sources/Home/Home.swift"])

        try write("import Core\nimport Net\n", to: "Home")
        try repository.writeBaseline(
            .init(rule: .forbiddenDependency, module: "Home", other: "Net")
        )
        let accepted = try await difference()
        #expect(edges(accepted.hidden) == ["forbidden-dependency Home Net"])
        #expect(accepted.report.violations.map(\.path) == [Baseline.fileName])
    }

    @Test
    func `a violation that is removed from the baseline counts as new unless the code is fixed`()
        async throws
    {
        try repository.writeBaseline(
            .init(rule: .forbiddenDependency, module: "Home", other: "Net")
        )
        try await repository.commit()
        try repository.writeBaseline()
        #expect(
            try await edges(difference().report.violations) == ["forbidden-dependency Home Net"]
        )
        try write("import Core\n", to: "Home")
        let fixed = try await difference()
        #expect(edges(fixed.fixed) == ["forbidden-dependency Home Net"])
        #expect(fixed.report.violations == [])
    }

    @Test func `a removed baseline entry that matched no violation counts as fixed`() async throws {
        try repository.writeBaseline(.init(rule: .reexport, module: "Home", other: "Core"))
        try await repository.commit()
        try repository.folder.remove(Baseline.fileName)
        let difference = try await difference()
        #expect(edges(difference.fixed) == ["stale-baseline Home re-export Core"])
        #expect(difference.hidden == [])
        #expect(difference.report.violations == [])
    }

    @Test func `a stricter rule adds findings in unchanged code`() async throws {
        try repository.write(
            Self.rules().replacing(
                #""rules": ["#,
                with: #""rules": [{ "from": "module:*", "deny": "module:Net" }, "#
            ),
            to: "boundaries.json"
        )
        let difference = try await difference()
        #expect(edges(difference.report.violations) == ["forbidden-dependency NetTests Net"])
    }

    private static let lenient = #"{ "severities": { "re-export": "off" } }"#

    @Test func `compares a given rules file with its contents at the revision`() async throws {
        let strict = Self.lenient.replacing("off", with: "error")
        let path = try repository.folder.write(strict, to: "Config/rules.json")
        try await repository.commit()
        try repository.write(Self.lenient, to: "Config/rules.json")
        let weaker = try await difference(rulesFile: path).report.violations
        #expect(weaker.map(\.message) == ["the severity of re-export is 'off' instead of 'error'"])
        #expect(weaker.map(\.path) == ["Config/rules.json"])
        let outside = try TemporaryFolder(files: ["rules.json": Self.lenient])
        let same = try await difference(rulesFile: outside.path("rules.json"))
        #expect(same.report.violations == [])
        try outside.write(Self.rules(), to: "rules.json")
        let unchanged = try await difference(rulesFile: outside.path("rules.json"))
        #expect(unchanged.report.violations == [])
        #expect(unchanged.fixed == [])
    }

    @Test func `a rules file that the revision does not contain weakens no rule`() async throws {
        let path = try repository.folder.write(Self.lenient, to: "Config/rules.json")
        #expect(try await difference(rulesFile: path).report.violations == [])
    }

    @Test func `findings about a package outside the repository are not new`() async throws {
        let kit = try DescribedRepository()
        try kit.describe("KitViews", in: "Kit", products: "Kit: KitViews")
        try repository.describe(
            DescribedRepository.appTargets,
            packages: ["kit": "../\(kit.folder.url.lastPathComponent)/Kit"]
        )
        try write("import Core\nimport KitViews\n", to: "Home")
        try await repository.commit()
        let packages = try await PackageSet.load(repository.folder.url.path)
        let report = try packages.report(packages.rules())
        #expect(edges(report.violations).contains("undeclared-import Home KitViews"))
        let difference = try await BoundaryDifference.sinceMain(report)
        #expect(edges(difference.report.violations) == [])
        #expect(edges(difference.fixed) == [])
    }

    @Test func `reports a package outside the repository that cannot be linked`() async throws {
        let outside = try TemporaryFolder(files: ["Kit/Package.swift": ""])
        let path = "../\(outside.url.lastPathComponent)/Kit"
        try repository.describe(DescribedRepository.appTargets, packages: ["kit": path])
        try await repository.commit()
        let package = try await repository.load()
        let revision = try await Revision.find("main", in: package.root)
        // A file has the path of the folder that would contain the link.
        let checkout = try TemporaryFolder(files: [outside.url.path: ""])
        let error = try await #require(throws: RevisionError.self) {
            try await revision.checkOut(PackageSet(package), to: checkout.url)
        }
        #expect(error.message.contains(outside.path("Kit")))
    }

    @Test func `the error for invalid rules at the revision names the commit`() async throws {
        try repository.write("{", to: "boundaries.json")
        try await repository.commit()
        try repository.write("{}", to: "boundaries.json")
        let error = try await #require(throws: LayerRulesError.self) { try await difference() }
        #expect(error.message.contains(#/^[0-9a-f]{8}:boundaries\.json:1:2: not valid JSON/#))
    }

    // MARK: Formats

    private func formatted(_ format: ReportFormat) async throws -> String {
        try write("import Home\nimport Net\n", to: "App")
        try write("import Core\n", to: "Home")
        try repository.write(
            Self.rules(#""severities": { "dependency-cycle": "off" },"#),
            to: "boundaries.json"
        )
        return try await difference().formatted(ReportStyle(format))
    }

    @Test func `the text format ends with the fixed findings and a summary`() async throws {
        let text = try await formatted(.text)
        #expect(text.hasPrefix("Sources/App/App.swift:2:8: error: 'App' imports 'Net', which "))
        let weaker = """

            boundaries.json: warning: the severity of dependency-cycle is 'off' instead of 'error'
            note: rule: weakened-rule: a reviewer sees every change that weakens the rules

            """
        #expect(text.contains(weaker))
        let fixed = """

            fixed:
              forbidden-dependency: 'Home' imports 'Net', which module:Home cannot depend on

            P since 
            """
        #expect(text.contains(fixed))
        #expect(text.hasSuffix("added, 1 fixed, 0 allowed; 1 change that weakens the rules"))
    }

    @Test func `the JSON format has a list for each kind of difference`() async throws {
        struct Report: Decodable {
            struct Entry: Decodable {
                let rule: String
            }
            let added: [Entry]
            let fixed: [Entry]
            let allowed: [Entry]
            let weakened: [Entry]
            let violations: [Entry]?
            let since: String
            let errors: Int
            let warnings: Int
        }
        let commit = try await repository.git("rev-parse", "main")
        let text = try await formatted(.json)
        let report = try JSONDecoder().decode(Report.self, from: Data(text.utf8))
        #expect(report.added.map(\.rule) == ["forbidden-dependency"])
        #expect(report.fixed.map(\.rule) == ["forbidden-dependency"])
        #expect(report.allowed.isEmpty)
        #expect(report.weakened.map(\.rule) == ["weakened-rule"])
        #expect(report.violations == nil)
        #expect(report.since == commit)
        #expect(report.errors == 1)
        #expect(report.warnings == 1)
    }

    @Test func `the GitHub format annotates new findings`() async throws {
        let lines = try await formatted(.github).split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[0].hasPrefix("::error file=Sources/App/App.swift,line=2,col=8,"))
        #expect(lines[1].hasPrefix("::warning file=boundaries.json,title=weakened-rule::"))
    }
}
