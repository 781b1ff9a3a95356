import InjectionRegistry
import Testing
import ThreadTesting

struct RegistryTests {
    @Test func `resolves an optional to nil if its type is not registered`() throws {
        let registry = Registry {
            Shared { MemoryLinkStore() }
            New { (_, name: String) in MemoryLinkStore(name) }
            Shared(named: "given") { nil as JSONExporter? }
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
        #expect(throws: ResolutionError.self) {
            try registry.resolve(RouterLive?.self)
        }
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
            Shared(eager: true) { () throws -> JSONExporter in throw DiskFull() }
            Shared(named: "later", eager: true) { record.add("later") } as Shared<Void>
        }
        #expect(throws: ResolutionError.self) {
            try registry.buildEagerServices()
        }
        #expect(record.lines == [])
    }
}

struct PreparationTests {
    private let record = Record()
    private let registry = Registry {
        Shared { MemoryLinkStore() }
    }

    @Test func `each closure runs once, before the first resolution, and can resolve services`()
        throws
    {
        let registry = Registry()
        registry.beforeFirstResolution { registry in
            record.add("first")
            registry.register(Shared { MemoryLinkStore() })
            record.add(try registry.resolve(MemoryLinkStore.self).name)
        }
        registry.beforeFirstResolution { _ in
            record.add("second")
        }
        #expect(record.lines == [])
        let child = registry.child { New(StoredLinkLibrary.init) }
        #expect(try child.resolve(MemoryLinkStore.self).name == "memory")
        _ = try registry.resolve(MemoryLinkStore.self)
        #expect(record.lines == ["first", "memory", "second"])
    }

    @Test func `a closure that is added after a resolution runs before the next resolution`()
        throws
    {
        #expect(try registry.resolve(MemoryLinkStore.self).name == "memory")
        registry.beforeFirstResolution { registry in
            registry.register(Shared { MemoryLinkStore("late") })
        }
        #expect(try registry.resolve(MemoryLinkStore.self).name == "late")
    }

    @Test func `a closure that throws an error runs again before the next resolution`() throws {
        registry.beforeFirstResolution { _ in
            record.add("try")
            if record.lines.count == 1 {
                throw DiskFull()
            }
        }
        #expect(throws: ResolutionError.self) {
            try registry.resolve(MemoryLinkStore.self)
        }
        for _ in 0..<2 {
            _ = try registry.resolve(MemoryLinkStore.self)
        }
        #expect(record.lines.count == 2)
    }

    @Test func `a closure is released after it has run`() throws {
        weak var captured: RouterLive?
        do {
            let router = RouterLive()
            captured = router
            registry.beforeFirstResolution { _ in _ = router }
        }
        #expect(captured != nil)
        _ = try registry.resolve(MemoryLinkStore.self)
        #expect(captured == nil)
    }
}

struct HierarchyTests {
    private let parent = Registry {
        Shared { MemoryLinkStore("parent") as any LinkStore }
        Shared { resolver in StoredLinkLibrary(store: try resolver.resolve()) }
        New(named: "new") { resolver in StoredLinkLibrary(store: try resolver.resolve()) }
    }

    @Test func `a child falls back to its parents`() throws {
        let child = parent.child { Shared { RouterLive() } }
        let grandchild = child.child { Shared { MemoryLinkStore("grandchild") as any LinkStore } }
        let store: any LinkStore = try parent.resolve()
        let router = try child.resolve(RouterLive.self)
        #expect(try child.resolve((any LinkStore).self) === store)
        #expect(try grandchild.resolve((any LinkStore).self).name == "grandchild")
        #expect(try grandchild.resolve(RouterLive.self) === router)
        #expect(try parent.resolve(RouterLive?.self) == nil)
        #expect(grandchild.parent?.parent === parent)
    }

    @Test
    func
        `a parent's New service uses the services of the child that resolves it, a Shared one does not`()
        throws
    {
        let child = parent.child { Shared { MemoryLinkStore("child") as any LinkStore } }
        let new = try child.resolve(StoredLinkLibrary.self, named: "new")
        let newOfParent = try parent.resolve(StoredLinkLibrary.self, named: "new")
        #expect(try child.resolve(StoredLinkLibrary.self).store.name == "parent")
        #expect(new.store.name == "child")
        #expect(newOfParent.store.name == "parent")
    }

    @Test func `a child retains its parent, but a parent does not retain its children`() {
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
        #expect(gone == nil)
        #expect(parent == nil)
    }

    @Test func `a service can wrap the parent's service with the same key`() throws {
        var registry = Registry { New { "links" } }
        for _ in 0..<10 {
            let inner = registry
            registry = inner.child {
                New { _ in "(\(try inner.resolve(String.self)))" }
            }
        }
        #expect(try registry.resolve(String.self) == "((((((((((links))))))))))")
    }

    @Test func `a parent's service can be created for a child and for the parent in one chain`()
        throws
    {
        let parent = Registry {
            New(StoredLinkLibrary.init)
            New { MemoryLinkStore("parent") as any LinkStore }
        }
        let child = parent.child {
            New { _ in
                let library = try parent.resolve(StoredLinkLibrary.self)
                return MemoryLinkStore("child of \(library.store.name)") as any LinkStore
            }
        }
        #expect(try child.resolve(StoredLinkLibrary.self).store.name == "child of parent")
    }
}
