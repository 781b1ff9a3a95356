import BoundaryRules
import Testing

/// What the layer rules say of examples, in a package with one that keeps them.
struct ExampleRuleTests {
    private let workspace: Workspace

    init() {
        var workspace = Workspace()
        workspace.modules.append(
            Module(
                name: "LibraryExample", kind: .executable, folder: "App/Examples/LibraryExample",
                dependencies: ["Library", "LibraryInterface", "Core", "CoreTesting"], packageAccess: true))
        workspace.sources["LibraryExample"] =
            "import Library\nimport LibraryInterface\nimport Core\nimport CoreTesting"
        self.workspace = workspace
    }

    @Test func `an example sees its feature and mocks`() {
        #expect(workspace.violations("LibraryExample") == [])
    }

    @Test(arguments: ["Shelf", "Bootstrap", "Library", "LibraryInterface", "CoreTesting", "LibraryTests"])
    func `no module sees an example`(module: String) throws {
        let violation = try #require(workspace.violations(module, "import LibraryExample").first)
        #expect(violation.rule == .layers)
        #expect(violation.message == "'\(module)' imports 'LibraryExample', which no other module may see")
        #expect(violation.remedy == "remove it")
    }

    @Test(arguments: ["Bootstrap", "SQLite", "Shelf"])
    func `an example sees neither Bootstrap nor a service nor the app`(other: String) throws {
        let violation = try #require(workspace.violations("LibraryExample", "import \(other)").first)
        #expect(violation.rule == .layers)
        #expect(
            violation.reason
                == "an example runs one feature with mocks of what it uses, and no module may build on it")
    }

    @Test func `an app sees no mocks, wherever it lies`() {
        var moved = workspace
        moved.change("LibraryExample", folder: "App/LibraryExample")
        let found = moved.violations("LibraryExample").map(\.rule)
        #expect(found.contains(.testingInProduction) && found.contains(.layers))
    }

    @Test func `only programs lie among the examples`() {
        var wrong = workspace
        wrong.modules.append(Module(name: "Parts", kind: .library, folder: "App/Examples/Parts"))
        #expect(wrong.violations("Parts").map(\.rule) == [.misplacedModule])
    }

    @Test func `an example has package access, as its feature's types have`() {
        var wrong = workspace
        wrong.change("LibraryExample", packageAccess: false)
        #expect(wrong.violations("LibraryExample").map(\.rule) == [.packageAccess])
    }

    @Test func `who sees an implementation for good is named without the examples`() throws {
        let violation = try #require(workspace.violations("Shelf", "import Library").first)
        #expect(violation.message == "'Shelf' imports 'Library', which only Bootstrap may see")
    }
}
