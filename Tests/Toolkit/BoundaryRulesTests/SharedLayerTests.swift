import BoundaryRules
import PackageManifestTesting
import SwiftSource
import Testing

/// Protocols of Core, which several features share: the rule `unshared-protocol`.
struct SharedLayerTests {
    private var workspace: Workspace

    init() {
        workspace = Workspace()
        workspace.sources["Library", default: ""] += "\nlet store: any LinkStore"
    }

    private func found(_ workspace: Workspace) -> [Violation] {
        workspace.results(.unsharedProtocol)
    }

    @Test func `reports a protocol that only one feature and services use`() throws {
        let violation = try #require(found(workspace).first)
        #expect(found(workspace).count == 1)
        #expect(violation.severity == .warning)
        #expect(
            violation.message
                == "only 'Modules/Features/Library' and services use 'LinkStore' of 'Core'"
        )
        #expect(violation.location == SourceLocation(line: 2, column: 17))
        #expect(
            violation.remedy == """
                declare it with package access in the interface in 'Modules/Features/Library', or, if any program needs it, accept it with 'bulkhead check --write-baseline'
                """
        )
    }

    @Test(arguments: ["Checking", "CheckingInterface", "Shelf"])
    func `another feature and the app count as users of a protocol`(user: String) {
        var workspace = workspace
        workspace.sources[user, default: ""] += "\nlet other: any LinkStore"
        #expect(found(workspace) == [])
    }

    @Test func `a protocol that only the app uses is not a port`() {
        var workspace = Workspace()
        #expect(found(workspace) == [])
        workspace.sources["Shelf", default: ""] += "\nlet other: any LinkStore"
        #expect(found(workspace) == [])
    }

    @Test func `tests and mocks do not count as users of a protocol`() {
        var workspace = workspace
        workspace.add("CheckingTesting in Modules/Features/Checking/Testing")
        for user in ["CheckingTesting", "LibraryTests", "CoreTesting"] {
            workspace.sources[user] = "let store: any LinkStore"
        }
        #expect(found(workspace).count == 1)
    }

    @Test func `the only feature of a package can be the only user of a protocol`() {
        var workspace = workspace
        workspace.modules.removeAll { $0.name.hasPrefix("Checking") }
        #expect(found(workspace) == [])
    }

    @Test(arguments: ["struct LinkStore {}", "package protocol StoreProviding {}"])
    func `only protocols that are not container protocols are reported`(declaration: String) {
        var workspace = workspace
        workspace.sources["Core"] = declaration
        workspace.sources["Library", default: ""] += "\nlet container: any StoreProviding"
        #expect(found(workspace) == [])
    }

    @Test func `a protocol that another file of Core uses is shared`() {
        var workspace = workspace
        workspace.secondSources["Core"] = "struct Stores { let all: [any LinkStore] }"
        #expect(found(workspace) == [])
    }

    @Test func `new workspaces share Core among features`() throws {
        let text = try Workspace.text(of: "Modules/Toolkit/Templates/Workspace/boundaries.json")
        let layer = text.split(separator: "\n").first { $0.contains(#""name": "Core""#) }
        #expect(layer?.contains(#""sharedBy": ["Modules/Features/*"]"#) == true)
    }

    @Test func `a layer without sharedBy is not checked`() throws {
        var workspace = workspace
        workspace.rules = .none
        #expect(found(workspace) == [])
    }
}
