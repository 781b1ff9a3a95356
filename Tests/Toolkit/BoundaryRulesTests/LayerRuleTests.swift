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

    // MARK: Violations

    /// A source or a change that breaks a rule, with parts of the expected message.
    struct Violating: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let module: String
        let source: String?
        let rule: Rule
        let text: [String]
        let change: @Sendable (inout Workspace) -> Void

        init(
            _ description: String,
            _ module: String,
            _ source: String?,
            _ rule: Rule,
            _ text: String...,
            change: @escaping @Sendable (inout Workspace) -> Void = { _ in }
        ) {
            testDescription = description
            self.module = module
            self.source = source
            self.rule = rule
            self.text = text
            self.change = change
        }
    }

    static let violations = [
        Violating(
            "an allowed import that is not declared",
            "Shelf",
            "import CheckingInterface",
            .undeclaredImport,
            "A.swift:1:8: error: 'Shelf' imports 'CheckingInterface' without declaring it as a dependency",
            "chain: Shelf → Bootstrap → CheckingInterface",
            "add \"CheckingInterface\" to the dependencies of 'Shelf' at Package.swift:11, or remove the import"
        ),
        Violating(
            "an undeclared import that would close a cycle",
            "LibraryInterface",
            "import CheckingInterface",
            .undeclaredImport,
            "remedy: move the shared code to another module that these modules can depend on; "
                + "'CheckingInterface' depends on 'LibraryInterface' already"
        ),
        Violating(
            "an undeclared import if another module can be imported",
            "Shelf",
            "#if canImport(Darwin)\nimport CheckingInterface\n#endif",
            .undeclaredImport,
            "A.swift:2:8: warning: 'Shelf' imports 'CheckingInterface'"
        ),
        Violating(
            "production code that imports mocks",
            "Library",
            "import CoreTesting",
            .testOnlyDependency,
            "remedy: accept the mocked protocol in init, or move the code to a test target",
            "production code never depends on mocks"
        ),
        Violating(
            "a forbidden dependency that is imported",
            "Shelf",
            "import SQLite",
            .forbiddenDependency,
            "App/Shelf/A.swift:1:8: error: 'Shelf' depends on 'SQLite', which only Bootstrap can depend on"
        ) { $0.change("Shelf") { $0.dependencies = ["SQLite"] } },
        Violating(
            "a forbidden dependency that is only declared",
            "Shelf",
            "import Foundation",
            .forbiddenDependency,
            "Package.swift:11:13: error: 'Shelf' depends on 'SQLite'",
            "remedy: remove 'SQLite' from the dependencies of 'Shelf' in Package.swift; move the code that uses it"
        ) { $0.change("Shelf") { $0.dependencies = ["SQLite"] } },
        Violating(
            "a declared dependency that no file imports",
            "Library",
            "import Core",
            .unusedDependency,
            "Package.swift:7:13: warning: 'Library' declares 'LibraryInterface' as a dependency but never imports it"
        ),
        Violating(
            "an implementation that Bootstrap does not register",
            "Bootstrap",
            "import Core",
            .unusedDependency,
            "remedy: register what 'Checking' implements, or remove 'Checking' from the dependencies of 'Bootstrap' in Package.swift"
        ),
        Violating(
            "a re-export of an allowed module",
            "Core",
            "@_exported public import Injection",
            .reexport,
            "'Core' re-exports 'Injection' to every module that imports it",
            "remedy: remove @_exported, and import 'Injection' where it is used"
        ),
        Violating(
            "a container protocol that the container does not list",
            "Bootstrap",
            "import Core\npublic final class AppContainer: SharedContainer, LibraryProviding {}",
            .unlistedContainerProtocol,
            "Modules/Bootstrap/A.swift:2:20: error: the declaration of 'AppContainer' does not conform to 'LinkStoreProviding' from 'Core'",
            "add 'LinkStoreProviding' to an extension, and its properties to AppContainer+LinkStore.swift"
        ),
        Violating(
            "a public container protocol that only an extension lists",
            "Bootstrap",
            "class AppContainer {}\nextension AppContainer: Core.LinkStoreProviding, LibraryProviding {}",
            .unlistedContainerProtocol,
            "remedy: add 'LibraryProviding' to the class"
        ),
        Violating(
            "a second container class with a shorter list",
            "Bootstrap",
            "class AppContainer: Core.LinkStoreProviding, LibraryProviding {}\n"
                + "#if NEVER\nclass AppContainer: LibraryProviding {}\n#endif",
            .unlistedContainerProtocol,
            "'LinkStoreProviding'"
        ),
        Violating(
            "a missing container class",
            "Bootstrap",
            "import Core\npublic final class Renamed {}",
            .unlistedContainerProtocol,
            "Package.swift:10:13: error"
        ),
        Violating(
            "a module outside the folders of the layers",
            "Library",
            nil,
            .misplacedModule,
            "'Library' is in 'Sources/Library', which belongs to no layer",
            "remedy: move it, or add that folder to a layer: "
        ) { $0.change("Library") { $0.folder = "Sources/Library" } },
        Violating(
            "a library among the examples",
            "Parts",
            nil,
            .misplacedModule,
            "'App/Examples/Parts'"
        ) {
            $0.add("Parts in App/Examples/Parts")
        },
        Violating(
            "an example outside the folder of examples",
            "LibraryExample",
            nil,
            .testOnlyDependency,
            "'CoreTesting'"
        ) { $0.change("LibraryExample") { $0.folder = "App/LibraryExample" } },
    ]

    @Test(arguments: violations)
    func `reports each kind of violation`(_ example: Violating) {
        var workspace = Workspace.withExample
        example.change(&workspace)
        let found = workspace.violations(example.module, example.source, of: example.rule)
        #expect(
            found.contains { violation in example.text.allSatisfy(violation.text.contains) },
            "\(found)"
        )
    }

    @Test(arguments: [
        ("Shelf", true),
        ("Core", false),
        ("Library", false),
        ("LibraryTests", false),
        ("LibraryExample", false),
    ])
    func `reports package access that the layer does not allow`(module: String, access: Bool) {
        var workspace = Workspace.withExample
        workspace.change(module) { $0.packageAccess = access }
        let found = workspace.violations(module, of: .packageAccess)
        let word = access ? "access" : "no access"
        #expect(found.first?.message == "'\(module)' has \(word) to package declarations")
        let other = access ? "no access" : "access"
        #expect(found.first?.statement.contains(" have \(other) to package declarations") == true)
        #expect(
            found.first?.remedy == "set packageAccess: \(!access) for its target in Package.swift"
        )
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
        workspace.sources["Core"] = "public protocol ExplainedError: Error {}"
        workspace.sources["Library"] = "struct Missing: ExplainedError {}"
        let remedy = remedy(workspace, "Core", imports: "Library")
        #expect(remedy?.hasPrefix("move the code that uses it to a module in the layer ") == true)
    }

    @Test func `the remedy for a test names the module with the mock`() {
        var workspace = Workspace.withExample
        workspace.sources["CoreTesting"] = "public final class InMemoryStore: LinkStore {}"
        let remedy = remedy(workspace, "LibraryTests", imports: "SQLite")
        #expect(remedy == "import 'CoreTesting' and use its mock of 'LinkStore'")
    }

    /// Returns the violation for an import of the module `B` in `A`. Layers with the given names
    /// can depend on `B`, and so can the layer `b` itself.
    private func importOfB(
        layers: [String],
        ofB canDependOn: String = "[]",
        others: [String] = []
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
        return try #require(package.checker.results().first { $0.other == "B" })
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

    @Test(arguments: [
        ("Library", "import 'LibraryInterface' and accept 'any LinkStore' in init"),
        (
            "Shelf",
            "move the code that uses it to a module in the layer Bootstrap, or remove that code"
        ),
    ])
    func `the remedy suggests a package protocol only to modules with package access`(
        module: String,
        remedy: String
    ) {
        var workspace = Workspace.withExample
        workspace.sources["Core"] = ""
        workspace.sources["LibraryInterface"] = "package protocol LinkStore {}"
        workspace.change("SQLite") { $0.dependencies = ["LibraryInterface"] }
        #expect(self.remedy(workspace, module, imports: "SQLite") == remedy)
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

    @Test(arguments: [
        ("", [], "the manifest declares no targets"),
        ("#if os(macOS)\nlet a = 1", [], "inside '#if os(macOS)', which is false on this machine"),
        ("", [Module.Kind.clang, .external], "only C code, system libraries and plugins"),
    ])
    func `warns about a package without Swift modules, with the reason`(
        manifest: String,
        kinds: [Module.Kind],
        reason: String
    ) throws {
        var workspace = Workspace()
        workspace.rules = .none
        workspace.manifest = manifest
        workspace.modules = kinds.map { Module(name: "\($0)", kind: $0, folder: "\($0)") }
        let found = try #require(workspace.packageViolations.first)
        #expect(workspace.packageViolations.count == 1)
        #expect(found.rule == .emptyPackage)
        #expect(found.severity == .warning)
        #expect(found.message.hasPrefix("no Swift module was checked, because "))
        #expect(found.message.hasSuffix(reason))
        #expect(
            found.remedy
                == "check another package with --package-path, or check this package elsewhere"
        )
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
        let lines = workspace.checker.undeclaredImports().mapValues { $0.map(\.location.line) }
        #expect(
            lines == [
                Dependency(of: "SQLite", on: "Injection"): [2],
                Dependency(of: "Library", on: "Injection"): [1, 2],
            ]
        )
    }

    // MARK: The manifest and the documentation

    @Test(arguments: [(["A"], "Package.swift"), (["A", "B"], "A/Package.swift")])
    func `a remedy names the path of a manifest if there are several`(
        packages: [String],
        name: String
    ) {
        let home = Module(
            name: "Home",
            kind: .library,
            folder: "Home",
            dependencies: ["Core"],
            package: "A"
        )
        let core = Module(name: "Core", kind: .library, folder: "Core", package: "A")
        let manifests = packages.map { ($0, ManifestText(path: "\($0)/Package.swift", text: "")) }
        let checker = BoundaryChecker(
            graph: ModuleGraph([home, core]),
            rules: .none,
            manifest: ManifestText(path: "Package.swift", text: ""),
            manifests: Dictionary(uniqueKeysWithValues: manifests)
        ) { module in
            [SourceFile(path: "\(module.name)/A.swift", text: "let a = 1")]
        }
        let unused = checker.results().first { $0.rule == .unusedDependency }
        let remedy = "remove 'Core' from the dependencies of 'Home' in \(name)"
        #expect(unused?.remedy.hasPrefix("\(remedy), or keep it") == true)
    }

    @Test func `reports a dependency on a missing target`() {
        var workspace = Workspace()
        workspace.change("Shelf") { $0.dependencies = ["Core", "Missing"] }
        let found = workspace.packageViolations.filter { $0.rule == .unknownDependency }
        #expect(found.map(\.message) == ["'Shelf' depends on 'Missing', which does not exist"])
        let remedy = "correct or remove 'Missing' in the dependencies of 'Shelf' in Package.swift"
        #expect(found.map(\.remedy) == [remedy])
    }

    /// `Home` uses the plugin, and `Core` does not.
    @Test(arguments: [
        (name: "Home", message: nil, place: ""),
        (name: "Core", message: "the build does not check 'Core'", place: "Package.swift"),
        (
            name: "Cor",
            message: "no target is named 'Cor', whose build would check all targets",
            place: "boundaries.json:2:18"
        ),
    ])
    func `reports a target that cannot check all targets`(
        name: String,
        message: String?,
        place: String
    ) throws {
        var package = try Workspace(
            "Home\nCore\nNet",
            rules: "{\n  \"checkedWith\": \"\(name)\"\n}"
        )
        package.manifest = ""
        package.change("Home") { $0.plugins = ["Boundaries"] }
        package.change("Core") { $0.plugins = [] }
        let found = package.packageViolations
        #expect(found.map(\.message) == [message].compactMap(\.self))
        #expect(found.allSatisfy { $0.place == place })
        #expect(found.allSatisfy { $0.severity == .error })
        let remedies = [
            "Core": "add the plugin Boundaries to its target in Package.swift",
            "Cor": "did you mean 'Core'? Otherwise, correct or remove it",
        ]
        #expect(found.map(\.remedy) == [remedies[name]].compactMap(\.self))
    }

    @Test(
        arguments: [
            (
                "A",
                ".library(name: \"A\", targets: [\"A\"]),\n.target(name: \"A\", dependencies: [])",
                2, 15
            ),
            (
                "A",
                ".target(name: \"B\", dependencies: [\"A\"]),\n  .executableTarget(\n    name: \"A\",\n  )",
                3, 11
            ),
            (
                "A",
                "[.target(name: \"A\", condition: x)]\r\n.macro(name: \"A\", dependencies: [])", 2,
                14
            ),
            (
                "A", ".executable(name: \"a\", targets: [\"A\"]),\n.app(\n  \"A\", features: [])",
                3, 3
            ),
            (
                "A",
                "[\"A\"]\n.systemLibrary(name: \"A\", path: \"B\"),\n.library(name: \"A\", targets: [])",
                2, 22
            ),
            ("A", "let ü = 1; .module(\"A\", uses: [])", 1, 21),
            ("HomeTests", "\nFeature(\"Home\")", 2, 9),
            ("HomeInterface", "Feature(\"Home\", uses: [])", 1, 9),
            ("HomePageTests", "[Feature(\"Home\"), Feature(\"HomePage\")]", 1, 27),
            ("A", "let a = [\"A\"]\nlet b = [\"A\"]", 1, 10),
            ("A", "names.map { .target(name: $0) }", nil, nil),
        ] as [(String, String, Int?, Int?)]
    )
    func `a violation in the manifest is reported at the declaration of the target`(
        target: String,
        manifest: String,
        line: Int?,
        column: Int?
    ) throws {
        var package = try Workspace("\(target): \(target)")
        package.manifest = manifest
        let location = package.packageViolations.first?.location
        #expect(location?.line == line)
        #expect(location?.column == column)
    }

    @Test func `the list of rules in Docs contains each rule with its severity and statement`()
        throws
    {
        let page = try Workspace.text(of: "Docs/RulesFile.md")
        let section = try #require(
            page.split(separator: "\n## ").first { $0.hasPrefix("The rules\n") }
        )
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("- `") }
        #expect(rows.count == Rule.allCases.count)
        for rule in Rule.allCases {
            let severity =
                rule.severity == .warning ? " (a warning)" : ""
            let name = "- `\(rule.rawValue)`\(severity): "
            let row = rows.first { $0.hasPrefix(name) }
            // The list may extend a statement by a few words.
            let words = rule.statement.split(separator: " ").prefix(3).joined(separator: " ")
            #expect(row?.dropFirst(name.count).hasPrefix(words) == true, "\(rule.rawValue)")
        }
    }

    /// Compares the rules with the recorded ones in `Tests/Fixtures/Rules.txt`.
    @Test func `each rule has the recorded severity, statement and reason`() throws {
        let texts = Rule.allCases.map { rule in
            "\(rule.rawValue) (\(rule.severity)): \(rule.statement)\n  \(rule.reason)\n"
        }
        let recorded = RecordedText(
            in: "Rules.txt",
            updatedBy: "Tests/run BoundaryRules -- --filter recorded"
        )
        try recorded.expect(texts.joined())
    }

    @Test func `a violation has the format of compiler diagnostics`() {
        #expect(
            Workspace().violations("Shelf", "\nimport SQLite").first?.text == """
                App/Shelf/A.swift:2:8: error: 'Shelf' imports 'SQLite', which only Bootstrap can depend on
                note: rule: forbidden-dependency: App can depend on interfaces, single-module features, Core, Injection, Bootstrap, libraries (Docs/Architecture.md#layer-rules)
                note: reason: an app that cannot name a concrete type keeps working when one is replaced
                note: chain: Shelf → Bootstrap → SQLite
                note: remedy: move the code that uses it to a module in the layer Bootstrap, or remove that code
                """
        )
    }
}

extension Workspace {
    fileprivate static var withExample: Workspace {
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
