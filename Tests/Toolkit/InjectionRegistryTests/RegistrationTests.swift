import InjectionRegistry
import Testing

struct RegistrationTests {
    @Test func `Shared creates one instance, and New creates one for each resolution`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() as any LinkStore }
            New { resolver in
                StoredLinkLibrary(store: try resolver.resolve()) as any LinkLibrary
            }
            Shared { resolver in
                StoredLinkLibrary(store: try resolver.resolve((any LinkStore).self))
            }
        }
        let store: any LinkStore = try registry.resolve()
        let library: any LinkLibrary = try registry.resolve()
        #expect(try registry.resolve((any LinkLibrary).self) !== library)
        #expect(library.store === store)
        #expect(try registry.resolve(StoredLinkLibrary.self).store === store)
    }

    @Test
    func `a registration accepts a function, and a closure that declares the type of its resolver`()
        throws
    {
        @Sendable func make(_ resolver: Registry, _ name: String) throws -> MemoryLinkStore {
            MemoryLinkStore(name)
        }
        let registry = Registry {
            New(named: "closure") { (_: Registry, name: String) in MemoryLinkStore(name) }
            New(named: "alone") { (_: Registry) -> MemoryLinkStore in MemoryLinkStore("alone") }
            New(named: "function", make)
        }
        let store = MemoryLinkStore.self
        #expect(try registry.resolve(store, named: "closure", "a").name == "a")
        #expect(try registry.resolve(store, named: "alone").name == "alone")
        #expect(try registry.resolve(store, named: "function", "b").name == "b")
    }

    @Test func `an alias that was registered as a service is not reset with the original`() throws {
        let registry = Registry {
            Shared { RouterLive() }.as((any Router).self)
            Shared { RouterLive() as any Router }
        }
        let router: any Router = try registry.resolve()
        registry.register(Shared { RouterLive() })
        #expect(try registry.resolve((any Router).self) === router)
    }

    @Test(arguments: [true, false])
    func `a registry accepts lists, arrays, conditions and loops`(isLive: Bool) throws {
        let registry = Registry {
            ExportModule.registrations
            [Shared { 1 }, Shared(named: "two") { 2 }]
            if isLive {
                Shared(named: "html") { HTMLExporter() as any Exporter }
            }
            if isLive {
                Shared { RouterLive() }
            } else {
                Shared { MemoryLinkStore() }
            }
            for name in ["a", "b"] {
                Shared(named: name) { MemoryLinkStore(name) }
            }
        }
        #expect(try registry.resolve(Int.self) == 1)
        #expect(try registry.resolve(Int.self, named: "two") == 2)
        #expect(try registry.resolve((any Exporter).self, named: "json").format == "json")
        #expect(try registry.resolve(MemoryLinkStore.self, named: "b").name == "b")
        let html = try registry.resolve((any Exporter)?.self, named: "html")
        #expect(html?.format == (isLive ? "html" : nil))
        let router = try registry.resolve(RouterLive?.self)
        #expect((router != nil) == isLive)
        let store = try registry.resolve(MemoryLinkStore?.self)
        #expect((store == nil) == isLive)
    }

    @Test func `registries with the same list have separate instances`() throws {
        let one = Registry { ExportModule.registrations }
        let two = Registry { ExportModule.registrations }
        let router = try one.resolve(RouterLive.self, named: "export")
        #expect(try two.resolve(RouterLive.self, named: "export") !== router)
    }

    @Test func `the parameters of an initializer are looked up by type`() throws {
        let registry = Registry {
            Shared(StoredLinkLibrary.init).as { $0 as any LinkLibrary }
            New(Pair.init)
            Shared { RouterLive() }
            Shared { MemoryLinkStore() as any LinkStore }
        }
        let pair = try registry.resolve(Pair.self)
        let library: any LinkLibrary = try registry.resolve()
        #expect(pair.library === library)
        #expect(pair.router === (try registry.resolve(RouterLive.self)))
        #expect(pair.exporter == nil)
        #expect(try registry.resolve(Pair.self) !== pair)
    }
}

struct AliasTests {
    @Test(arguments: [nil, "type"])
    func `an alias resolves to the same instance as its service`(name: String?) throws {
        let registry = Registry {
            Shared { RouterLive() }.as { $0 as any Router }.as { $0 as any DeeplinkHandler }
            Shared(named: "type") { RouterLive() }
                .as((any Router).self, (any DeeplinkHandler).self)
        }
        let router = try registry.resolve(RouterLive.self, named: name)
        #expect(try registry.resolve((any Router).self, named: name) === router)
        #expect(try registry.resolve((any DeeplinkHandler).self, named: name) === router)
    }

    @Test func `an alias for the registered type has no effect`() throws {
        let registry = Registry {
            Shared { () -> any Router in RouterLive() }
                .as { $0 as any Router }
                .as((any Router).self, RouterLive.self)
        }
        let router: any Router = try registry.resolve()
        #expect(try registry.resolve(RouterLive.self) === router)
    }

    @Test func `the view of a shared instance is created once`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() }.as { StoredLinkLibrary(store: $0) as any LinkLibrary }
        }
        let library: any LinkLibrary = try registry.resolve()
        #expect(try registry.resolve((any LinkLibrary).self) === library)
        #expect(library.store === (try registry.resolve(MemoryLinkStore.self)))
    }

    @Test
    func `an alias of a New service creates an instance from the arguments on each resolution`()
        throws
    {
        let registry = Registry {
            New { MemoryLinkStore() }.as { $0 as any LinkStore }
            New { (_, name: String) in MemoryLinkStore(name) }
                .as { ($0 as any LinkStore, $0 as AnyObject) }
        }
        let store: any LinkStore = try registry.resolve()
        #expect(try registry.resolve((any LinkStore).self) !== store)
        #expect(try registry.resolve((any LinkStore).self, "disk").name == "disk")
        #expect(try registry.resolve(AnyObject.self, "disk") is MemoryLinkStore)
    }
}

struct ArgumentTests {
    @Test func `any number of run-time arguments is matched by type`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() }.as { $0 as any LinkStore }
            New { (_, id: Int) in "one \(id)" }
            New { (_, id: Int, title: String) in "two \(id) \(title)" }
            New { (_, id: Int, title: String?) in "two \(id) \(title ?? "-")" }
            New { (resolver, a: Int, b: Int, c: Double, d: Bool, e: String) in
                "five \(a) \(b) \(c) \(d) \(e) \(try resolver.resolve((any LinkStore).self).name)"
            }
        }
        #expect(try registry.resolve(String.self, 7) == "one 7")
        #expect(try registry.resolve(String.self, 7, "a") == "two 7 a")
        #expect(try registry.resolve(String.self, 7, nil as String?) == "two 7 -")
        let five = try registry.resolve(String.self, 1, 2, 3.5, true, "e")
        #expect(five == "five 1 2 3.5 true e memory")
    }

    @Test func `a tuple is one argument`() throws {
        let registry = Registry {
            New { (_, pair: (Int, String)) in "pair \(pair.0) \(pair.1)" }
            New { (_, id: Int, title: String) in "two \(id) \(title)" }
        }
        #expect(try registry.resolve(String.self, (7, "a")) == "pair 7 a")
        #expect(try registry.resolve(String.self, 7, "a") == "two 7 a")
    }

    @Test func `an initializer receives run-time arguments at any position`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() as any LinkStore }
            New(LinkDetails.init, arguments: Int.self, String.self)
            New({ (a: Int, b: Int) in "\(a - b)" }, arguments: Int.self, Int.self)
        }
        let details = try registry.resolve(LinkDetails.self, 7, "Swift")
        #expect(details.id == 7)
        #expect(details.title == "Swift")
        #expect(details.store === (try registry.resolve((any LinkStore).self)))
        #expect(try registry.resolve(String.self, 1, 2) == "-1")
    }
}

private final class Pair {
    let library: StoredLinkLibrary
    let router: RouterLive
    let exporter: (any Exporter)?

    init(_ library: StoredLinkLibrary, _ router: RouterLive, exporter: (any Exporter)?) {
        self.library = library
        self.router = router
        self.exporter = exporter
    }
}

private enum ExportModule {
    static let registrations = Registrations {
        Shared(named: "json") { JSONExporter() as any Exporter }
        Shared(named: "export") { RouterLive() }
    }
}
