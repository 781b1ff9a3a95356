import InjectionRegistry
import Testing

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
