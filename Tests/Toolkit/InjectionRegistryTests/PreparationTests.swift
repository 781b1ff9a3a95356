import InjectionRegistry
import Testing
import ThreadTesting

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
        let child = registry.child {}
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
        let error = #expect(throws: ResolutionError.self) {
            try registry.resolve(MemoryLinkStore.self)
        }
        #expect(error?.underlyingError is DiskFull)
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
