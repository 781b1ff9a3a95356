import Foundation
import ProgramTesting
import Scaffolding
import Testing

struct WorkspaceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write("", to: "Modules/Bootstrap/AppContainer.swift")
    }

    @Test func `features and services are found by their folders`() throws {
        for name in ["Notes", "Files"] { try folder.write("", to: "Modules/Features/\(name)/Interface/A.swift") }
        try folder.write("", to: "Modules/Features/Empty/README.md")
        try folder.write("", to: "Modules/Services/SQLite/A.swift")
        try folder.write("", to: "Modules/Services/CSQLite/module.modulemap")
        let workspace = try Workspace(at: folder.url.path)
        #expect(workspace.features == ["Files", "Notes"])
        #expect(workspace.services == ["SQLite"])
    }

    @Test func `a folder in a workspace is none, and the workspace around it is found`() throws {
        try folder.write("", to: "Modules/Features/Notes/Interface/A.swift")
        let place = folder.path("Modules/Features/Notes")
        #expect(throws: ScaffoldingError.noWorkspace(path: place, missing: "Package.swift", above: folder.url.path)) {
            try Workspace(at: place)
        }
    }

    @Test func `a folder without a container is no workspace`() throws {
        let other = try TemporaryFolder()
        try other.write("", to: "Package.swift")
        #expect(
            throws: ScaffoldingError.noWorkspace(
                path: other.url.path, missing: "Modules/Bootstrap/AppContainer.swift", above: nil)
        ) { try Workspace(at: other.url.path) }
    }
}
