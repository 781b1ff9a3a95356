import BoundaryRules
import Foundation
import PackageManifest
import ProgramTesting
import Testing

/// Tests the overview of a package in which `Home` imports four undeclared modules, `App`
/// imports one, and `Net` has an unused dependency.
struct OverviewTests {
    private func report() async throws -> BoundaryReport {
        var targets = ["Home": [], "App": [], "Net": ["Part1"]]
        for number in 1...4 {
            targets["Part\(number)"] = []
        }
        let repository = try await SampleRepository(targets)
        let imports = (1...4).map { "import Part\($0)" }.joined(separator: "\n")
        try repository.folder.write(imports, to: "Sources/Home/Home.swift")
        try repository.folder.write("import Home", to: "Sources/App/App.swift")
        try repository.folder.write("import Part4", to: "Sources/Home/Second.swift")
        let package = try await repository.load()
        return BoundaryReport(
            manifest: package,
            rules: .none,
            sources: try package.sources(),
            manifestPath: "Package.swift"
        )
    }

    @Test
    func
        `counts findings by rule and by target, and lists the first findings of each target`()
        async throws
    {
        let overview = BoundaryOverview(of: try await report())
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
                  Package.swift:3:15: warning: 'Net' declares 'Part1' as a dependency but never imports it
                """
        )
    }
}
