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

    @Test func `reports one error that names the folder, the missing line and the importer`() {
        #expect(
            workspace.results(.unlistedFolder).map(\.summary) == [
                """
                Modules/Features/Checking: error: the folder contains Swift files, but Package.swift does not declare its targets, and 'Bootstrap' imports 'Checking'
                note: remedy: add feature("Checking") below feature("Library") at Package.swift:2
                """
            ]
        )
    }

    @Test mutating func `the imports of the missing targets are not reported too`() {
        // A dependency that is not a target counts as a product of another package.
        workspace.add("Checking external")
        let others = workspace.checker.results().filter { $0.other == "Checking" }
        #expect(others == [])
    }

    @Test mutating func `a part that no module imports is a warning`() {
        workspace.sources["Bootstrap"] = ""
        #expect(
            workspace.results(.unlistedFolder).map(\.summary) == [
                """
                Modules/Features/Checking: warning: the folder contains Swift files, but Package.swift does not declare its targets
                note: remedy: add feature("Checking") below feature("Library") at Package.swift:2, or remove the folder
                """
            ]
        )
    }

    @Test mutating func `a folder that no call would declare is reported by itself`() {
        workspace.unlistedFolders = ["Modules/Other", "Modules/Other/Parts", "Tests/OtherTests"]
        let results = workspace.results(.unlistedFolder)
        #expect(results.map(\.path) == ["Modules/Other", "Tests/OtherTests"])
        let remedy = "declare a target for it, or remove the folder"
        #expect(results.map(\.remedy) == [remedy, remedy])
    }
}
