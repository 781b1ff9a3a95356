import BoundaryRules
import Foundation
import SwiftSource
import Testing
import Wiring

/// Returns the wiring of files. Each file is a separate module that depends on all previous
/// modules, unless `dependencies` lists the dependencies of the module.
func wiring(
    _ modules: KeyValuePairs<String, String>,
    dependencies: [String: [String]] = [:],
    onMainActor: Set<String> = []
) -> WiringMap {
    let names = modules.map(\.key)
    var graph: [Module] = []
    for (index, name) in names.enumerated() {
        var module = Module(
            name: name,
            kind: .library,
            folder: name,
            dependencies: dependencies[name] ?? Array(names[..<index])
        )
        module.isMainActorByDefault = onMainActor.contains(name)
        graph.append(module)
    }
    let files = modules.map {
        WiringMap.File(module: $0.key, path: "\($0.key).swift", text: Array($0.value.utf8))
    }
    return WiringMap(files, graph: ModuleGraph(graph))
}

struct WiringTests {
    /// Returns the wiring of a container with the factories `store`, `clock` and `pages(Int)`, and
    /// the factories in `source`.
    private func bootstrap(_ source: String) -> WiringMap {
        wiring([
            "Bootstrap": """
            final class AppContainer: SharedContainer {
                var store: Factory<any Store> { self { FileStore() }.cached }
                var clock: Factory<any Clock> { self { SystemClock() } }
                var pages: ParameterFactory<Int, Pages> { self { Pages($0) } }
            }
            extension AppContainer {
            \(source)
            }
            """
        ])
    }

    @Test
    func `a factory can be resolved directly or through a protocol of its container`()
        throws
    {
        let wiring = wiring(
            [
                "NotesInterface":
                    "public protocol NotesProviding: SharedContainer { var notes: Factory<any Notes> { get }; var count: Int { get } }",
                "Screen": "let notes = AppContainer.shared.notes()",
                "Bootstrap": """
                public final class AppContainer: SharedContainer, NotesProviding {}
                extension AppContainer {
                    public var notes: Factory<any Notes> { self { FileNotes(store: self.store()) }.singleton }
                    package var store: Factory<any Store> { self { FileStore() } }
                    var path: Factory<String> { self { "notes" } }
                }
                """,
                "App": "", "Elsewhere": "",
            ],
            dependencies: [
                "NotesInterface": [],
                "Screen": ["NotesInterface"],
                "Bootstrap": ["NotesInterface"],
                "App": ["Bootstrap", "Screen"],
                "Elsewhere": ["Screen"],
            ]
        )
        let notes = try #require(wiring.factory(named: "notes"))
        #expect(notes.fullName == "AppContainer.notes")
        #expect(notes.type == "Factory<any Notes>")
        #expect(notes.scope == "singleton")
        #expect(notes.resolves == ["AppContainer.store"])
        #expect(notes.protocols == ["NotesProviding"])
        #expect(notes.reachableFrom == ["Screen", "App"])
        #expect("\(notes.path):\(notes.location.line)" == "Bootstrap.swift:3")
        #expect(wiring.factory(named: "AppContainer.store")?.reachableFrom == ["App"])
        #expect(wiring.factory(named: "AppContainer.path")?.reachableFrom == [])
        #expect(wiring.text.contains("\n  reachable from: Screen, App (NotesProviding)\n"))
        #expect(wiring.text.contains("\n  reachable from: App\n"))
        #expect(wiring.findings.isEmpty)
    }

    @Test func `a package factory cannot be resolved in modules without package access`() {
        let container = """
            final class AppContainer: SharedContainer {
                package var a: Factory<A> { self { A() } }
                public var b: Factory<B> { self { B() } }
                open var c: Factory<C> { self { C() } }
            }
            """
        let file = WiringMap.File(module: "Core", path: "Core.swift", text: Array(container.utf8))
        var modules = [Module(name: "Core", kind: .library, folder: "Core")]
        let others: [(String, Bool?)] = [("Inside", true), ("Outside", false), ("Unknown", nil)]
        for (name, access) in others {
            let module = Module(
                name: name,
                kind: .library,
                folder: name,
                dependencies: ["Core"],
                packageAccess: access
            )
            modules.append(module)
        }
        let wiring = WiringMap([file], graph: ModuleGraph(modules))
        #expect(wiring.factory(named: "a")?.reachableFrom == ["Inside", "Unknown"])
        for name in ["b", "c"] {
            let modules = wiring.factory(named: name)?.reachableFrom
            #expect(modules == ["Inside", "Outside", "Unknown"])
        }
    }

    @Test func `ignores the files of test targets, and does not list test targets`() {
        let container = """
            public final class AppContainer: SharedContainer {
                public var a: Factory<A?> { promised() }
            }
            """
        let test = "func f() { AppContainer.shared.a.register { A() } }"
        let files = [("Core", container), ("CoreTests", test)].map { module, text in
            WiringMap.File(module: module, path: "\(module).swift", text: Array(text.utf8))
        }
        let graph = ModuleGraph([
            Module(name: "Core", kind: .library, folder: "Core"),
            Module(name: "CoreTests", kind: .test, folder: "CoreTests", dependencies: ["Core"]),
        ])
        let wiring = WiringMap(files, graph: graph)
        #expect(wiring.findings.map(\.message) == ["no module registers 'AppContainer.a'"])
        #expect(wiring.factory(named: "a")?.reachableFrom == [])
    }

    @Test(
        arguments: [
            ("var a: Factory<A> { self { A() } }", "unique", []),
            (
                "var a: Factory<A> { self { A(self.store(), self.clock()) }.shared }", "shared",
                ["store", "clock"]
            ),
            (
                "var a: Factory<A> { Factory(self) { A(store: store()) }\n    .graph\n    .timeToLive(60) }",
                "graph",
                ["store"]
            ),
            (
                "var a: Factory<A> { self { A() }.onTest { A(self.clock()) }.scope(.session) }",
                "session", ["clock"]
            ),
            (
                "@DefinesFactory var a: Injection.Factory<A> { self { A(AppContainer.shared.store()) } }",
                "unique",
                ["store"]
            ),
            (
                "var a: Factory<A> { self { A(self.store.resolve(), \\AppContainer.clock) } }",
                "unique",
                ["store", "clock"]
            ),
            (
                "var a: AsyncFactory<A> { self { await A(self.pages(1)) }.cached }", "cached",
                ["pages"]
            ),
            ("var a: Factory<[String: Int]> { self { [:] } }", "unique", []),
            (
                "var a: Factory<A> { self { A() /* self.store() */ } }  // .cached { self.clock() }",
                "unique", []
            ),
            (#"var a: Factory<A> { self { A("self.store()") } }"#, "unique", []),
            (
                "var a: Factory<A> {\n#if DEBUG\nself { A(self.store()) }\n#else\nself { A() }\n#endif\n}",
                "unique",
                ["store"]
            ),
            (
                "var a: Factory<A> { promised() }\nfunc f() { a.register { A(self.clock()) }; _ = self.a() }",
                "unique",
                ["clock"]
            ),
            (
                "var a: Factory<A> { promised() }\nfunc f() { a.register(g()) { A(self.clock()) } }",
                "unique",
                ["clock"]
            ),
            (
                "var a: Factory<A> { promised() }\nfunc f() { a.register({ A(self.clock()) }) }",
                "unique",
                ["clock"]
            ),
            ("var a: Factory<A> { self { A(\\.store) } }", "unique", ["store"]),
            ("var a: Factory<A> { self { A(self.store(), self.store()) } }", "unique", ["store"]),
            ("var a: Factory<A> { self { A(other.make.store()) } }", "unique", []),
            ("var a: Factory<A> { self { A() }.cached.shared }", "shared", []),
            ("var a: Factory<A> { self { A() }.scope(Scopes.session) }", "session", []),
            ("var a: Factory<A> { self { A() }.scope() }", "unknown", []),
            ("var a: Factory<A> { self { A(stores.cached) } }", "unique", []),
            ("var a: Factory<A> { self { A(shared.cached) } }", "unique", []),
        ] as [(String, String, [String])]
    )
    func `reads the scope and the resolutions of a factory`(
        source: String,
        scope: String,
        resolves: [String]
    )
        throws
    {
        let factory = try #require(bootstrap(source).factory(named: "AppContainer.a"))
        #expect(factory.scope == scope)
        #expect(factory.resolves == resolves.map { "AppContainer.\($0)" })
        #expect(factory.unknowns.isEmpty)
        let others = bootstrap(source).factories.filter { $0.name != "a" }
        #expect(others.flatMap(\.resolves) == [])
    }

    @Test(arguments: [
        (
            "var a: Factory<A> { self { A(container: self) } }",
            ["passes the container on (Bootstrap.swift:7)"]
        ),
        (
            "var a: Factory<A> { self { A(self) } }",
            ["passes the container on (Bootstrap.swift:7)"]
        ),
        (
            "var a: Factory<A> { self { A(1, self) } }",
            ["passes the container on (Bootstrap.swift:7)"]
        ),
        (
            "var a: Factory<A> { self { A(self, 1) } }",
            ["passes the container on (Bootstrap.swift:7)"]
        ),
        (
            "var a: Factory<A> { self {\n A(self.make()) } }",
            ["calls 'make', which is not a factory (Bootstrap.swift:8)"]
        ),
    ])
    func `lists the uses of the container that the map cannot follow`(
        source: String,
        unknowns: [String]
    ) throws {
        let wiring = bootstrap(source)
        #expect(try #require(wiring.factory(named: "a")).unknowns == unknowns)
        #expect(wiring.summary == "1 container, 4 factories, 0 resolutions, 1 unknown; 0 findings")
        #expect(wiring.text.contains("\n  unknown: \(unknowns[0])\n"))
    }

    @Test
    func `a factory resolves the injected properties of types that it creates, except lazy ones`() {
        let wiring = wiring([
            "Notes": """
            final class FileNotes { @Injected(\\AppContainer.store) var store; @LazyInjected(\\AppContainer.clock) var clock }
            """,
            "Bootstrap": """
            final class AppContainer: SharedContainer {
                var notes: Factory<FileNotes> { self { FileNotes() } }
                var store: Factory<any Store> { self { FileStore() } }
                var clock: Factory<any Clock> { self { SystemClock() } }
            }
            """,
        ])
        #expect(wiring.factory(named: "notes")?.resolves == ["AppContainer.store"])
    }

    @Test func `the injected properties of several types are in the order of the types`() {
        let names = ["E", "B", "D", "A", "C", "F"]
        let types = names.map { "final class \($0) { @Injected(\\.for\($0)) var value: Int }\n" }
        let factories = names.map { "    var for\($0): Factory<Int> { self { 1 } }\n" }
        let calls = names.map { "\($0)()" }.joined(separator: ", ")
        let wiring = wiring([
            "Core": """
            \(types.joined())
            extension Container {
                var all: Factory<[Any]> { self { [\(calls)] } }
            \(factories.joined())
            }
            """
        ])
        let expected = names.sorted().map { "Container.for\($0)" }
        #expect(wiring.factory(named: "all")?.resolves == expected)
    }

    @Test func `a factory resolves the injected properties of all types with the same name`() {
        let wiring = wiring([
            "Notes": "final class Notes { @Injected(\\.store) var store }",
            "Files": "final class Notes { @Injected(\\.clock) var clock }",
            "Bootstrap": """
            extension Container {
                var notes: Factory<Notes> { self { Notes() } }
                var store: Factory<any Store> { self { FileStore() } }
                var clock: Factory<any Clock> { self { SystemClock() } }
            }
            """,
        ])
        #expect(
            wiring.factory(named: "notes")?.resolves == ["Container.store", "Container.clock"]
        )
    }

    @Test func `a key path without a type refers to a factory of the default container`() {
        let wiring = wiring([
            "First": "final class First: SharedContainer { var a: Factory<A> { self { A() } } }",
            "Second": """
            extension Container {
                var a: Factory<A> { self { A() } }
                var b: Factory<B> { self { B(\\.a) } }
            }
            """,
        ])
        #expect(wiring.factory(named: "Container.b")?.resolves == ["Container.a"])
    }

    @Test(arguments: ["AppContainer", "Outer.AppContainer", "Module.Outer.AppContainer"])
    func `the name of an extended container can be qualified`(name: String) {
        let wiring = wiring([
            "Bootstrap": """
            final class AppContainer: SharedContainer {}
            extension \(name) { var a: Factory<A> { self { A() } } }
            """
        ])
        #expect(wiring.factories.map(\.fullName) == ["AppContainer.a"])
    }

    @Test(arguments: [("A() }.cached", "cached"), ("A(\\.b", "unique")])
    func `reads the declarations of an unfinished file`(end: String, scope: String) throws {
        let wiring = wiring([
            "Bootstrap":
                "final class C: SharedContainer { var a: Factory<A> { self { \(end)"
        ])
        let factory = try #require(wiring.factory(named: "C.a"))
        #expect(factory.scope == scope)
    }

    @Test(arguments: [
        "final class Anything: SharedContainer",
        "final class Anything: ManagedContainer",
        "final class Anything: Injection.SharedContainer",
        "protocol Base: SharedContainer {}\nfinal class Anything: Base",
        "extension Container",
    ])
    func `recognizes the containers of Injection and FactoryKit`(declaration: String) {
        let wiring = wiring(["Core": "\(declaration) { var a: Factory<A> { self { A() } } }"])
        #expect(wiring.factories.map(\.name) == ["a"])
    }

    @Test func `ignores factories outside containers`() {
        let wiring = wiring([
            "Views": "struct View { let f: Int; var factory: Factory<Int> { Factory(self) { 1 } } }"
        ])
        #expect(wiring.factories.isEmpty)
        #expect(wiring.summary == "0 containers, 0 factories, 0 resolutions, 0 unknown; 0 findings")
    }

    private static let unregistered = """
        Bootstrap.swift:7:5: error: no module registers 'AppContainer.a'
        note: remedy: register it where the implementation is known: container.a.register { … }
        """
    private static let unresolved = """
        Bootstrap.swift:7:5: error: no module resolves 'AppContainer.a'
        note: remedy: remove it, or resolve it
        """

    @Test(arguments: [
        ("", [unregistered]),
        ("func f() { a.register { A() } }", [unresolved]),
        ("func f() { self.a.register { A() } }", [unresolved]),
        ("func f() { b.register { A() }; self.a() }", [unregistered]),
        ("func f() { self.a.register { A() }; self.a() }", []),
        ("var b: Factory<B> { self { B(a()) } }\nfunc f() { a.register { A() } }", []),
        ("@LazyInjected(\\.a) var lazy: A\nfunc f() { a.register { A() } }", []),
    ])
    func `reports a promised factory that is not registered or not resolved`(
        source: String,
        findings: [String]
    ) {
        let wiring = bootstrap("var a: Factory<A?> { promised() }\n\(source)")
        #expect(wiring.findings.map(\.text) == findings)
    }

    @Test(arguments: ["ParameterFactory<Int, A>", "AsyncParameterFactory<Int, A>"])
    func `a factory with a parameter can resolve itself with another one`(type: String) {
        let source = "var a: \(type) { self { $0 == 0 ? A() : A(self.b($0)) } }"
        let other = "var b: ParameterFactory<Int, A> { self { self.a($0 - 1) } }"
        #expect(bootstrap("\(source)\n\(other)").findings == [])
    }

    @Test func `finds a cycle across two containers`() throws {
        let wiring = wiring([
            "First": """
            public final class First: SharedContainer {
                var a: Factory<A> { self { A(self.b()) } }
                var b: Factory<B> { self { B(Second.shared.c()) } }
            }
            """,
            "Second":
                "final class Second: SharedContainer { var c: Factory<C> { self { C(First.shared.a()) } } }",
        ])
        let finding = try #require(wiring.findings.first)
        #expect(wiring.findings.count == 1)
        #expect(
            finding.text == """
                First.swift:2:9: error: 'First.a' resolves itself: First.a → First.b → Second.c → First.a
                note: remedy: resolve one of them on first use (@LazyInjected), not while another one is built
                """
        )
        #expect(
            wiring.graph.shortestChains(from: "First.b", to: "First.a") == [
                ["First.b", "Second.c", "First.a"]
            ]
        )
    }

    @Test func `the text qualifies only the factories of other containers`() {
        let wiring = wiring([
            "Core":
                "public final class Base: SharedContainer { var c: Factory<C> { self { C() } } }",
            "App": """
            final class App: SharedContainer {
                var a: Factory<A> { self { A(self.b(), Base.shared.c()) } }
                var b: Factory<B> { self { B() } }
            }
            """,
        ])
        #expect(wiring.text.contains("\n  resolves: b, Base.c\n"), "\(wiring.text)")
    }

    @Test func `a diagram groups factories by container, and promised factories are dashed`() {
        let wiring = bootstrap(
            "var a: Factory<A> { self { A(self.store()) } }\nvar b: Factory<B?> { promised() }"
        )
        #expect(
            wiring.mermaid == """
                flowchart TD
                    subgraph f_AppContainer["AppContainer"]
                        f_AppContainer_store["store<br/><i>cached</i>"]
                        f_AppContainer_clock["clock<br/><i>unique</i>"]
                        f_AppContainer_pages["pages<br/><i>unique</i>"]
                        f_AppContainer_a["a<br/><i>unique</i>"]
                        f_AppContainer_b["b<br/><i>unique</i>"]:::promise
                    end
                    f_AppContainer_a --> f_AppContainer_store
                    classDef promise stroke-dasharray:4
                """
        )
    }

    @Test func `the JSON format contains every factory and finding`() throws {
        struct Map: Decodable {
            struct Factory: Decodable {
                let name, type, scope, module, file: String
                let promised: Bool
                let line: Int
                let resolves, protocols, reachableFrom, unknown: [String]
            }
            struct Finding: Decodable { let file, message, remedy: String, line, column: Int }
            let factories: [Factory], findings: [Finding]
        }
        let wiring = bootstrap("var a: Factory<A?> { promised().cached }")
        let map = try JSONDecoder().decode(
            Map.self,
            from: try JSONEncoder().encode(wiring.json)
        )
        #expect(map.factories.map(\.name) == wiring.factories.map(\.fullName))
        #expect(map.factories.last?.promised == true)
        #expect(map.factories.last?.scope == "cached")
        #expect(map.findings.map(\.message) == wiring.findings.map(\.message))
        #expect(map.findings.first?.line == 7)
    }

    @Test func `finds all factories in this repository`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Modules/Bootstrap")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".swift")
        }
        .sorted()
        let texts = try names.map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }
        let files = zip(names, texts).map {
            WiringMap.File(module: "Bootstrap", path: $0, text: Array($1.utf8))
        }
        let wiring = WiringMap(
            files,
            graph: ModuleGraph([Module(name: "Bootstrap", kind: .library, folder: "")])
        )
        let declared = texts.flatMap {
            $0.matches(of: /var (\w+): \w*Factory</).map { "AppContainer.\($0.1)" }
        }
        #expect(!declared.isEmpty)
        #expect(wiring.factories.map(\.fullName) == declared)
        #expect(wiring.findings.isEmpty)
    }
}
