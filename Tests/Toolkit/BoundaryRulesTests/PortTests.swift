import BoundaryRules
import Testing

/// Ports of features: the rule `foreign-port`.
struct PortTests {
    private var workspace: Workspace

    init() {
        workspace = Workspace()
        let source = workspace.sources["LibraryInterface", default: ""]
        workspace.sources["LibraryInterface"] = "package protocol LinkPort {}\n\(source)"
        workspace.sources["Checking"] = """
            import LibraryInterface
            package struct Checker { let port: any LinkPort }
            """
    }

    private var found: [Violation] { workspace.results(.foreignPort) }

    @Test func `reports a feature that uses the port of another feature`() {
        #expect(
            found.map(\.summary) == [
                """
                Modules/Features/Checking/Implementation/A.swift: error: 'Checking' uses 'LinkPort', a port of 'LibraryInterface'
                note: remedy: accept 'any LinkLibrary' in init instead, or declare a port of its own for what it needs
                """
            ]
        )
    }

    @Test(arguments: ["Library", "SQLite", "Bootstrap", "LibraryTests"])
    mutating func `the feature, services, the container and tests can use a port`(user: String) {
        workspace.sources[user, default: ""] += "\nimport LibraryInterface\nlet port: any LinkPort"
        workspace.sources["Checking"] = "import LibraryInterface"
        #expect(found == [])
    }

    @Test(arguments: [
        "import LibraryInterface\nprotocol LinkPort {}\nlet port: any LinkPort",
        "import Core\nlet port: any LinkPort",
    ])
    mutating func `another type with the name of a port can be used`(source: String) {
        workspace.sources["Checking"] = source
        #expect(found == [])
    }

    @Test mutating func `a name that another imported module declares is not the port`() {
        workspace.sources["Core", default: ""] += "\npublic protocol LinkPort {}"
        workspace.sources["Checking", default: ""] += "\nimport Core"
        #expect(found == [])
    }

    @Test mutating func `a remedy does not name the port of another feature`() throws {
        workspace.change("SQLite") { $0.dependencies = ["LibraryInterface"] }
        workspace.sources["SQLite"] =
            "import LibraryInterface\npackage struct SQLiteStore: LinkPort {}"
        let own = try #require(workspace.violations("Library", "import SQLite").first)
        #expect(own.remedy == "import 'LibraryInterface' and accept 'any LinkPort' in init")
        let other = try #require(workspace.violations("Checking", "import SQLite").first)
        #expect(
            other.remedy == """
                declare a protocol with what it needs, implement it in 'SQLite', and accept it in init
                """
        )
    }

    @Test(arguments: ["public protocol LinkPort {}", "package protocol PortProviding {}"])
    mutating func `public protocols and container protocols are not ports`(declaration: String) {
        workspace.sources["LibraryInterface"] = declaration
        workspace.sources["Checking", default: ""] += "\nlet container: any PortProviding"
        #expect(found == [])
    }
}
