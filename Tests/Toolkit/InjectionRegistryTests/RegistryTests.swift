import InjectionRegistry
import Testing
import ThreadTesting

struct RegistryTests {
    @Test func `resolves an optional to nil if its type is not registered`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() }
            New { (_, name: String) in MemoryLinkStore(name) }
            Shared(named: "given") { nil as JSONExporter? }
            Shared(named: "given") { JSONExporter() }
        }
        let store = try registry.resolve(MemoryLinkStore.self)
        let absent: (any Exporter)? = try registry.resolve()
        #expect(try registry.resolve(MemoryLinkStore?.self) === store)
        #expect(absent == nil)
        #expect(try registry.resolve(MemoryLinkStore?.self, "disk")?.name == "disk")
        #expect(try registry.resolve(MemoryLinkStore?.self, 1) == nil)
        #expect(try registry.resolve(JSONExporter?.self, named: "given") == nil)
    }

    @Test func `throws the error of a registered service that is resolved as an optional`() {
        let registry = Registry {
            Shared { () throws -> RouterLive in throw DiskFull() }
            Shared(StoredLinkLibrary.init)
        }
        let error = #expect(throws: ResolutionError.self) {
            try registry.resolve(RouterLive?.self)
        }
        #expect(error?.underlyingError is DiskFull)
        #expect(throws: ResolutionError.self) {
            try registry.resolve(StoredLinkLibrary?.self)
        }
    }

    @Test
    func `a registration replaces the previous registration, and updates its aliases`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore("first") }.as { $0 as any LinkStore }
        }
        #expect(try registry.resolve((any LinkStore).self).name == "first")
        registry.register(Shared { MemoryLinkStore("second") })
        #expect(try registry.resolve(MemoryLinkStore.self).name == "second")
        #expect(try registry.resolve((any LinkStore).self).name == "second")

        registry.register {
            Shared { RouterLive() }
            New { MemoryLinkStore("third") as any LinkStore }
        }
        #expect(try registry.resolve(RouterLive?.self) != nil)
        #expect(try registry.resolve((any LinkStore).self).name == "third")
        #expect(try registry.resolve(MemoryLinkStore.self).name == "second")
    }

    @Test func `builds a released service again, and does not find a removed service`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore("again") }
        }
        weak var store = try registry.resolve(MemoryLinkStore.self)
        registry.releaseSharedInstances()
        #expect(store == nil)
        store = try registry.resolve(MemoryLinkStore.self)
        #expect(store?.name == "again")
        registry.clean()
        #expect(store == nil)
        #expect(try registry.resolve(MemoryLinkStore?.self) == nil)
    }

    @Test func `registries are equal only if they are identical`() {
        let registry = Registry()
        #expect(Set([Registry(), registry, registry]).count == 2)
    }

    @Test func `buildEagerServices() builds the eager services once, in order of registration`()
        throws
    {
        let record = Record()
        let names = (0..<10).map { "\($0)" }
        let registry = Registry {
            for name in names {
                Shared(named: name, eager: true) { record.add(name) } as Shared<Void>
            }
            Shared { resolver -> MemoryLinkStore in
                record.add("lazy")
                return MemoryLinkStore()
            }
            Shared(eager: true) { _ in record.add("last") } as Shared<Void>
        }
        #expect(record.lines == [])
        for _ in 0..<2 {
            try registry.buildEagerServices()
        }
        let eager = names + ["last"]
        #expect(record.lines == eager)
        registry.releaseSharedInstances()
        try registry.buildEagerServices()
        #expect(record.lines == eager + eager)
    }

    @Test func `builds eager services up to the first error`() throws {
        let record = Record()
        let registry = Registry {
            Shared(named: "first", eager: true) { record.add("first") } as Shared<Void>
            Shared(eager: true) { () throws -> JSONExporter in throw DiskFull() }
            Shared(named: "later", eager: true) { record.add("later") } as Shared<Void>
        }
        #expect(throws: ResolutionError.self) {
            try registry.buildEagerServices()
        }
        #expect(record.lines == ["first"])
    }
}
