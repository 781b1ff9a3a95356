import BoundaryRules
import SwiftSource
import Testing

/// Ports of features: the rule `foreign-port`.
struct PortTests {
    private var workspace: Workspace

    init() {
        workspace = Workspace()
        workspace.sources["LibraryInterface", default: ""] += "\npackage protocol LinkPort {}"
        workspace.sources["Checking"] = """
            import LibraryInterface
            package struct Checker { let port: any LinkPort }
            """
    }

    private func found(_ workspace: Workspace) -> [Violation] {
        workspace.checker.results().filter { $0.rule == .foreignPort }
    }

    @Test func `reports a feature that uses the port of another feature`() throws {
        let violation = try #require(found(workspace).first)
        #expect(found(workspace).count == 1)
        #expect(violation.severity == .error)
        #expect(violation.path == "Modules/Features/Checking/Implementation/A.swift")
        #expect(violation.message == "'Checking' uses 'LinkPort', a port of 'LibraryInterface'")
        #expect(
            violation.remedy == """
                accept 'any LinkLibrary' in init instead, or declare a port of its own for what it needs
                """
        )
    }

    @Test(arguments: ["Library", "SQLite", "Bootstrap", "LibraryTests"])
    func `the feature, services, the container and tests can use a port`(user: String) {
        var workspace = workspace
        workspace.sources[user, default: ""] += "\nimport LibraryInterface\nlet port: any LinkPort"
        workspace.sources["Checking"] = "import LibraryInterface"
        #expect(found(workspace) == [])
    }

    @Test(arguments: [
        "import LibraryInterface\nprotocol LinkPort {}\nlet port: any LinkPort",
        "import Core\nlet port: any LinkPort",
    ])
    func `another type with the name of a port can be used`(source: String) {
        var workspace = workspace
        workspace.sources["Checking"] = source
        #expect(found(workspace) == [])
    }

    @Test func `a name that another imported module declares is not the port`() {
        var workspace = workspace
        workspace.sources["Core", default: ""] += "\npublic protocol LinkPort {}"
        workspace.sources["Checking", default: ""] += "\nimport Core"
        #expect(found(workspace) == [])
    }

    @Test func `a remedy does not name the port of another feature`() throws {
        var workspace = workspace
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
    func `public protocols and container protocols are not ports`(declaration: String) {
        var workspace = workspace
        workspace.sources["LibraryInterface"] = declaration
        workspace.sources["Checking", default: ""] += "\nlet container: any PortProviding"
        #expect(found(workspace) == [])
    }
}

/// Public types where nobody needs them: the rule `needless-public`.
struct PublicTypeTests {
    private func found(_ module: String, _ source: String) -> [Violation] {
        var workspace = Workspace()
        workspace.sources[module] = source
        return workspace.checker.results().filter { $0.rule == .needlessPublic }
    }

    @Test(arguments: ["Library", "SQLite"])
    func `warns about a public type in an implementation or a service`(module: String) throws {
        let found = found(module, "import Core\npublic struct Store {}\npackage struct Row {}")
        let violation = try #require(found.first)
        #expect(found.count == 1)
        #expect(violation.severity == .warning)
        #expect(violation.location == SourceLocation(line: 2, column: 15))
        #expect(
            violation.message
                == "'Store' is public, but all modules that can use '\(module)' have package access"
        )
    }

    @Test(arguments: ["LibraryInterface", "Core", "Bootstrap", "CoreTesting", "Shelf"])
    func `other modules can declare public types`(module: String) {
        #expect(found(module, "public struct Store {}") == [])
    }

    @Test(arguments: ["extension Store {}", "public protocol StoreProviding {}", "struct Store {}"])
    func `only public types are reported`(declaration: String) {
        #expect(found("Library", declaration) == [])
    }

    @Test func `a module in a product can declare public types`() {
        var workspace = Workspace()
        workspace.libraries = [
            LibraryProduct(name: "SQLite", isDynamic: false, targets: ["SQLite"])
        ]
        workspace.sources["SQLite"] = "public struct Store {}"
        let rules = workspace.checker.results().map(\.rule)
        #expect(!rules.contains(.needlessPublic))
    }
}

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
            func feature(
                _ name: String,
                uses: [String] = [],
                exposes: [String] = [],
                tests: [String] = []
            ) -> [Target] { [] }
            """
        workspace.unlistedFolders = [
            "Modules/Features/Checking", "Modules/Features/Checking/Implementation",
            "Modules/Features/Checking/Interface", "Tests/CheckingTests",
        ]
    }

    private var found: [Violation] {
        workspace.checker.results().filter { $0.rule == .unlistedFolder }
    }

    @Test func `reports one error that names the folder, the missing line and the importer`() throws
    {
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
        workspace.modules.append(Module("Checking", .external, in: ""))
        let others = workspace.checker.results().filter { $0.other == "Checking" }
        #expect(others == [])
    }

    @Test func `a part that no module imports is a warning`() throws {
        var workspace = workspace
        workspace.sources["Bootstrap"] = ""
        let found = workspace.checker.results().filter { $0.rule == .unlistedFolder }
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
        let paths = workspace.checker.results().filter { $0.rule == .unlistedFolder }.map(\.path)
        #expect(paths == ["Modules/Other", "Tests/OtherTests"])
    }
}
