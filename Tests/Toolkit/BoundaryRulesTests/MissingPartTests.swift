import BoundaryRules
import PackageManifestTesting
import Testing

/// Parts of a package that the manifest does not declare.
struct MissingPartTests {
    private var workspace: Workspace

    init() {
        workspace = Workspace()
        workspace.modules.removeAll { $0.name.hasPrefix("Checking") }
        workspace.change("Bootstrap") { bootstrap in
            bootstrap.dependencies.removeAll { $0.hasPrefix("Checking") }
        }
        workspace.manifest = """
            let features = [
                feature("Library"),
            ]
            \(manifestFunctions)
            """
        workspace.unlistedFolders = [
            "Modules/Features/Checking", "Modules/Features/Checking/Implementation",
            "Modules/Features/Checking/Interface", "Tests/CheckingTests",
        ]
    }

    @Test func `reports one error that names the folder, the missing line and the importer`() throws
    {
        let found = workspace.results(.unlistedFolder)
        let violation = try #require(found.first)
        #expect(found.count == 1)
        #expect(violation.severity == .error)
        #expect(violation.path == "Modules/Features/Checking")
        #expect(
            violation.message == """
                the folder contains Swift files, but Package.swift does not declare its targets, and 'Bootstrap' imports 'Checking'
                """
        )
        #expect(
            violation.remedy
                == "add feature(\"Checking\") below feature(\"Library\") at Package.swift:2"
        )
    }

    @Test func `the imports of the missing targets are not reported too`() {
        var workspace = workspace
        // A dependency that is not a target counts as a product of another package.
        workspace.add("Checking external")
        let others = workspace.checker.results().filter { $0.other == "Checking" }
        #expect(others == [])
    }

    @Test func `a part that no module imports is a warning`() throws {
        var workspace = workspace
        workspace.sources["Bootstrap"] = ""
        let found = workspace.results(.unlistedFolder)
        let violation = try #require(found.first)
        #expect(found.count == 1)
        #expect(violation.severity == .warning)
        #expect(
            violation.remedy == """
                add feature("Checking") below feature("Library") at Package.swift:2, or remove the folder
                """
        )
    }

    @Test func `a folder that no call would declare is reported by itself`() {
        var workspace = workspace
        workspace.unlistedFolders = ["Modules/Other", "Modules/Other/Parts", "Tests/OtherTests"]
        let paths = workspace.results(.unlistedFolder).map(\.path)
        #expect(paths == ["Modules/Other", "Tests/OtherTests"])
    }
}
