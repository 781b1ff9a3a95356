import InjectionRegistry
import Testing

struct RegistrationTests {
    @Test func `a shared service is one instance, a new one is another each time`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() }
            New { RouterLive() }
        }
        #expect(try registry.resolve(MemoryLinkStore.self) === registry.resolve(MemoryLinkStore.self))
        #expect(try registry.resolve(RouterLive.self) !== registry.resolve(RouterLive.self))
    }

    @Test func `a closure asks the resolver for what it needs, which is found by the type that is wanted`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() as any LinkStore }
            New { resolver in StoredLinkLibrary(store: try resolver.resolve()) as any LinkLibrary }
            Shared { resolver in RouterAndStore(try resolver.resolve((any LinkStore).self)) }
        }
        let library: any LinkLibrary = try registry.resolve()
        #expect(library.store === (try registry.resolve((any LinkStore).self)))
        #expect(try registry.resolve(RouterAndStore.self).store === library.store)
    }

    @Test func `services of one type are told apart by name`() throws {
        let registry = Registry {
            Shared(named: "json") { JSONExporter() as any Exporter }
            New(named: "html") { HTMLExporter() as any Exporter }
            New(named: "store") { (resolver, name: String) in MemoryLinkStore(name) }
        }
        #expect(try registry.resolve((any Exporter).self, named: "json").format == "json")
        #expect(try registry.resolve((any Exporter).self, named: "html").format == "html")
        #expect(try registry.resolve(MemoryLinkStore.self, named: "store", "disk").name == "disk")
        #expect(throws: ResolutionError.self) { try registry.resolve((any Exporter).self) }
    }

    @Test func `an alias is the same instance under another type`() throws {
        let registry = Registry {
            Shared { RouterLive() }.as { ($0 as any Router, $0 as any DeeplinkHandler) }
            Shared(named: "disk") { MemoryLinkStore("disk") }.as { $0 as any LinkStore }
        }
        let router = try registry.resolve(RouterLive.self)
        #expect(try registry.resolve((any Router).self) === router)
        #expect(try registry.resolve((any DeeplinkHandler).self) === router)
        #expect(try registry.resolve((any LinkStore).self, named: "disk").name == "disk")
    }

    @Test func `an alias for the type itself changes nothing`() throws {
        let registry = Registry {
            Shared { () -> any Router in RouterLive() }.as { $0 as any Router }.as((any Router).self, RouterLive.self)
        }
        #expect(try registry.resolve((any Router).self) === registry.resolve(RouterLive.self))
    }

    @Test func `an alias of a new service is a new instance, from arguments if it takes some`() throws {
        let registry = Registry {
            New { MemoryLinkStore() }.as { $0 as any LinkStore }
            New { (_, name: String) in MemoryLinkStore(name) }.as { ($0 as any LinkStore, $0 as AnyObject) }
        }
        #expect(try registry.resolve((any LinkStore).self) !== registry.resolve((any LinkStore).self))
        #expect(try registry.resolve((any LinkStore).self, "disk").name == "disk")
        #expect(try registry.resolve(AnyObject.self, "disk") is MemoryLinkStore)
    }

    @Test func `an alias given as a type is checked when it is first built`() throws {
        let registry = Registry {
            Shared { RouterLive() }.as((any Router).self, (any DeeplinkHandler).self).as((any Exporter).self)
        }
        #expect(try registry.resolve((any Router).self) === registry.resolve(RouterLive.self))
        #expect(try registry.resolve((any DeeplinkHandler).self) === registry.resolve(RouterLive.self))
        #expect(throws: ResolutionError.self) { try registry.resolve((any Exporter).self) }
    }

    @Test func `run-time arguments are matched by their types, any number of them`() throws {
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

    @Test func `an initialiser is given what it takes by type`() throws {
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

    @Test func `an initialiser takes run-time arguments wherever they stand`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() as any LinkStore }
            New(LinkDetails.init, arguments: Int.self, String.self)
            New(Sum.init, arguments: Int.self, Int.self)
        }
        let details = try registry.resolve(LinkDetails.self, 7, "Swift")
        #expect(details.id == 7)
        #expect(details.title == "Swift")
        #expect(details.store === (try registry.resolve((any LinkStore).self)))
        #expect(try registry.resolve(Sum.self, 1, 2).difference == -1)
    }
}

private final class RouterAndStore {
    let store: any LinkStore

    init(_ store: any LinkStore) {
        self.store = store
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

private struct Sum {
    let difference: Int

    init(_ a: Int, _ b: Int) {
        difference = a - b
    }
}
