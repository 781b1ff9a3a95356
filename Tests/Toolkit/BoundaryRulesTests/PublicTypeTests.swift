import BoundaryRules
import Testing

/// Public types in modules whose users have package access: the rule `needless-public`.
struct PublicTypeTests {
    private func found(_ module: String, _ source: String) -> [Violation] {
        var workspace = Workspace()
        workspace.sources[module] = source
        return workspace.results(.needlessPublic)
    }

    @Test(arguments: ["Library", "SQLite"])
    func `warns about a public type in an implementation or a service`(module: String) {
        let found = found(module, "import Core\npublic struct Store {}\npackage struct Row {}")
        let text =
            "/A.swift:2:15: warning: 'Store' is public, but all modules that can use '\(module)' have package access\n"
        #expect(found.map { $0.summary.contains(text) } == [true], "\(found)")
    }

    @Test(arguments: ["LibraryInterface", "Core", "Bootstrap", "CoreTesting", "Shelf"])
    func `other modules can declare public types`(module: String) {
        #expect(found(module, "public struct Store {}") == [])
    }

    @Test(arguments: [
        "public extension Store {}", "public protocol StoreProviding {}", "struct Store {}",
    ])
    func `only public types are reported`(declaration: String) {
        #expect(found("Library", declaration) == [])
    }

    @Test func `a module in a product can declare public types`() {
        var workspace = Workspace()
        workspace.libraries = [
            LibraryProduct(name: "SQLite", isDynamic: false, targets: ["SQLite"])
        ]
        workspace.sources["SQLite"] = "public struct Store {}"
        #expect(workspace.results(.needlessPublic) == [])
    }
}
