import InjectionRegistry
import Testing

struct RegistrationTests {
    @Test func `Shared creates one instance, New one each time, with dependencies by the expected types`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() as any LinkStore }
            New { resolver in StoredLinkLibrary(store: try resolver.resolve()) as any LinkLibrary }
            Shared { resolver in StoredLinkLibrary(store: try resolver.resolve((any LinkStore).self)) }
        }
        let library: any LinkLibrary = try registry.resolve()
        #expect(try registry.resolve((any LinkLibrary).self) !== library)
        #expect(library.store === (try registry.resolve((any LinkStore).self)))
        #expect(try registry.resolve(StoredLinkLibrary.self).store === library.store)
    }

    @Test func `a closure may declare the type of its resolver, and may be a function`() async throws {
        func make(_ resolver: Registry, _ name: String) throws -> MemoryLinkStore { MemoryLinkStore(name) }
        let registry = Registry {
            New(named: "closure") { (_: Registry, name: String) in MemoryLinkStore(name) }
            New(named: "alone") { (_: Registry) -> MemoryLinkStore in MemoryLinkStore("alone") }
            New(named: "function", make)
        }
        #expect(try registry.resolve(MemoryLinkStore.self, named: "closure", "a").name == "a")
        #expect(try registry.resolve(MemoryLinkStore.self, named: "alone").name == "alone")
        #expect(try registry.resolve(MemoryLinkStore.self, named: "function", "b").name == "b")
        let asyncRegistry = AsyncRegistry { AsyncNew { (_: AsyncRegistry, name: String) in MemoryLinkStore(name) } }
        #expect(try await asyncRegistry.resolve(MemoryLinkStore.self, "c").name == "c")
    }

    @Test func `a registry accepts lists, arrays, conditions and loops`() throws {
        func registry(_ hasHTML: Bool, _ isLive: Bool) -> Registry {
            Registry {
                ExportModule.registrations
                [Shared { 1 }, Shared(named: "two") { 2 }]
                if hasHTML { Shared(named: "html") { HTMLExporter() as any Exporter } }
                if isLive { Shared { RouterLive() } } else { Shared { MemoryLinkStore() } }
                for name in ["a", "b"] { Shared(named: name) { MemoryLinkStore(name) } }
            }
        }
        let (full, small) = (registry(true, true), registry(false, false))
        #expect(try full.resolve((any Exporter).self, named: "html").format == "html")
        #expect(try small.resolve((any Exporter)?.self, named: "html") == nil)
        #expect(try small.resolve((any Exporter).self, named: "json").format == "json")
        #expect(try full.resolve() + full.resolve(named: "two") == 3)
        #expect(try full.resolve(RouterLive?.self) != nil)
        #expect(try small.resolve(RouterLive?.self) == nil)
        #expect(try small.resolve(MemoryLinkStore.self, named: "b").name == "b")
        let (one, two) = (Registry { ExportModule.registrations }, Registry { ExportModule.registrations })
        #expect(try one.resolve(RouterLive.self, named: "export") !== two.resolve(RouterLive.self, named: "export"))
    }

    @Test func `an alias is the same instance under another type`() throws {
        let registry = Registry {
            Shared { RouterLive() }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
            Shared(named: "disk") { MemoryLinkStore("disk") }.as { $0 as any LinkStore }
            // An alias given as a type is checked when the instance is created.
            Shared(named: "type") { RouterLive() }.as((any Router).self, (any DeeplinkHandler).self)
                .as((any Exporter).self)
            // An alias for the registered type has no effect.
            Shared(named: "own") { () -> any Router in RouterLive() }.as { $0 as any Router }
                .as((any Router).self, RouterLive.self)
        }
        for name in [nil, "type"] {
            let router = try registry.resolve(RouterLive.self, named: name)
            #expect(try registry.resolve((any Router).self, named: name) === router)
            #expect(try registry.resolve((any DeeplinkHandler).self, named: name) === router)
        }
        #expect(try registry.resolve((any LinkStore).self, named: "disk").name == "disk")
        #expect(throws: ResolutionError.self) { try registry.resolve((any Exporter).self, named: "type") }
        let own = try registry.resolve((any Router).self, named: "own")
        #expect(try registry.resolve(RouterLive.self, named: "own") === own)
    }

    @Test func `an alias of New creates an instance, with arguments if New takes any`() throws {
        let registry = Registry {
            New { MemoryLinkStore() }.as { $0 as any LinkStore }
            New { (_, name: String) in MemoryLinkStore(name) }.as { ($0 as any LinkStore, $0 as AnyObject) }
        }
        #expect(try registry.resolve((any LinkStore).self) !== registry.resolve((any LinkStore).self))
        #expect(try registry.resolve((any LinkStore).self, "disk").name == "disk")
        #expect(try registry.resolve(AnyObject.self, "disk") is MemoryLinkStore)
    }

    @Test func `run-time arguments are matched by type, in any number`() throws {
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
        #expect(try registry.resolve(String.self, 1, 2, 3.5, true, "e") == "five 1 2 3.5 true e memory")
    }

    @Test func `an initializer receives its parameters by type`() throws {
        let registry = Registry {
            Shared(StoredLinkLibrary.init).as { $0 as any LinkLibrary }
            New(Pair.init)
            Shared { RouterLive() }
            Shared { MemoryLinkStore() as any LinkStore }
        }
        let pair = try registry.resolve(Pair.self)
        #expect(pair.library === (try registry.resolve((any LinkLibrary).self)))
        #expect(pair.router === (try registry.resolve(RouterLive.self)))
        #expect(pair.exporter == nil)
        #expect(try registry.resolve(Pair.self) !== pair)
    }

    @Test func `an initializer receives run-time arguments at any position`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() as any LinkStore }
            New(LinkDetails.init, arguments: Int.self, String.self)
            New({ (a: Int, b: Int) in "\(a - b)" }, arguments: Int.self, Int.self)
        }
        let details = try registry.resolve(LinkDetails.self, 7, "Swift")
        #expect((details.id, details.title) == (7, "Swift"))
        #expect(details.store === (try registry.resolve((any LinkStore).self)))
        #expect(try registry.resolve(String.self, 1, 2) == "-1")
    }
}

private final class Pair {
    let library: StoredLinkLibrary
    let router: RouterLive
    let exporter: (any Exporter)?

    init(_ library: StoredLinkLibrary, _ router: RouterLive, exporter: (any Exporter)?) {
        (self.library, self.router, self.exporter) = (library, router, exporter)
    }
}

private enum ExportModule {
    static let registrations = Registrations {
        Shared(named: "json") { JSONExporter() as any Exporter }
        Shared(named: "export") { RouterLive() }
    }
}
