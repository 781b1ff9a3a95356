import InjectionRegistry
import Testing
import ThreadTesting

struct RegistryTests {
    @Test func `resolves an optional to nil if its type is not registered, and throws other errors`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() }
            Shared { () throws -> RouterLive in throw DiskFull() }
            New { (_, name: String) in MemoryLinkStore(name) }
            Shared(named: "given") { nil as JSONExporter? }
            Shared(StoredLinkLibrary.init)
        }
        #expect(try registry.resolve(MemoryLinkStore?.self) === registry.resolve(MemoryLinkStore.self))
        let absent: (any Exporter)? = try registry.resolve()
        #expect(absent == nil)
        #expect(throws: ResolutionError.self) { try registry.resolve(RouterLive?.self) }
        #expect(throws: ResolutionError.self) { try registry.resolve(StoredLinkLibrary?.self) }
        #expect(try registry.resolve(MemoryLinkStore?.self, "disk")?.name == "disk")
        #expect(try registry.resolve(MemoryLinkStore?.self, 1) == nil)
        #expect(try registry.resolve(JSONExporter?.self, named: "given") == nil)
    }

    @Test func `adds, replaces, releases and removes registrations`() throws {
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
        weak var shared = try registry.resolve(MemoryLinkStore.self)
        registry.releaseSharedInstances()
        #expect(shared == nil)
        shared = try registry.resolve(MemoryLinkStore.self)
        #expect(shared?.name == "second")
        registry.clean()
        #expect(shared == nil)
        #expect(try registry.resolve(MemoryLinkStore?.self) == nil)
        #expect(Set([Registry(), registry, registry]).count == 2)
    }

    @Test func `allows an instance to use the registry while it is released`() throws {
        let registry = Registry { Shared { MemoryLinkStore() } }
        registry.register(Shared(named: "guest") { Guest(of: registry) })
        for change in [{ registry.releaseSharedInstances() }, { registry.clean() }] {
            _ = try registry.resolve(Guest.self, named: "guest")
            change()
        }
        registry.register(Shared { Guest(of: registry) })
        _ = try registry.resolve(Guest.self)
        registry.register(Shared { Guest(of: registry) })
    }

    @Test func `builds eager services on request, in order, once and up to the first error`() throws {
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
        registry.register {
            Shared(eager: true) { () throws -> JSONExporter in throw DiskFull() }
            Shared(named: "later", eager: true) { record.add("after the error") } as Shared<Void>
        }
        #expect(throws: ResolutionError.self) { try registry.buildEagerServices() }
        #expect(record.lines == ["store", "router"])
    }

    @Test func `prepares itself once before the first resolution, with closures that may resolve`() throws {
        let (record, registry) = (Record(), Registry())
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
        registry.beforeFirstResolution { $0.register(Shared { MemoryLinkStore("late") }) }
        #expect(try registry.resolve(MemoryLinkStore.self).name == "late")
    }

    @Test func `repeats a preparation that throws`() throws {
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

struct HierarchyTests {
    private let parent = Registry {
        Shared { MemoryLinkStore("parent") as any LinkStore }
        Shared { resolver in StoredLinkLibrary(store: try resolver.resolve()) }
        New(named: "new") { resolver in StoredLinkLibrary(store: try resolver.resolve()) }
    }

    @Test func `a child falls back to its parents, whose shared services do not use the child`() throws {
        let child = parent.child { Shared { RouterLive() } }
        let grandchild = child.child { Shared { MemoryLinkStore("grandchild") as any LinkStore } }
        #expect(try child.resolve((any LinkStore).self) === parent.resolve((any LinkStore).self))
        #expect(try grandchild.resolve((any LinkStore).self).name == "grandchild")
        #expect(try grandchild.resolve(RouterLive.self) === child.resolve(RouterLive.self))
        #expect(try parent.resolve(RouterLive?.self) == nil)
        #expect(grandchild.parent?.parent === parent)
        #expect(try grandchild.resolve(StoredLinkLibrary.self).store.name == "parent")
        #expect(try grandchild.resolve(StoredLinkLibrary.self, named: "new").store.name == "grandchild")
        #expect(try parent.resolve(StoredLinkLibrary.self, named: "new").store.name == "parent")
    }

    @Test func `a child retains its parent, but not vice versa`() {
        weak var parent: Registry?
        var child: Registry?
        do {
            let registry = Registry()
            parent = registry
            child = registry.child {}
        }
        #expect(parent != nil)
        weak let gone = child
        child = nil
        #expect(gone == nil && parent == nil)
    }

    @Test func `a service may wrap its parent's service with the same key`() throws {
        var registry = Registry { New { "links" } }
        for _ in 0..<10 {
            let inner = registry
            registry = inner.child { New { _ in "(\(try inner.resolve(String.self)))" } }
        }
        #expect(try registry.resolve(String.self) == "((((((((((links))))))))))")
    }

    @Test func `a parent's service may be created for child and parent in one resolution`() throws {
        let parent = Registry {
            New(StoredLinkLibrary.init)
            New { MemoryLinkStore("parent") as any LinkStore }
        }
        let child = parent.child {
            New { _ in
                MemoryLinkStore("child of \(try parent.resolve(StoredLinkLibrary.self).store.name)") as any LinkStore
            }
        }
        #expect(try child.resolve(StoredLinkLibrary.self).store.name == "child of parent")
    }
}

private final class Guest {
    let registry: Registry
    init(of registry: Registry) { self.registry = registry }
    deinit {
        registry.register(New { JSONExporter() })
        _ = try? registry.resolve(MemoryLinkStore?.self)
    }
}
