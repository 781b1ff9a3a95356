import BoundaryRules
import Foundation
import PackageManifest
import PackageManifestTesting
import PackageReports
import Testing

@Suite(.describedPackages)
struct OverviewTests {
    /// Returns the overview of a package with the given targets and sources.
    private func overview(
        _ lines: [String],
        _ texts: [String: String]
    ) async throws -> BoundaryOverview {
        let repository = try DescribedRepository()
        try repository.describe(lines.sorted().joined(separator: "\n"))
        for (path, text) in texts {
            try repository.write(text, to: "Sources/\(path).swift")
        }
        return BoundaryOverview(of: try await repository.report())
    }

    /// `Home` imports four undeclared modules, `App` imports one, and `Net` has an unused
    /// dependency.
    @Test
    func
        `counts findings by rule and by target, and lists the first findings of each target`()
        async throws
    {
        let numbers = 1...4
        let overview = try await overview(
            ["Home", "App", "Net: Part1"] + numbers.map { "Part\($0)" },
            [
                "Home/Home": numbers.map { "import Part\($0)" }.joined(separator: "\n"),
                "Home/Second": "import Part4",
                "App/App": "import Home",
            ]
        )
        #expect(overview.findingCount == 6)
        #expect(
            overview.text() == """
                P: 7 modules, 8 files, 6 imports; 5 errors at 6 places, 1 warning (by declared dependencies alone)

                By rule:
                     5  undeclared-import: a target imports only modules that it declares as dependencies
                     1  unused-dependency: a target declares only what it imports

                By target:
                     4  Home
                     1  App
                     1  Net

                Home:
                  Sources/Home/Home.swift:1:8: error: 'Home' imports 'Part1' without declaring it as a dependency
                  Sources/Home/Home.swift:2:8: error: 'Home' imports 'Part2' without declaring it as a dependency
                  Sources/Home/Home.swift:3:8: error: 'Home' imports 'Part3' without declaring it as a dependency
                  … and 1 more

                App:
                  Sources/App/App.swift:1:8: error: 'App' imports 'Home' without declaring it as a dependency

                Net:
                  Package.swift:7:23: warning: 'Net' declares 'Part1' as a dependency but never imports it
                """
        )
    }

    /// Twelve targets import an undeclared module, and `T2` also has an unused dependency.
    @Test func `lists the targets with the most findings, and counts the other targets`()
        async throws
    {
        let names = (1...12).map { "T\($0)" }
        let texts = names.map { ("\($0)/\($0)", "import Base") }
        let overview = try await overview(
            ["Base", "T2: T1"] + names.filter { $0 != "T2" },
            Dictionary(uniqueKeysWithValues: texts)
        )
        let parts = overview.text().components(separatedBy: "\n\n")
        // The summary and two lists precede the findings of five targets.
        #expect(parts.count == 8)
        #expect(
            parts.dropFirst(2).first == """
                By target:
                     2  T2
                     1  T1
                     1  T10
                     1  T11
                     1  T12
                     1  T3
                     1  T4
                     1  T5
                     1  T6
                     1  T7
                     2  in 2 other targets
                """
        )
    }
}
