import BoundaryRules
import PackageManifestTesting
import ProgramTesting
import SwiftSource
import Testing

struct LayerRuleTests {
    @Test func `a package that follows the rules has no violations`() {
        let checker = Workspace().checker
        #expect(checker.graph.modules.flatMap(checker.violations) == [])
        // The package contains only some of the modules and tests that the rules list.
        let found = checker.violationsOfPackage()
        #expect(found.filter { $0.rule != .unusedSetting } == [])
    }

    /// A description, a module, a source of the module, the rule that the source breaks, and parts
    /// of the violation's text.
    @Test(
        arguments: Row.table(
            """
            an undeclared import that would close a cycle → LibraryInterface → import CheckingInterface → undeclared-import → remedy: move the shared code to another module that these modules can depend on; 'CheckingInterface' depends on 'LibraryInterface' already
            an undeclared import if another module can be imported → Shelf → #if canImport(Darwin)⏎import CheckingInterface⏎#endif → undeclared-import → A.swift:2:8: warning: 'Shelf' imports 'CheckingInterface'
            production code that imports mocks → Library → import CoreTesting → test-only-dependency → remedy: accept the mocked protocol in init, or move the code to a test target → production code never depends on mocks
            a declared dependency that no file imports → Library → import Core → unused-dependency → Package.swift:7:13: warning: 'Library' declares 'LibraryInterface' as a dependency but never imports it
            an implementation that Bootstrap does not register → Bootstrap → import Core → unused-dependency → remedy: register what 'Checking' implements, or remove 'Checking' from the dependencies of 'Bootstrap' in Package.swift
            a re-export of an allowed module → Core → @_exported public import Injection → re-export → 'Core' re-exports 'Injection' to every module that imports it → remedy: remove @_exported, and import 'Injection' where it is used
            a container protocol that the container does not list → Bootstrap → import Core⏎public final class AppContainer: SharedContainer, LibraryProviding {} → unlisted-container-protocol → Modules/Bootstrap/A.swift:2:20: error: the declaration of 'AppContainer' does not conform to 'LinkStoreProviding' from 'Core' → add 'LinkStoreProviding' to an extension, and its properties to AppContainer+LinkStore.swift
            a public container protocol that only an extension lists → Bootstrap → class AppContainer {}⏎extension AppContainer: Core.LinkStoreProviding, LibraryProviding {} → unlisted-container-protocol → remedy: add 'LibraryProviding' to the class
            a second container class with a shorter list → Bootstrap → class AppContainer: Core.LinkStoreProviding, LibraryProviding {}⏎#if NEVER⏎class AppContainer: LibraryProviding {}⏎#endif → unlisted-container-protocol → 'LinkStoreProviding'
            a missing container class → Bootstrap → import Core⏎public final class Renamed {} → unlisted-container-protocol → Package.swift:10:13: error
            """
        )
    )
    func `reports a source that breaks a rule`(row: Row) throws {
        let rule = try #require(Rule(rawValue: row[3]))
        let found = Workspace.withExample.violations(row[1], row.lines(2), of: rule)
        let parts = row[4...]
        #expect(!parts.isEmpty)
        #expect(
            found.contains { violation in parts.allSatisfy(violation.text.contains) },
            "\(found)"
        )
    }

    @Test func `an undeclared import is reported with the chain by which the module is used`() {
        let found = Workspace.withExample.violations("Shelf", "import CheckingInterface")
        #expect(
            found.first?.summary == """
                App/Shelf/A.swift:1:8: error: 'Shelf' imports 'CheckingInterface' without declaring it as a dependency
                note: chain: Shelf → Bootstrap → CheckingInterface
                note: remedy: add "CheckingInterface" to the dependencies of 'Shelf' at Package.swift:11, or remove the import
                """
        )
    }

    @Test func `reports a forbidden dependency at its import, or where it is declared`() {
        var workspace = Workspace.withExample
        workspace.change("Shelf") { $0.dependencies = ["SQLite"] }
        let imported = workspace.violations("Shelf", "import SQLite", of: .forbiddenDependency)
        #expect(imported.map(\.place) == ["App/Shelf/A.swift:1:8"])
        let message = "'Shelf' depends on 'SQLite', which only Bootstrap can depend on"
        #expect(imported.map(\.message) == [message])
        let declared = workspace.violations("Shelf", "import Foundation", of: .forbiddenDependency)
        #expect(declared.map(\.place) == ["Package.swift:11:13"])
        let removal = "remove 'SQLite' from the dependencies of 'Shelf' in Package.swift"
        let move = "move the code that uses it to a module in the layer Bootstrap"
        #expect(declared.map(\.remedy) == ["\(removal); \(move), or remove that code"])
    }

    /// A module, its folder, the rule that the folder breaks, and a part of the violation's text.
    @Test(
        arguments: Row.table(
            """
            Library → Sources/Library → misplaced-module → 'Library' is in 'Sources/Library', which belongs to no layer
            Library → Sources/Library → misplaced-module → remedy: move it, or add that folder to a layer: App, examples, 
            Parts → App/Examples/Parts → misplaced-module → 'App/Examples/Parts'
            LibraryExample → App/LibraryExample → test-only-dependency → 'CoreTesting'
            """
        )
    )
    func `reports a module in a folder of another layer, or of none`(row: Row) throws {
        var workspace = Workspace.withExample
        workspace.add("Parts")
        workspace.change(row[0]) { $0.folder = row[1] }
        let rule = try #require(Rule(rawValue: row[2]))
        let found = workspace.violations(row[0], of: rule)
        #expect(found.contains { $0.text.contains(row[3]) }, "\(found)")
    }

    @Test(arguments: [
        ("Shelf", true),
        ("Core", false),
        ("Library", false),
        ("LibraryTests", false),
        ("LibraryExample", false),
    ])
    func `reports package access that the layer does not allow`(module: String, access: Bool) throws
    {
        var workspace = Workspace.withExample
        workspace.change(module) { $0.packageAccess = access }
        let found = try #require(workspace.violations(module, of: .packageAccess).first)
        let word = access ? "access" : "no access"
        #expect(found.message == "'\(module)' has \(word) to package declarations")
        let other = access ? "no access" : "access"
        #expect(found.statement.contains(" have \(other) to package declarations"))
        #expect(found.remedy == "set packageAccess: \(!access) for its target in Package.swift")
    }

    /// A module, a module that it imports, and the modules that can use the other module.
    @Test(
        arguments: Row.table(
            """
            Shelf → SQLite → only Bootstrap
            Shelf → Library → only Bootstrap
            Library → Checking → only Bootstrap
            Library → SQLite → only Bootstrap
            LibraryInterface → Library → only Bootstrap
            LibraryInterface → Bootstrap → only App
            Core → LibraryInterface → only App, Bootstrap, interfaces, implementations, single-module features, mocks
            SQLite → Library → only Bootstrap
            SQLite → Injection → only App, Bootstrap, interfaces, implementations, single-module features, Core, 
            Shelf → CSQLite → only services
            Injection → Core → only 
            LibraryTests → Checking → only Bootstrap
            LibraryTests → Bootstrap → only App
            CoreTesting → Injection → only 
            Bootstrap → Shelf → no other module
            LibraryExample → Bootstrap → only App
            LibraryExample → SQLite → only Bootstrap
            LibraryExample → Shelf → no other module
            Shelf → LibraryExample → no other module
            Bootstrap → LibraryExample → no other module
            Library → LibraryExample → no other module
            LibraryInterface → LibraryExample → no other module
            CoreTesting → LibraryExample → no other module
            LibraryTests → LibraryExample → no other module
            """
        )
    )
    func `reports an error for an import that the layers forbid`(row: Row) throws {
        let source = "import Foundation\npublic  import \(row[1])"
        let violations = Workspace.withExample.violations(row[0], source, of: .forbiddenDependency)
        let violation = try #require(violations.first)
        #expect(violation.text.contains("/A.swift:2:16: error: "))
        #expect(violation.message.hasPrefix("'\(row[0])' imports '\(row[1])', which \(row[2])"))
        #expect(violation.message.hasSuffix(" can depend on"))
        #expect(violation.statement.contains(" can depend on "))
        #expect(violation.statement.hasSuffix("(Docs/Architecture.md#layer-rules)"))
        #expect(violation.reason != violation.rule.reason)
        #expect(!violation.reason.isEmpty)
    }

    // MARK: Allowed dependencies

    @Test(
        arguments: [
            ("LibraryExample", nil),
            ("Injection", "import Injection\nimport Foundation\nimport Glibc"),
            ("my-service", "import my_service"), ("my-service", "import `my-service`"),
            ("my-service", "@_exported import `my-service`"),
            ("CParser", nil),
            (
                "ShelfTests",
                "import Shelf\nimport Bootstrap\nimport Core\nimport CoreTesting\nimport Injection"
            ),
        ] as [(String, String?)]
    )
    func `accepts modules and imports that follow the rules`(module: String, source: String?) {
        var workspace = Workspace.withExample
        workspace.add(
            """
            my-service in Modules/Services/my-service
            CParser clang in Modules/Services/CParser
            ShelfTests: Shelf, Bootstrap, Core, CoreTesting, Injection
            """
        )
        workspace.change("CParser") { $0.packageAccess = false }
        workspace.change("ShelfTests") { $0.packageAccess = true }
        #expect(workspace.violations(module, source) == [])
    }

    @Test(arguments: ["Library", "SQLite"])
    func `tests of the app cannot use concrete modules`(concrete: String) {
        var workspace = Workspace()
        workspace.add("ShelfTests: Shelf, Bootstrap")
        let found = workspace.violations(
            "ShelfTests",
            "import Shelf\nimport Bootstrap\nimport \(concrete)"
        )
        #expect(found.map(\.rule) == [.forbiddenDependency])
        #expect(found.map(\.other) == [concrete])
    }

    @Test func `the declared dependencies of a C target are checked against the layers`() throws {
        var workspace = Workspace()
        workspace.add("CHelper clang in Modules/Libraries/CHelper: SQLite, CSQLite")
        let found = workspace.violations("CHelper", of: .forbiddenDependency)
        #expect(found.map(\.other) == ["SQLite", "CSQLite"])
        #expect(found.map(\.path) == ["Package.swift", "Package.swift"])
        workspace.rules = try LayerRules(
            #"{"rules": [{"from": "module:CHelper", "mustNotReach": "module:Injection"}]}"#
        )
        #expect(workspace.violations("CHelper").map(\.rule) == [.forbiddenReach])
    }

    /// A manifest, the modules of its package, and the reason.
    @Test(
        arguments: Row.table(
            """
            → → the manifest declares no targets
            #if os(macOS)⏎let a = 1 → → inside '#if os(macOS)', which is false on this machine
            → CNet clang⏎Log external → only C code, system libraries and plugins
            """
        )
    )
    func `warns about a package without Swift modules, with the reason`(row: Row) throws {
        var workspace = try Workspace(row.lines(1))
        workspace.manifest = row.lines(0)
        let found = workspace.packageViolations
        #expect(found.map(\.rule) == [.emptyPackage])
        #expect(found.map(\.severity) == [.warning])
        let message = try #require(found.first?.message)
        #expect(message.hasPrefix("no Swift module was checked, because "))
        #expect(message.hasSuffix(row[2]))
        let remedy = "check another package with --package-path PATH, or check this one elsewhere"
        #expect(found.map(\.remedy) == [remedy])
    }

    @Test func `reports a cycle of dependencies`() {
        var workspace = Workspace()
        workspace.change("Core") { $0.dependencies.append("LibraryInterface") }
        let found = workspace.results(.dependencyCycle)
        #expect(found.map(\.message) == ["'Core' depends on itself"])
        #expect(found.map(\.chain) == [["Core", "LibraryInterface", "Core"]])
        #expect(
            found.map(\.remedy) == [
                "move the shared code to another module that these modules can depend on, or let one of them accept a protocol in init"
            ]
        )
    }

    @Test(arguments: [(false, ["SQLite"]), (true, ["CheckingInterface", "SQLite"])])
    func `a conditional import must be declared only if dependencies for all platforms are known`(
        knowsEveryDependency: Bool,
        subjects: [String]
    ) {
        var workspace = Workspace()
        workspace.knowsEveryDependency = knowsEveryDependency
        let text = "#if os(macOS)\nimport CheckingInterface\nimport SQLite\n#endif"
        let errors = workspace.violations("Shelf", text).filter { $0.rule.severity == .error }
        #expect(errors.map(\.other) == subjects)
    }

    @Test(arguments: [(false, [1]), (true, [1, 3])])
    func
        `if dependencies for other platforms are unknown, a comment at a conditional import is kept`(
            knowsEveryDependency: Bool,
            lines: [Int]
        )
    {
        var workspace = Workspace()
        workspace.knowsEveryDependency = knowsEveryDependency
        let text = """
            import Core  // boundaries:allow it is old
            #if os(macOS)
            import Injection  // boundaries:allow it is old
            #endif
            """
        let found = workspace.violations("Shelf", text, of: .unusedSetting)
        #expect(found.map(\.location?.line) == lines)
    }

    @Test func `lists the imports of modules on which the target declares no dependency`() {
        var workspace = Workspace()
        workspace.sources = [
            "SQLite": "import Core\nimport Injection\nimport SQLite\nimport Foundation",
            "Library": "import Injection\nimport struct Injection.Factory",
        ]
        #expect(
            workspace.checker.undeclaredImports() == [
                Dependency(of: "SQLite", on: "Injection"),
                Dependency(of: "Library", on: "Injection"),
            ]
        )
    }
}

extension Workspace {
    static var withExample: Workspace {
        var workspace = Workspace()
        workspace.add(
            "LibraryExample executable in App/Examples/LibraryExample: "
                + "Library, LibraryInterface, Core, CoreTesting"
        )
        workspace.change("LibraryExample") { $0.packageAccess = true }
        workspace.sources["LibraryExample"] =
            "import Library\nimport LibraryInterface\nimport Core\nimport CoreTesting"
        return workspace
    }
}
