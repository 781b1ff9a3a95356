import BoundaryRules
import ProgramTesting
import SwiftSource
import Testing

/// Tests the remedies for violations.
struct RemedyTests {
    @Test(
        arguments: Row.table(
            """
            Shelf → SQLite → move the code that uses it to a module in the layer Bootstrap, or remove that code
            Shelf → Library → import 'LibraryInterface' and resolve 'AppContainer.library'
            Checking → Library → import 'LibraryInterface' and accept 'any LinkLibrary' in init
            LibraryTests → SQLite → import 'Core' and accept 'any LinkStore' in init
            LibraryInterface → Bootstrap → move the code that uses it to a module in the layer App, or remove that code
            Shelf → LibraryExample → remove the code that uses it
            Checking → Bootstrap → accept what it needs in init, where 'Bootstrap' passes it
            Core → Library → move the code that uses it to a module in the layer Bootstrap, or remove that code
            """
        )
    )
    func `the remedy suggests a protocol to use, or a layer to which the code can move`(row: Row) {
        #expect(remedy(.withExample, row[0], imports: row[1]) == row[2])
    }

    private func remedy(
        _ workspace: Workspace,
        _ module: String,
        imports other: String
    ) -> String? {
        workspace.violations(module, "import \(other)", of: .forbiddenDependency).first?.remedy
    }

    @Test func `the remedy does not suggest to Core an object of a module that is built on it`() {
        var workspace = Workspace.withExample
        workspace.secondSources["Core"] = "public protocol ExplainedError: Error {}"
        workspace.sources["Library"] = "struct Missing: ExplainedError {}"
        let remedy = remedy(workspace, "Core", imports: "Library")
        let move = "move the code that uses it to a module in the layer Bootstrap"
        #expect(remedy == "\(move), or remove that code")
    }

    @Test func `the remedy for a test names the module with the mock`() {
        var workspace = Workspace.withExample
        workspace.sources["CoreTesting"] = "public final class InMemoryStore: LinkStore {}"
        let remedy = remedy(workspace, "LibraryTests", imports: "SQLite")
        #expect(remedy == "import 'CoreTesting' and use its mock of 'LinkStore'")
    }

    /// Returns the violation for an import of the module `B` in `A`. Layers with the given names
    /// can depend on `B`. Its own layer `b` can depend on the layers in `canDependOn`.
    private func importOfB(
        layers: [String],
        ofB canDependOn: String = "[]",
        others: [String] = [],
        at location: Testing.SourceLocation = #_sourceLocation
    ) throws -> Violation {
        let users = layers.map {
            "{ \"name\": \"\($0)\", \"paths\": [\"\($0)\"], \"canDependOn\": [\"b\"] }"
        }
        let own = [
            #"{ "name": "a", "paths": ["A"], "canDependOn": ["a", "c"] }"#,
            #"{ "name": "b", "paths": ["B"], "canDependOn": \#(canDependOn) }"#,
            #"{ "name": "c", "paths": ["C"], "canDependOn": [] }"#,
        ]
        let all = (users + own + others).joined(separator: ", ")
        let package = try Workspace(
            "A in A\nB in B",
            rules: "{ \"layers\": [\(all)] }",
            sources: ["A": "import B"]
        )
        let found = package.checker.results().first { $0.other == "B" }
        return try #require(found, sourceLocation: location)
    }

    @Test func `the remedy suggests adding an independent layer to the allowed layers`() throws {
        let violation = try importOfB(layers: ["app"], ofB: #"["b"]"#)
        #expect(
            violation.remedy
                == "if modules of the layer 'a' may use 'b', add it to their canDependOn in boundaries.json; "
                + "otherwise, move the code that uses it to a module in the layer app or b, or remove that code"
        )
    }

    @Test(arguments: [
        (["x", "y", "z"], "in the layer x or y or z"),
        (["w", "x", "y", "z"], "that can depend on it"),
    ])
    func `the remedy names at most three layers`(layers: [String], place: String) throws {
        let remedy = try importOfB(layers: layers).remedy
        let end = "otherwise, move the code that uses it to a module \(place), or remove that code"
        #expect(remedy.hasSuffix("; \(end)"), "\(remedy)")
    }

    @Test func `test targets can depend on a layer for tests`() throws {
        let tests = #"{ "name": "tests", "kinds": ["test"], "canDependOn": "subject" }"#
        let violation = try importOfB(layers: [], ofB: #"[], "testOnly": true"#, others: [tests])
        #expect(violation.rule == .testOnlyDependency)
        #expect(violation.message == "'A' imports 'B', which only tests can depend on")
    }

    @Test(
        arguments: Row.table(
            """
            Library → import 'LibraryInterface' and accept 'any LinkStore' in init
            Shelf → move the code that uses it to a module in the layer Bootstrap, or remove that code
            """
        )
    )
    func `the remedy suggests a package protocol only to modules with package access`(row: Row) {
        var workspace = Workspace.withExample
        workspace.sources["Core"] = ""
        workspace.sources["LibraryInterface"] = "package protocol LinkStore {}"
        workspace.change("SQLite") { $0.dependencies = ["LibraryInterface"] }
        #expect(remedy(workspace, row[0], imports: "SQLite") == row[1])
    }

    @Test(arguments: [([:], "the package 'Kit' to the manifest, and "), (["Kit": "Kit"], "")])
    func `a remedy adds a package to the manifest unless the manifest contains it`(
        references: [String: String],
        start: String
    ) throws {
        var workspace = try Workspace("Home\nKit")
        for name in ["Home", "Kit"] {
            workspace.change(name) { $0.package = name }
        }
        workspace.packages = [
            LocalPackage(name: "Home", folder: "", products: [:], references: references),
            LocalPackage(name: "Kit", folder: "Kit", products: ["Kit": ["Kit"]], references: [:]),
        ]
        let found = workspace.violations("Home", "import Kit", of: .undeclaredImport)
        let product = #".product(name: "Kit", package: "Kit")"#
        let end = "to the dependencies of 'Home' at Package.swift:1, or remove the import"
        #expect(found.map(\.remedy) == ["add \(start)\(product) \(end)"])
    }

    @Test(arguments: [(["A"], "Package.swift"), (["A", "B"], "A/Package.swift")])
    func `a remedy names the path of a manifest if there are several`(
        packages: [String],
        name: String
    ) throws {
        var workspace = try Workspace("Home: Core\nCore")
        for index in workspace.modules.indices {
            workspace.modules[index].package = "A"
        }
        let manifests = packages.map { ($0, ManifestText(path: "\($0)/Package.swift", text: "")) }
        let checker = BoundaryChecker(
            graph: ModuleGraph(workspace.modules),
            rules: .none,
            manifest: ManifestText(path: "Package.swift", text: ""),
            manifests: Dictionary(uniqueKeysWithValues: manifests)
        ) { module in
            [SourceFile(path: "\(module.name)/A.swift", text: "let a = 1")]
        }
        let unused = checker.results().first { $0.rule == .unusedDependency }
        let end = "or keep it with an entry of exceptions in boundaries.json"
        let remedy = "remove 'Core' from the dependencies of 'Home' in \(name), \(end)"
        #expect(unused?.remedy == remedy)
    }
}
