import BoundaryRules
import Foundation
import SwiftSource
import Testing

/// The layer rules of the workspace layout, each broken in a package that keeps them all otherwise.
struct WorkspaceRuleTests {
    @Test func `a package that keeps the rules breaks none`() {
        let checker = Workspace().checker
        #expect(checker.graph.modules.flatMap(checker.violations) == [])
        // The package has a few of the modules that the layers name.
        #expect(checker.violationsOfPackage().filter { $0.rule != .emptyLayer } == [])
    }

    @Test(
        arguments: [
            ("Shelf", "SQLite", "only Bootstrap"), ("Shelf", "Library", "only Bootstrap"),
            ("Library", "Checking", "only Bootstrap"), ("Library", "SQLite", "only Bootstrap"),
            ("LibraryInterface", "Library", "only Bootstrap"), ("LibraryInterface", "Bootstrap", "only App"),
            ("Core", "LibraryInterface", "only App, Bootstrap, interfaces, implementations, mocks"),
            ("SQLite", "LibraryInterface", "only App, Bootstrap, interfaces, implementations, mocks"),
            ("SQLite", "Injection", "only App, Bootstrap, interfaces, implementations, Core, InjectionRegistry, "),
            ("Shelf", "CSQLite", "only services"), ("Injection", "Core", "only "),
            ("LibraryTests", "Checking", "only Bootstrap"), ("LibraryTests", "Bootstrap", "only App"),
            ("CoreTesting", "Injection", "only "), ("Bootstrap", "Shelf", "no other module"),
        ])
    func `an import across layers is an error`(module: String, other: String, viewers: String) throws {
        let found = Workspace().violations(module, "import Foundation\npublic  import \(other)")
            .filter { $0.rule.severity == .error }
        let violation = try #require(found.first { $0.rule == .layers })
        #expect(violation.place.hasSuffix("/A.swift:2:16"))
        #expect(violation.message.hasPrefix("'\(module)' imports '\(other)', which \(viewers)"))
        #expect(violation.message.hasSuffix(" may see"))
        #expect(violation.statement.contains("may see"))
        #expect(violation.statement.hasSuffix("(Docs/Architecture.md#layer-rules)"))
        #expect(!violation.reason.isEmpty && !violation.remedy.isEmpty)
    }

    @Test func `production code that imports mocks is named so`() throws {
        let violation = try #require(Workspace().violations("Library", "import CoreTesting").first)
        #expect(violation.rule == .testingInProduction)
        #expect(violation.remedy.contains("through init"))
    }

    @Test func `an import that is allowed and not declared is an error`() throws {
        let violation = try #require(
            Workspace().violations("Shelf", "import CheckingInterface").first { $0.rule == .undeclaredImport })
        #expect(violation.message == "'Shelf' imports 'CheckingInterface' without declaring it as a dependency")
        #expect(violation.chain == ["Shelf", "Bootstrap", "CheckingInterface"])
        #expect(
            violation.remedy
                == "add \"CheckingInterface\" to the dependencies of 'Shelf' at Package.swift:11, or remove the import")
    }

    @Test(arguments: [
        ("Library", ".target(name: \"Library\", dependencies: [])"), ("LibraryTests", "Feature(\"Library\")"),
        ("CheckingInterface", "Feature(\"Checking\", uses: [])"),
    ])
    func `the remedy names the line that makes the target`(module: String, line: String) throws {
        var workspace = Workspace()
        workspace.manifest = "let package = [\n    \(line)\n]"
        workspace.change(module, dependencies: [])
        let violation = try #require(
            workspace.violations(module, "import Core").first { $0.rule == .undeclaredImport })
        #expect(
            violation.remedy
                == "add \"Core\" to the dependencies of '\(module)' at Package.swift:2, or remove the import")
    }

    @Test func `a dependency on what is not there is an error of the package`() {
        var workspace = Workspace()
        workspace.change("Shelf", dependencies: ["Core", "CheckingInterfaceInterface"])
        let found = workspace.checker.violationsOfPackage().filter { $0.rule == .unknownDependency }
        #expect(
            found.map(\.message) == ["'Shelf' depends on 'CheckingInterfaceInterface', and there is no such target"])
    }

    @Test func `what Bootstrap declares and does not import wants to be registered`() throws {
        let violation = try #require(
            Workspace().violations("Bootstrap", "import Core").first { $0.subject == "Checking" })
        #expect(violation.rule == .unusedDependency && violation.remedy.hasPrefix("register what 'Checking' makes, or"))
    }

    @Test(
        arguments: [
            ("Shelf", "SQLite", "remove it, or move the code to a module of Bootstrap"),
            ("Shelf", "Library", "import 'LibraryInterface' and resolve 'AppContainer.library'"),
            ("Checking", "Library", "import 'LibraryInterface' and take 'any LinkLibrary' through init"),
            ("LibraryTests", "SQLite", "import 'Core' and take 'any LinkStore' through init"),
            ("LibraryInterface", "Bootstrap", "remove it, or move the code to a module of App"),
        ])
    func `the remedy names the protocol to go through`(module: String, other: String, remedy: String) throws {
        let violation = try #require(
            Workspace().violations(module, "import \(other)").first { $0.rule == .layers })
        #expect(violation.remedy == remedy)
    }

    @Test func `a declared dependency that the layers forbid is an error, imported or not`() throws {
        var workspace = Workspace()
        workspace.change("Shelf", dependencies: ["SQLite"])
        let imported = try #require(workspace.violations("Shelf", "import SQLite").first)
        #expect(imported.place == "App/Shelf/A.swift:1:8")
        #expect(imported.message == "'Shelf' depends on 'SQLite', which only Bootstrap may see")
        let declared = try #require(workspace.violations("Shelf", "import Foundation").first)
        #expect(declared.place == "Package.swift:11:13")
        #expect(declared.rule == .layers)
    }

    @Test func `a dependency that no file imports is a warning`() throws {
        let violation = try #require(Workspace().violations("Library", "import Core").first)
        #expect(violation.rule == .unusedDependency)
        #expect(violation.rule.severity == .warning)
        #expect(violation.message == "'Library' declares 'LibraryInterface' and never imports it")
        #expect(violation.place == "Package.swift:7:13")
    }

    @Test func `a re-export is an error, also of what may be seen`() throws {
        let violation = try #require(
            Workspace().violations("Core", "@_exported public import Injection").first)
        #expect(violation.rule == .reexport)
    }

    @Test func `a container protocol that the container does not list is an error`() throws {
        let container = "import Core\npublic final class AppContainer: SharedContainer, LibraryProviding {}"
        let found = Workspace().violations("Bootstrap", container).filter { $0.rule == .unlistedContainerProtocol }
        #expect(found.map(\.message) == ["'AppContainer' does not list 'LinkStoreProviding' of 'Core'"])
        #expect(found.map(\.place) == ["Modules/Bootstrap/A.swift:2:20"])
        #expect(
            found.map(\.remedy) == [
                "add 'LinkStoreProviding' to an extension, and what it demands to AppContainer+LinkStore.swift"
            ])
    }

    @Test func `an extension lists package protocols, and the class all others`() {
        let container = "class AppContainer {}\nextension AppContainer: Core.LinkStoreProviding, LibraryProviding {}"
        let found = Workspace().violations("Bootstrap", container).filter { $0.rule == .unlistedContainerProtocol }
        #expect(found.map(\.subject) == ["LibraryProviding"])
        #expect(found.first?.remedy.hasPrefix("add 'LibraryProviding' to the class") == true)
    }

    @Test func `a module in the folder of no layer is an error`() throws {
        var workspace = Workspace()
        workspace.change("Library", folder: "Sources/Library")
        let violation = try #require(workspace.violations("Library").first { $0.rule == .misplacedModule })
        #expect(violation.message == "'Library' lies in 'Sources/Library', which is the folder of no layer")
    }

    @Test(arguments: [("Shelf", true), ("Core", false), ("Library", false), ("LibraryTests", false)])
    func `package access that the layer does not want is an error`(module: String, access: Bool) {
        var workspace = Workspace()
        workspace.change(module, packageAccess: access)
        #expect(workspace.violations(module).contains { $0.rule == .packageAccess && $0.remedy.contains("\(!access)") })
    }

    @Test func `a module without Swift has no package access to get wrong`() {
        var workspace = Workspace()
        workspace.modules.append(
            Module(name: "CParser", kind: .clang, folder: "Modules/Services/CParser", packageAccess: false))
        #expect(workspace.violations("CParser") == [])
    }

    @Test func `a module may name itself as it is imported`() {
        var workspace = Workspace()
        workspace.modules.append(
            Module(name: "my-service", importName: "my_service", kind: .library, folder: "Modules/Services/my-service"))
        for name in ["my_service", "`my-service`"] {
            #expect(workspace.violations("my-service", "import \(name)") == [])
        }
    }

    @Test func `a module that the build does not check is an error, once one is checked`() {
        let modules = ["Reader", "Check", "Home", "Core"].map { name in
            Module(
                name: name, kind: .library, folder: "Sources/\(name)", dependencies: name == "Check" ? ["Reader"] : [],
                plugins: name == "Home" ? ["Boundaries"] : [])
        }
        let plugin = Module(name: "Boundaries", kind: .plugin, folder: "Plugins/Boundaries", dependencies: ["Check"])
        func found(_ modules: [Module]) -> [Violation] {
            BoundaryChecker(graph: ModuleGraph(modules), rules: .none, manifest: ("Package.swift", "")) { _ in [] }
                .violationsOfPackage()
        }
        #expect(found(modules + [plugin]).map(\.message) == ["'Core' is not checked by the build"])
        #expect(found(modules).map(\.module) == ["Reader", "Check", "Core"])
        #expect(found(modules.filter { $0.name != "Home" } + [plugin]) == [])
    }

    @Test func `a container that is not there lists nothing`() {
        let found = Workspace().violations("Bootstrap", "import Core\npublic final class Renamed {}")
        #expect(found.contains { $0.rule == .unlistedContainerProtocol && $0.path == "Package.swift" })
    }

    @Test func `a list may name a protocol with its module, and a second class must list all as well`() {
        let list = "class AppContainer: Core.LinkStoreProviding, LibraryProviding {}\n"
        #expect(!Workspace().violations("Bootstrap", list).contains { $0.rule == .unlistedContainerProtocol })
        let two = list + "#if NEVER\nclass AppContainer: LibraryProviding {}\n#endif"
        #expect(Workspace().violations("Bootstrap", two).contains { $0.rule == .unlistedContainerProtocol })
    }

    @Test func `a dependency that would close a circle is not proposed`() {
        let found = Workspace().violations("LibraryInterface", "import CheckingInterface")
        #expect(
            found.first?.remedy
                == "move what both need into a module that both may see; 'CheckingInterface' depends on 'LibraryInterface' already"
        )
    }

    @Test func `where dependencies for other platforms are not known, a conditional import need not be declared`() {
        let workspace = Workspace()
        let text = "#if os(macOS)\nimport CheckingInterface\nimport SQLite\n#endif"
        let checker = BoundaryChecker(
            graph: ModuleGraph(workspace.modules), rules: workspace.rules, manifest: ("Package.swift", ""),
            knowsEveryDependency: false
        ) { $0.name == "Shelf" ? [SourceFile(path: "A.swift", text: text)] : [] }
        let errors = checker.graph.module(named: "Shelf").map(checker.violations)?.filter { $0.rule.severity == .error }
        #expect(errors?.map(\.subject) == ["SQLite"])
    }

    @Test func `the tests of a program see the program, Bootstrap and mocks, and no concrete type`() {
        var workspace = Workspace()
        workspace.modules.append(
            Module(
                name: "ShelfTests", kind: .test, folder: "Tests/ShelfTests",
                dependencies: ["Shelf", "Bootstrap", "Core", "CoreTesting", "Injection"], packageAccess: true))
        let imports = ["Shelf", "Bootstrap", "Core", "CoreTesting", "Injection"].map { "import \($0)\n" }.joined()
        #expect(workspace.violations("ShelfTests", imports) == [])
        for concrete in ["Library", "SQLite"] {
            let found = workspace.violations("ShelfTests", imports + "import \(concrete)")
            #expect(found.map(\.rule) == [.layers], "\(concrete)")
        }
    }

    @Test func `a module imports itself and the toolchain as it likes`() {
        let found = Workspace().violations("Injection", "import Injection\nimport Foundation\nimport Glibc")
        #expect(found == [])
    }

    @Test func `the table in Docs lists every rule with its severity and statement, and no other`() throws {
        let page = try String(contentsOf: Workspace.root.appending(path: "Docs/Boundaries.md"), encoding: .utf8)
        let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("The rules\n") })
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.count == Rule.allCases.count)
        for rule in Rule.allCases {
            let name = "| `\(rule.rawValue)`\(rule.severity == .warning ? " (a warning)" : "") | "
            let row = rows.first { $0.hasPrefix(name) }
            // The table may add a few words to a statement.
            let words = rule.statement.split(separator: " ").prefix(3).joined(separator: " ")
            #expect(row?.dropFirst(name.count).hasPrefix(words) == true, "\(rule.rawValue)")
        }
    }

    @Test func `a violation is written as a compiler writes it`() throws {
        let violation = try #require(Workspace().violations("Shelf", "\nimport SQLite").first)
        #expect(
            violation.text == """
                App/Shelf/A.swift:2:8: error: 'Shelf' imports 'SQLite', which only Bootstrap may see
                note: rule: layers: App may see interfaces, Core, Injection, Bootstrap, libraries (Docs/Architecture.md#layer-rules)
                note: reason: an app that cannot name a concrete type keeps working when one is replaced
                note: reachable: Shelf → Bootstrap → SQLite
                note: remedy: remove it, or move the code to a module of Bootstrap
                """)
    }
}
