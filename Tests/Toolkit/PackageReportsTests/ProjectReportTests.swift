import BoundaryRules
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Checks of the targets of an Xcode project in a repository.
@Suite(.describedPackages)
struct ProjectReportTests {
    private let repository: DescribedRepository

    init() async throws {
        repository = try await DescribedRepository.withThreePackages()
    }

    @Test func `targets whose products are in packages have no findings`() async throws {
        try repository.addSynchronizedProject()
        let report = try await repository.loadAll().report()
        #expect(report.violations == [])
        #expect(report.resolutionNote == nil)
    }

    @Test func `the rules apply to the targets of a project`() async throws {
        try repository.addProjectWithGroups()
        let rules = try LayerRules(
            #"{"rules": [{"from": "module:MyApp", "mustNotReach": "module:Low"}]}"#
        )
        let report = try await repository.loadAll().report(rules)
        let errors = report.violations.filter { $0.severity == .error }
        #expect(edges(errors) == ["undeclared-import MyApp KitModel", "forbidden-reach MyApp Low"])
        let undeclared = try #require(errors.first)
        #expect(undeclared.path == "MyApp/MyApp/Views/List.swift")
        #expect(
            undeclared.remedy
                == "add the product 'KitModel' to the dependencies of 'MyApp' at MyApp/MyApp.xcodeproj, or remove the import"
        )
        let fix = ManifestFix.resolving(report, removesUnused: false)
        #expect(fix.remainders.map(\.violation.module) == ["MyApp"])
    }

    @Test func `a product that no file imports is unused`() async throws {
        try repository.addProjectWithGroups("")
        let unused = try await repository.loadAll().report().violations
            .filter { $0.rule == .unusedDependency }
        #expect(edges(unused) == ["unused-dependency MyApp KitUI"])
        let text = try #require(unused.first).text
        #expect(text.hasPrefix("MyApp/MyApp.xcodeproj: warning:"))
    }

    @Test(
        arguments: Row.table(
            """
            Packages/Low/Sources/Low/Low.swift → MyApp → MyAppTests
            MyApp/MyApp/Views/List.swift → MyApp → MyAppTests
            MyApp/MyAppTests/MyAppTests.swift → MyAppTests
            MyApp/MyApp/Unused.swift
            MyApp/MyApp.xcodeproj/project.pbxproj → MyApp → MyAppTests
            """
        )
    )
    func `a change affects the targets of a project`(row: Row) async throws {
        try repository.addProjectWithGroups()
        let found = try await repository.loadAll().impact(of: [row[0]]).modules
        #expect(found.filter { $0.hasPrefix("MyApp") } == row[1...])
    }

    @Test func `a comparison with a revision has its projects`() async throws {
        try repository.addProjectWithGroups()
        try await repository.commit()
        let report = try await repository.loadAll().report()
        #expect(report.violations.count == 1)
        #expect(try await BoundaryDifference.sinceMain(report).report.violations == [])
    }
}
