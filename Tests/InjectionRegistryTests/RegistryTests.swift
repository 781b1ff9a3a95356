import InjectionRegistry
import Testing
import ThreadTesting

struct RegistryTests {
    @Test func `lists, arrays, conditions and loops can stand among registrations`() throws {
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
    }

    @Test func `a resolver whose type is written is the resolver`() async throws {
        func make(_ resolver: Registry, _ name: String) throws -> MemoryLinkStore { MemoryLinkStore(name) }
        let registry = Registry {
            New(named: "closure") { (_: Registry, name: String) in MemoryLinkStore(name) }
            New(named: "alone") { (_: Registry) -> MemoryLinkStore in MemoryLinkStore("alone") }
            New(named: "function", make)
        }
        #expect(try registry.resolve(MemoryLinkStore.self, named: "closure", "a").name == "a")
        #expect(try registry.resolve(MemoryLinkStore.self, named: "alone").name == "alone")
        #expect(try registry.resolve(MemoryLinkStore.self, named: "function", "b").name == "b")
        let asyncRegistry = AsyncRegistry {
            AsyncNew { (_: AsyncRegistry, name: String) in MemoryLinkStore(name) }
        }
        #expect(try await asyncRegistry.resolve(MemoryLinkStore.self, "c").name == "c")
    }

    @Test func `a registry is equal to itself alone`() {
        let (one, two) = (Registry(), Registry())
        #expect(one != two)
        #expect(Set([one, one, two]).count == 2)
    }

    @Test func `registries that take the same list have an instance each`() throws {
        let (one, two) = (Registry { StoreModule.registrations }, Registry { StoreModule.registrations })
        #expect(try one.resolve(MemoryLinkStore.self) !== two.resolve(MemoryLinkStore.self))
    }

    @Test func `an optional type is nil where nothing is registered, and throws where something fails`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() }
            Shared { () throws -> RouterLive in throw DiskFull() }
            New { (_, name: String) in MemoryLinkStore(name) }
            Shared(named: "given") { nil as JSONExporter? }
        }
        #expect(try registry.resolve(MemoryLinkStore?.self) === registry.resolve(MemoryLinkStore.self))
        let absent: (any Exporter)? = try registry.resolve()
        #expect(absent == nil)
        #expect(throws: ResolutionError.self) { try registry.resolve(RouterLive?.self) }
        #expect(try registry.resolve(MemoryLinkStore?.self, "disk")?.name == "disk")
        #expect(try registry.resolve(MemoryLinkStore?.self, 1) == nil)
        #expect(try registry.resolve(JSONExporter?.self, named: "given") == nil)
    }

    @Test func `what is missing further down is an error for an optional type too`() {
        let registry = Registry { Shared(StoredLinkLibrary.init) }
        #expect(throws: ResolutionError.self) { try registry.resolve(StoredLinkLibrary?.self) }
    }

    @Test func `registering later adds, replaces, and lets go of the old instance`() throws {
        let registry = Registry { Shared { MemoryLinkStore("first") }.as { $0 as any LinkStore } }
        weak let old = try registry.resolve((any LinkStore).self)
        #expect(old?.name == "first")
        registry.register(Shared { MemoryLinkStore("second") })
        #expect(old == nil)
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

    @Test func `releasing shared instances keeps the registrations, cleaning does not`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() }
            New { RouterLive() }
        }
        weak var old = try registry.resolve(MemoryLinkStore.self)
        registry.releaseSharedInstances()
        #expect(old == nil)
        old = try registry.resolve(MemoryLinkStore.self)
        #expect(old != nil)
        registry.clean()
        #expect(old == nil)
        #expect(try registry.resolve(MemoryLinkStore?.self) == nil)
    }

    @Test func `eager services are built when asked for, in order, and once`() throws {
        let record = Record()
        let registry = Registry {
            Shared(eager: true) { record.add("store") } as Shared<Void>
            Shared { resolver -> MemoryLinkStore in
                record.add("lazy")
                return MemoryLinkStore()
            }
            Shared(named: "second", eager: true) { resolver -> RouterLive in
                record.add("router")
                return RouterLive()
            }
        }
        #expect(record.lines == [])
        try registry.buildEagerServices()
        #expect(record.lines == ["store", "router"])
        try registry.buildEagerServices()
        _ = try registry.resolve(RouterLive.self, named: "second")
        #expect(record.lines == ["store", "router"])
    }

    @Test func `an eager service that fails ends the building of eager services`() throws {
        let record = Record()
        let registry = Registry {
            Shared(eager: true) { () throws -> RouterLive in throw DiskFull() }
            Shared(eager: true) { record.add("second") }
        }
        #expect(throws: ResolutionError.self) { try registry.buildEagerServices() }
        #expect(record.lines == [])
    }

    @Test func `what is prepared before the first resolution runs once, and may resolve`() throws {
        let record = Record()
        let registry = Registry()
        registry.beforeFirstResolution { registry in
            record.add("first")
            registry.register(Shared { MemoryLinkStore() })
            record.add(try registry.resolve(MemoryLinkStore.self).name)
        }
        registry.beforeFirstResolution { _ in record.add("second") }
        #expect(record.lines == [])
        #expect(try registry.child { New(StoredLinkLibrary.init) }.resolve(MemoryLinkStore.self).name == "memory")
        _ = try registry.resolve(MemoryLinkStore.self)
        #expect(record.lines == ["first", "memory", "second"])
    }

    @Test func `a preparation that comes late runs before the next resolution`() throws {
        let registry = Registry { Shared { MemoryLinkStore("early") } }
        #expect(try registry.resolve(MemoryLinkStore.self).name == "early")
        registry.beforeFirstResolution { $0.register(Shared { MemoryLinkStore("late") }) }
        #expect(try registry.resolve(MemoryLinkStore.self).name == "late")
    }

    @Test func `a preparation that throws is tried again`() throws {
        let record = Record()
        let registry = Registry { Shared { MemoryLinkStore() } }
        registry.beforeFirstResolution { _ in
            record.add("try")
            if record.lines.count == 1 { throw DiskFull() }
        }
        #expect(throws: ResolutionError.self) { try registry.resolve(MemoryLinkStore.self) }
        for _ in 0..<2 { _ = try registry.resolve(MemoryLinkStore.self) }
        #expect(record.lines.count == 2)
    }
}

private enum ExportModule {
    static let registrations = Registrations {
        Shared(named: "json") { JSONExporter() as any Exporter }
    }
}

private enum StoreModule {
    static let registrations = Registrations { Shared { MemoryLinkStore() } }
}
