import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct WorkspaceTests {
    @Test
    func
        `a workspace lists the features and services that have a folder, and requires a container`()
        throws
    {
        let files = [
            "Package.swift", "Modules/Bootstrap/AppContainer.swift",
            "Modules/Bootstrap/Dependencies.swift", "Modules/Features/Notes/Interface/A.swift",
            "Modules/Features/Files/Interface/A.swift", "Modules/Features/Empty/README.md",
            "Modules/Services/SQLite/A.swift", "Modules/Services/CSQLite/module.modulemap",
        ]
        let folder = try TemporaryFolder(
            files: Dictionary(uniqueKeysWithValues: files.map { ($0, "") })
        )
        let workspace = try Workspace(at: folder.url.path)
        #expect(workspace.features == ["Files", "Notes"])
        #expect(workspace.services == ["SQLite"])
        try folder.remove(files[1])
        let message = try errorMessage { try Workspace(at: folder.url.path) }
        let reason = "is not a workspace: '\(files[1])' does not exist"
        #expect(message.hasPrefix("'\(folder.url.path)' \(reason); "))
    }

    @Test func `the error for a folder inside a workspace names the nearest workspace`() throws {
        let outer = try TemporaryFolder()
        for place in ["", "Modules/Inner/"] {
            for file in ["Package.swift", "Modules/Bootstrap/AppContainer.swift"] {
                try outer.write("", to: "\(place)\(file)")
            }
        }
        let inner = outer.path("Modules/Inner")
        let error = ScaffoldingError.noWorkspace(
            path: "\(inner)/Modules",
            missing: "Package.swift",
            above: inner
        )
        #expect(throws: error) { try Workspace(at: "\(inner)/Modules") }
    }
}
