import BoundaryRules
import Foundation
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
        var source: String?
        var change: @Sendable (inout Workspace) -> Void = { _ in }
        let rule: Rule
        let text: [String]
    }

    static let violations = [
        Violating(
            testDescription: "an allowed import that is not declared",
            module: "Shelf",
            source: "import CheckingInterface",
            rule: .undeclaredImport,
            text: [
                "A.swift:1:8: error: 'Shelf' imports 'CheckingInterface' without declaring it as a dependency",
                "chain: Shelf → Bootstrap → CheckingInterface",
                "add \"CheckingInterface\" to the dependencies of 'Shelf' at Package.swift:11, or remove the import",
            ]
        ),
        Violating(
            testDescription: "an undeclared import that would close a cycle",
            module: "LibraryInterface",
            source: "import CheckingInterface",
            rule: .undeclaredImport,
            text: [
                "remedy: move the shared code to another module that these modules can depend on; "
                    + "'CheckingInterface' depends on 'LibraryInterface' already"
            ]
        ),
        Violating(
            testDescription: "an undeclared import if another module can be imported",
            module: "Shelf",
            source: "#if canImport(Darwin)\nimport CheckingInterface\n#endif",
            rule: .undeclaredImport,
            text: ["A.swift:2:8: warning: 'Shelf' imports 'CheckingInterface'"]
        ),
        Violating(
            testDescription: "production code that imports mocks",
            module: "Library",
            source: "import CoreTesting",
            rule: .testOnlyDependency,
            text: [
                "remedy: accept the mocked protocol in init, or move the code to a test target",
                "production code never depends on mocks",
            ]
        ),
        Violating(
            testDescription: "a forbidden dependency that is imported",
            module: "Shelf",
            source: "import SQLite",
            change: { $0.change("Shelf") { $0.dependencies = ["SQLite"] } },
            rule: .forbiddenDependency,
            text: [
                "App/Shelf/A.swift:1:8: error: 'Shelf' depends on 'SQLite', which only Bootstrap can depend on"
            ]
        ),
        Violating(
            testDescription: "a forbidden dependency that is only declared",
            module: "Shelf",
            source: "import Foundation",
            change: { $0.change("Shelf") { $0.dependencies = ["SQLite"] } },
            rule: .forbiddenDependency,
            text: [
                "Package.swift:11:13: error: 'Shelf' depends on 'SQLite'",
                "remedy: remove 'SQLite' from the dependencies of 'Shelf' in Package.swift; move the code that uses it",
            ]
        ),
        Violating(
            testDescription: "a declared dependency that no file imports",
            module: "Library",
            source: "import Core",
            rule: .unusedDependency,
            text: [
                "Package.swift:7:13: warning: 'Library' declares 'LibraryInterface' as a dependency but never imports it"
            ]
        ),
        Violating(
            testDescription: "an implementation that Bootstrap does not register",
            module: "Bootstrap",
            source: "import Core",
            rule: .unusedDependency,
            text: [
                "remedy: register what 'Checking' implements, or remove 'Checking' from the dependencies of 'Bootstrap' in Package.swift"
            ]
        ),
        Violating(
            testDescription: "a re-export of an allowed module",
            module: "Core",
            source: "@_exported public import Injection",
            rule: .reexport,
            text: [
                "'Core' re-exports 'Injection' to every module that imports it",
                "remedy: remove @_exported, and import 'Injection' where it is used",
            ]
        ),
        Violating(
            testDescription: "a container protocol that the container does not list",
            module: "Bootstrap",
            source:
                "import Core\npublic final class AppContainer: SharedContainer, LibraryProviding {}",
            rule: .unlistedContainerProtocol,
            text: [
                "Modules/Bootstrap/A.swift:2:20: error: the declaration of 'AppContainer' does not conform to 'LinkStoreProviding' from 'Core'",
                "add 'LinkStoreProviding' to an extension, and its properties to AppContainer+LinkStore.swift",
            ]
        ),
        Violating(
            testDescription: "a public container protocol that only an extension lists",
            module: "Bootstrap",
            source:
                "class AppContainer {}\nextension AppContainer: Core.LinkStoreProviding, LibraryProviding {}",
            rule: .unlistedContainerProtocol,
            text: ["remedy: add 'LibraryProviding' to the class"]
        ),
        Violating(
            testDescription: "a second container class with a shorter list",
            module: "Bootstrap",
            source: "class AppContainer: Core.LinkStoreProviding, LibraryProviding {}\n"
                + "#if NEVER\nclass AppContainer: LibraryProviding {}\n#endif",
            rule: .unlistedContainerProtocol,
            text: ["'LinkStoreProviding'"]
        ),
        Violating(
            testDescription: "a missing container class",
            module: "Bootstrap",
            source: "import Core\npublic final class Renamed {}",
            rule: .unlistedContainerProtocol,
            text: ["Package.swift:10:13: error"]
        ),
        Violating(
            testDescription: "a module outside the folders of the layers",
            module: "Library",
            change: { $0.change("Library") { $0.folder = "Sources/Library" } },
            rule: .misplacedModule,
            text: [
                "'Library' is in 'Sources/Library', which belongs to no layer",
                "remedy: move it, or add that folder to a layer: ",
            ]
        ),
        Violating(
            testDescription: "a library among the examples",
            module: "Parts",
            change: {
                $0.modules.append(
                    Module("Parts", in: "App/Examples/Parts")
                )
            },
            rule: .misplacedModule,
            text: ["'App/Examples/Parts'"]
        ),
        Violating(
            testDescription: "an example outside the folder of examples",
            module: "LibraryExample",
            change: { $0.change("LibraryExample") { $0.folder = "App/LibraryExample" } },
            rule: .testOnlyDependency,
            text: ["'CoreTesting'"]
        ),
    ]

    @Test(arguments: violations)
    func `reports each kind of violation`(_ example: Violating) {
        var workspace = Workspace.withExample
        example.change(&workspace)
        let found = workspace.violations(example.module, example.source).filter {
            $0.rule == example.rule
        }
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
        let found = workspace.violations(module).filter { $0.rule == .packageAccess }
        let word = access ? "access" : "no access"
        #expect(found.first?.message == "'\(module)' has \(word) to package declarations")
        let other = access ? "no access" : "access"
        #expect(found.first?.statement.contains(" have \(other) to package declarations") == true)
        #expect(
            found.first?.remedy == "set packageAccess: \(!access) for its target in Package.swift"
        )
    }

    @Test(arguments: [
        ("Shelf", "SQLite", "only Bootstrap"), ("Shelf", "Library", "only Bootstrap"),
        ("Library", "Checking", "only Bootstrap"), ("Library", "SQLite", "only Bootstrap"),
        ("LibraryInterface", "Library", "only Bootstrap"),
        ("LibraryInterface", "Bootstrap", "only App"),
        (
            "Core", "LibraryInterface",
            "only App, Bootstrap, interfaces, implementations, single-module features, mocks"
        ),
        ("SQLite", "Library", "only Bootstrap"),
        (
            "SQLite", "Injection",
            "only App, Bootstrap, interfaces, implementations, single-module features, Core, "
        ),
        ("Shelf", "CSQLite", "only services"), ("Injection", "Core", "only "),
        ("LibraryTests", "Checking", "only Bootstrap"), ("LibraryTests", "Bootstrap", "only App"),
        ("CoreTesting", "Injection", "only "), ("Bootstrap", "Shelf", "no other module"),
        ("LibraryExample", "Bootstrap", "only App"), ("LibraryExample", "SQLite", "only Bootstrap"),
        ("LibraryExample", "Shelf", "no other module"),
        ("Shelf", "LibraryExample", "no other module"),
        ("Bootstrap", "LibraryExample", "no other module"),
        ("Library", "LibraryExample", "no other module"),
        ("LibraryInterface", "LibraryExample", "no other module"),
        ("CoreTesting", "LibraryExample", "no other module"),
        ("LibraryTests", "LibraryExample", "no other module"),
    ])
    func `reports an error for an import that the layers forbid`(
        module: String,
        other: String,
        dependents: String
    ) throws {
        let violations = Workspace.withExample.violations(
            module,
            "import Foundation\npublic  import \(other)"
        )
        let violation = try #require(violations.first { $0.rule == .forbiddenDependency })
        #expect(violation.text.contains("/A.swift:2:16: error: "))
        #expect(violation.message.hasPrefix("'\(module)' imports '\(other)', which \(dependents)"))
        #expect(violation.message.hasSuffix(" can depend on"))
        #expect(violation.statement.contains(" can depend on "))
        #expect(violation.statement.hasSuffix("(Docs/Architecture.md#layer-rules)"))
        #expect(violation.reason != violation.rule.reason)
        #expect(!violation.reason.isEmpty)
    }

    @Test(arguments: [
        (
            "Shelf", "SQLite",
            "move the code that uses it to a module in the layer Bootstrap, or remove that code"
        ),
        ("Shelf", "Library", "import 'LibraryInterface' and resolve 'AppContainer.library'"),
        ("Checking", "Library", "import 'LibraryInterface' and accept 'any LinkLibrary' in init"),
        ("LibraryTests", "SQLite", "import 'Core' and accept 'any LinkStore' in init"),
        (
            "LibraryInterface", "Bootstrap",
            "move the code that uses it to a module in the layer App, or remove that code"
        ),
        ("Shelf", "LibraryExample", "remove the code that uses it"),
        ("Checking", "Bootstrap", "accept what it needs in init, where 'Bootstrap' passes it"),
        (
            "Core", "Library",
            "move the code that uses it to a module in the layer Bootstrap, or remove that code"
        ),
    ])
    func `the remedy suggests a protocol to use, or a layer to which the code can move`(
        module: String,
        other: String,
        remedy: String
    ) {
        let violations = Workspace.withExample.violations(module, "import \(other)")
        #expect(violations.first { $0.rule == .forbiddenDependency }?.remedy == remedy)
    }

    @Test func `the remedy does not suggest to Core an object of a module that is built on it`() {
        var workspace = Workspace.withExample
        workspace.sources["Core"] = "public protocol ExplainedError: Error {}"
        workspace.sources["Library"] = "struct Missing: ExplainedError {}"
        let violations = workspace.violations("Core", "import Library")
        let remedy = violations.first { $0.rule == .forbiddenDependency }?.remedy
        #expect(remedy?.hasPrefix("move the code that uses it to a module in the layer ") == true)
    }

    @Test func `the remedy for a test names the module with the mock`() {
        var workspace = Workspace.withExample
        workspace.sources["CoreTesting"] = "public final class InMemoryStore: LinkStore {}"
        let violations = workspace.violations("LibraryTests", "import SQLite")
        #expect(
            violations.first { $0.rule == .forbiddenDependency }?.remedy
                == "import 'CoreTesting' and use its mock of 'LinkStore'"
        )
    }

    @Test func `the remedy suggests adding an independent layer to the allowed layers`()
        throws
    {
        let json = """
            { "layers": [
                { "name": "Core", "paths": ["Core"], "canDependOn": [] },
                { "name": "app", "paths": ["App"], "canDependOn": ["libraries"] },
                { "name": "libraries", "paths": ["Libraries/*"], "canDependOn": ["libraries"] } ] }
            """
        let rules = try LayerRules(json)
        let graph = ModuleGraph([
            Module("Core", in: "Core", uses: ["HTML"]),
            Module("HTML", in: "Libraries/HTML"),
        ])
        let checker = BoundaryChecker(
            graph: graph,
            rules: rules,
            manifest: ManifestText(path: "Package.swift", text: "")
        ) {
            $0.name == "Core" ? [SourceFile(path: "A.swift", text: "import HTML")] : []
        }
        let found = checker.results().first { $0.rule == .forbiddenDependency }
        #expect(
            found?.remedy
                == "if modules of the layer 'Core' may use 'libraries', add it to their canDependOn in boundaries.json; "
                + "otherwise, move the code that uses it to a module in the layer app or libraries, or remove that code"
        )
    }

    /// Returns the violation for an import of the module `B` in `A`. `layers` contains the names of
    /// the layers that can depend on `B`.
    private func importOfB(
        layers: [String],
        ofB layer: String = "",
        others: [String] = []
    ) throws -> Violation {
        let users = layers.map {
            "{ \"name\": \"\($0)\", \"paths\": [\"\($0)\"], \"canDependOn\": [\"b\"] }"
        }
        let own = [
            #"{ "name": "a", "paths": ["A"], "canDependOn": ["a", "c"] }"#,
            #"{ "name": "b", "paths": ["B"], "canDependOn": []\#(layer) }"#,
            #"{ "name": "c", "paths": ["C"], "canDependOn": [] }"#,
        ]
        let json = "{ \"layers\": [\((users + own + others).joined(separator: ", "))] }"
        let graph = ModuleGraph([
            Module("A", in: "A"),
            Module("B", in: "B"),
        ])
        let checker = BoundaryChecker(
            graph: graph,
            rules: try LayerRules(json),
            manifest: ManifestText(path: "Package.swift", text: "")
        ) {
            $0.name == "A" ? [SourceFile(path: "A.swift", text: "import B")] : []
        }
        return try #require(checker.results().first { $0.other == "B" })
    }

    @Test(arguments: [
        (
            ["x", "y", "z"],
            "move the code that uses it to a module in the layer x or y or z, or remove that code"
        ),
        (
            ["w", "x", "y", "z"],
            "move the code that uses it to a module that can depend on it, or remove that code"
        ),
    ])
    func `the remedy names at most three layers`(layers: [String], remedy: String) throws {
        let violation = try importOfB(layers: layers)
        #expect(violation.remedy.hasSuffix("; otherwise, \(remedy)"), "\(violation.remedy)")
    }

    @Test func `test targets can depend on a layer for tests`() throws {
        let tests = #"{ "name": "tests", "kinds": ["test"], "canDependOn": "subject" }"#
        let violation = try importOfB(layers: [], ofB: #", "testOnly": true"#, others: [tests])
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
        let violations = workspace.violations(module, "import SQLite")
        #expect(violations.first { $0.rule == .forbiddenDependency }?.remedy == remedy)
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
        workspace.modules += [
            Module("my-service", in: "Modules/Services/my-service"),
            Module("CParser", .clang, in: "Modules/Services/CParser", packageAccess: false),
            Module(
                "ShelfTests",
                .test,
                in: "Tests/ShelfTests",
                uses: ["Shelf", "Bootstrap", "Core", "CoreTesting", "Injection"],
                packageAccess: true
            ),
        ]
        #expect(workspace.violations(module, source) == [])
        guard module == "ShelfTests" else { return }
        for concrete in ["Library", "SQLite"] {
            let found = workspace.violations(module, "\(source ?? "")\nimport \(concrete)")
            #expect(found.map(\.rule) == [.forbiddenDependency], "\(concrete)")
        }
    }

    private func findings(inShelf text: String, knowsEveryDependency: Bool) -> [Violation]? {
        let workspace = Workspace()
        let checker = BoundaryChecker(
            graph: ModuleGraph(workspace.modules),
            rules: workspace.rules,
            manifest: ManifestText(path: "Package.swift", text: ""),
            knowsEveryDependency: knowsEveryDependency
        ) {
            $0.name == "Shelf" ? [SourceFile(path: "A.swift", text: text)] : []
        }
        return checker.graph.module(named: "Shelf").map(checker.violations)
    }

    @Test func `the declared dependencies of a C target are checked against the layers`() throws {
        var workspace = Workspace()
        workspace.modules.append(
            Module("CHelper", .clang, in: "Modules/Libraries/CHelper", uses: ["SQLite", "CSQLite"])
        )
        let found = workspace.violations("CHelper").filter { $0.rule == .forbiddenDependency }
        #expect(found.map(\.other) == ["SQLite", "CSQLite"])
        #expect(found.map(\.path) == ["Package.swift", "Package.swift"])
        let rules = #"{"rules": [{"from": "module:CHelper", "mustNotReach": "module:Injection"}]}"#
        workspace.rules = try LayerRules(rules)
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
    ) {
        var workspace = Workspace()
        workspace.rules = .none
        workspace.manifest = manifest
        workspace.modules = kinds.map { Module("\($0)", $0, in: "\($0)") }
        let found = workspace.checker.violationsOfPackage()
        #expect(found.map(\.rule) == [.emptyPackage])
        #expect(found.first?.severity == .warning)
        #expect(found.first?.message.hasPrefix("no Swift module was checked, because ") == true)
        #expect(found.first?.message.hasSuffix(reason) == true)
        #expect(
            found.first?.remedy
                == "check another package with --package-path, or check this package elsewhere"
        )
    }

    @Test func `reports a cycle of dependencies`() {
        var workspace = Workspace()
        workspace.change("Core") { $0.dependencies.append("LibraryInterface") }
        let found = workspace.checker.results().filter { $0.rule == .dependencyCycle }
        #expect(found.map(\.message) == ["'Core' depends on itself"])
        #expect(found.map(\.chain) == [["Core", "LibraryInterface", "Core"]])
        #expect(
            found.map(\.remedy) == [
                "move the shared code to another module that these modules can depend on, or let one of them accept a protocol in init"
            ]
        )
    }

    @Test
    func
        `if dependencies for other platforms are unknown, a conditional import need not be declared`()
    {
        let text = "#if os(macOS)\nimport CheckingInterface\nimport SQLite\n#endif"
        func subjects(knowsEveryDependency: Bool) -> [String?]? {
            let found = findings(inShelf: text, knowsEveryDependency: knowsEveryDependency)
            return found?.filter { $0.rule.severity == .error }.map(\.other)
        }
        #expect(subjects(knowsEveryDependency: false) == ["SQLite"])
        #expect(subjects(knowsEveryDependency: true) == ["CheckingInterface", "SQLite"])
    }

    @Test
    func
        `if dependencies for other platforms are unknown, a comment at a conditional import is kept`()
    {
        let text = """
            import Core  // boundaries:allow it is old
            #if os(macOS)
            import Injection  // boundaries:allow it is old
            #endif
            """
        func lines(knowsEveryDependency: Bool) -> [Int?]? {
            let found = findings(inShelf: text, knowsEveryDependency: knowsEveryDependency)
            return found?.filter { $0.rule == .unusedSetting }.map(\.location?.line)
        }
        #expect(lines(knowsEveryDependency: false) == [1])
        #expect(lines(knowsEveryDependency: true) == [1, 3])
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
        let found = workspace.checker.violationsOfPackage().filter { $0.rule == .unknownDependency }
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
        var workspace = Workspace()
        workspace.rules = try LayerRules("{\n  \"checkedWith\": \"\(name)\"\n}")
        workspace.manifest = ""
        workspace.modules = [
            Module(name: "Home", kind: .library, folder: "Home", plugins: ["Boundaries"]),
            Module(name: "Core", kind: .library, folder: "Core", plugins: []),
            Module("Net", in: "Net"),
        ]
        let found = workspace.checker.violationsOfPackage()
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
    ) {
        let graph = ModuleGraph([
            Module(target, in: "", uses: [target])
        ])
        let checker = BoundaryChecker(
            graph: graph,
            rules: .none,
            manifest: ManifestText(path: "Package.swift", text: manifest)
        ) {
            _ in []
        }
        let location = checker.violationsOfPackage().first?.location
        #expect(location?.line == line)
        #expect(location?.column == column)
    }

    @Test func `the list of rules in Docs contains each rule with its severity and statement`()
        throws
    {
        let page = try String(
            contentsOf: Workspace.root.appending(path: "Docs/RulesFile.md"),
            encoding: .utf8
        )
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
        workspace.modules.append(
            Module(
                "LibraryExample",
                .executable,
                in: "App/Examples/LibraryExample",
                uses: ["Library", "LibraryInterface", "Core", "CoreTesting"],
                packageAccess: true
            )
        )
        workspace.sources["LibraryExample"] =
            "import Library\nimport LibraryInterface\nimport Core\nimport CoreTesting"
        return workspace
    }
}
