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
        for name in ["a", "b"] {
            #expect(try registry.resolve(MemoryLinkStore.self, named: name).name == name)
        }
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
