import BoundaryRules
import PackageManifestTesting
import Testing

/// Protocols of Core, which several features share: the rule `unshared-protocol`.
struct SharedLayerTests {
    private var workspace: Workspace

    init() {
        workspace = Workspace()
        workspace.sources["Library", default: ""] += "\nlet store: any LinkStore"
    }

    private var found: [Violation] { workspace.results(.unsharedProtocol) }

    @Test func `reports a protocol that only one feature and services use`() {
        #expect(
            found.map(\.summary) == [
                """
                Modules/Core/A.swift:2:17: warning: only 'Modules/Features/Library' and services use 'LinkStore' of 'Core'
                note: remedy: declare it with package access in the interface in 'Modules/Features/Library', or, if any program needs it, accept it with 'bulkhead check --write-baseline'
                """
            ]
        )
    }

    @Test(arguments: ["Checking", "CheckingInterface", "Shelf"])
    mutating func `another feature and the app count as users of a protocol`(user: String) {
        workspace.sources[user, default: ""] += "\nlet other: any LinkStore"
        #expect(found == [])
    }

    @Test mutating func `a protocol that no feature uses is not reported, even if the app does`() {
        workspace = Workspace()
        #expect(found == [])
        workspace.sources["Shelf", default: ""] += "\nlet other: any LinkStore"
        #expect(found == [])
    }

    @Test mutating func `tests and mocks do not count as users of a protocol`() {
        workspace.add("CheckingTesting in Modules/Features/Checking/Testing")
        for user in ["CheckingTesting", "LibraryTests", "CoreTesting"] {
            workspace.sources[user] = "let store: any LinkStore"
        }
        #expect(found.map(\.other) == ["LinkStore"])
    }

    @Test mutating func `the only feature of a package can be the only user of a protocol`() {
        workspace.modules.removeAll { $0.name.hasPrefix("Checking") }
        #expect(found == [])
    }

    @Test(arguments: ["struct LinkStore {}", "package protocol StoreProviding {}"])
    mutating func `only protocols that are not container protocols are reported`(
        declaration: String
    ) {
        workspace.sources["Core"] = declaration
        workspace.sources["Library", default: ""] += "\nlet container: any StoreProviding"
        #expect(found == [])
    }

    @Test mutating func `a protocol that another file of Core uses is shared`() {
        workspace.secondSources["Core"] = "struct Stores { let all: [any LinkStore] }"
        #expect(found == [])
    }

    @Test func `new workspaces share Core among features`() throws {
        let text = try Workspace.text(of: "Modules/Toolkit/Templates/Workspace/boundaries.json")
        let lines = text.split(separator: "\n")
        let layer = try #require(lines.first { $0.contains(#""name": "Core""#) })
        #expect(layer.contains(#""sharedBy": ["Modules/Features/*"]"#))
    }

    @Test mutating func `a layer without sharedBy is not checked`() throws {
        let text = try Workspace.text(of: "boundaries.json")
        let sharing = #""sharedBy": ["Modules/Features/*"],"#
        workspace.rules = try LayerRules(text.replacing(sharing, with: ""))
        #expect(found == [])
    }
}
