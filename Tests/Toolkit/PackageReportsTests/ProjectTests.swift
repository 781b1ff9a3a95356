import BoundaryRules
import PackageManifest
import PackageManifestTesting
import PackageReports
import ProgramTesting
import Testing

/// Checks of the sources of an Xcode project in a repository.
@Suite(.describedPackages)
struct ProjectTests {
    private let repository: DescribedRepository

    init() async throws {
        repository = try await DescribedRepository.withThreePackages()
    }

    private let rules = """
        {
          "modules": [
            { "name": "MyApp", "path": "MyApp/Sources", "dependsOn": ["Home", "KitUI"] },
            { "name": "MyAppTests", "path": "MyApp/Tests", "kind": "test", "dependsOn": ["MyApp"] }
          ],
          "rules": [{ "from": "module:MyApp", "mustNotReach": "module:Low" }]
        }
        """

    private func addProject() throws {
        try repository.write(rules, to: "boundaries.json")
        try repository.write("import Home\nimport KitModel", to: "MyApp/Sources/App.swift")
        try repository.write("import MyApp", to: "MyApp/Tests/AppTests.swift")
    }

    private func loadProject() async throws -> PackageSet {
        let packages = try await repository.loadAll()
        return try packages.adding(packages.rules())
    }

    @Test func `the rules apply to the sources of an Xcode project`() async throws {
        try addProject()
        let packages = try await loadProject()
        #expect(packages.graph.module(named: "MyApp")?.dependencies == ["Home", "KitViews"])
        let report = try packages.report(packages.rules())
        let errors = report.violations.filter { $0.severity == .error }
        #expect(errors.map(\.rule) == [.undeclaredImport, .forbiddenReach])
        #expect(errors.map(\.path) == ["MyApp/Sources/App.swift", "boundaries.json"])
        #expect(errors.last?.text.hasPrefix("boundaries.json:3:") == true)
        #expect(
            errors.first?.remedy
                == "add \"KitModel\" to the dependencies of 'MyApp' at boundaries.json:3, or remove the import"
        )
        let fix = ManifestFix.resolving(report, removesUnused: false)
        #expect(fix.remainders.map(\.violation.module) == ["MyApp"])
    }

    @Test func `a note names a project whose sources are not checked`() async throws {
        try repository.write("", to: "MyApp/MyApp.xcodeproj/project.pbxproj")
        let note = try await repository.loadAll().report().repositoryNote ?? ""
        #expect(note.contains("the sources of 'MyApp/MyApp.xcodeproj' are not checked"))
        try addProject()
        let packages = try await loadProject()
        #expect(packages.uncheckedProjects == [])
    }

    @Test func `a change affects the sources of an Xcode project`() async throws {
        try addProject()
        try await repository.commit()
        try repository.write("let a = 1", to: "Packages/Low/Sources/Low/Low.swift")
        let packages = try await loadProject()
        let all = packages.checkedPackages.map { (packages.folder(of: $0), $0) }
        func modules(_ file: String) -> [String] {
            let old = Dictionary(uniqueKeysWithValues: all)
            return Impact.search(packages, since: old, files: [file]).entries.map(\.module.name)
        }
        #expect(modules("Packages/Low/Sources/Low/Low.swift").suffix(2) == ["MyApp", "MyAppTests"])
        #expect(modules("MyApp/Sources/App.swift") == ["MyApp", "MyAppTests"])
    }

    @Test(arguments: [
        (
            #"{"name": "Home", "path": "MyApp"}"#,
            "name: 'Home' is a module of a package; remove this entry"
        ),
        (
            #"{"name": "MyApp", "path": "Nowhere"}"#,
            "path: the folder 'Nowhere' does not exist; correct the path"
        ),
    ])
    func `reports a module of the rules file that cannot be added`(
        module: String,
        message: String
    ) async throws {
        try addProject()
        try repository.write(#"{"modules": [\#(module)]}"#, to: "boundaries.json")
        let error = await #expect(throws: LayerRulesError.self) { try await loadProject() }
        let file = repository.folder.path("boundaries.json")
        #expect(error?.message == "\(file): modules[0].\(message)")
    }
}
