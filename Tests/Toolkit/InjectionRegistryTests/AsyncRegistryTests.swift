import Injection
import InjectionRegistry
import Testing
import ThreadTesting

@Suite(.deadlockLimit) struct AsyncRegistryTests {
    @Test func `a service can await dependencies that are looked up by type`() async throws {
        let registry = AsyncRegistry {
            AsyncShared { await openStore() }.as { $0 as any LinkStore }
            AsyncNew(StoredLinkLibrary.init)
            AsyncShared { resolver in
                Page(title: "shared", store: try await resolver.resolve())
            }
        }
        let store: any LinkStore = try await registry.resolve()
        let library = try await registry.resolve(StoredLinkLibrary.self)
        #expect(try await registry.resolve(MemoryLinkStore.self) === store)
        #expect(library.store === store)
        #expect(try await registry.resolve(StoredLinkLibrary.self) !== library)
        #expect(try await registry.resolve(Page.self).store === store)
    }

    @Test func `services are distinguished by name and arguments`() async throws {
        let registry = AsyncRegistry {
            AsyncShared(named: "json") { JSONExporter() as any Exporter }
            AsyncNew { (_: AsyncRegistry, title: String) in
                Page(title: title, store: MemoryLinkStore())
            }
        }
        let exporter = try await registry.resolve((any Exporter).self, named: "json")
        #expect(exporter.format == "json")
        #expect(try await registry.resolve(Page.self, "Swift").title == "Swift")
    }

    @Test func `an optional is nil if its type is not registered`() async throws {
        let registry = AsyncRegistry {
            AsyncShared { await openStore() }
        }
        #expect(try await registry.resolve(MemoryLinkStore?.self)?.name == "disk")
        #expect(try await registry.resolve(MemoryLinkStore?.self, named: "other") == nil)
    }

    @Test func `an alias can be given as a closure, which the compiler checks`() async throws {
        let registry = AsyncRegistry {
            AsyncNew { (_, name: String) in MemoryLinkStore(name) }
                .as { ($0 as any LinkStore, $0 as any AnyObject & Sendable) }
        }
        let object = try await registry.resolve((any AnyObject & Sendable).self, "new")
        #expect(try await registry.resolve((any LinkStore).self, "new").name == "new")
        #expect(object is MemoryLinkStore)
    }

    @Test func `a child falls back to its parent, whose shared services do not use the child`()
        async throws
    {
        let parent = AsyncRegistry {
            AsyncShared { MemoryLinkStore("parent") as any LinkStore }
            AsyncShared(named: "shared", StoredLinkLibrary.init)
            AsyncNew(StoredLinkLibrary.init)
        }
        let child = parent.child {
            AsyncShared { MemoryLinkStore("child") as any LinkStore }
        }
        let new = try await child.resolve(StoredLinkLibrary.self)
        let shared = try await child.resolve(StoredLinkLibrary.self, named: "shared")
        #expect(new.store.name == "child")
        #expect(shared.store.name == "parent")
        #expect(child.parent === parent)
    }

    @Test func `buildEagerServices() builds the eager services once, in order of registration`()
        async throws
    {
        let record = Record()
        let registry = AsyncRegistry {
            AsyncShared(eager: true) { record.add("first") }
            AsyncShared(eager: true) { _ in
                record.add("second")
                return 2
            }
            AsyncShared { MemoryLinkStore("lazy") }
        }
        #expect(record.lines == [])
        for _ in 0..<2 {
            try await registry.buildEagerServices()
        }
        #expect(record.lines == ["first", "second"])
    }

    @Test func `a shared instance is built once for concurrent tasks`() async throws {
        for _ in 0..<50 {
            let made = Counter()
            let arrived = Counter()
            let registry = AsyncRegistry {
                AsyncShared { () -> MemoryLinkStore in
                    made.increment()
                    await arrived.wait(for: 8)
                    return MemoryLinkStore()
                }.as { $0 as any LinkStore }
            }
            let stores = try await onTasks(8) { index -> any LinkStore in
                arrived.increment()
                return try await index.isMultiple(of: 2)
                    ? registry.resolve((any LinkStore).self)
                    : registry.resolve(MemoryLinkStore.self)
            }
            #expect(made.value == 1)
            #expect(stores.allSatisfy { $0 === stores[0] })
        }
    }

    @Test func `an error that a closure throws is reported with a chain, and is not stored`()
        async throws
    {
        let made = Counter()
        let registry = AsyncRegistry {
            AsyncShared { () -> any LinkStore in
                if made.increment() == 1 {
                    throw DiskFull()
                }
                return MemoryLinkStore()
            }
            AsyncNew { resolver in StoredLinkLibrary(store: try await resolver.resolve()) }
        }
        let message = await message { try await registry.resolve(StoredLinkLibrary.self) }
        #expect(
            message == "cannot create App.LinkStore: DiskFull(); "
                + "resolved by App.StoredLinkLibrary → App.LinkStore"
        )
        #expect(try await registry.resolve(StoredLinkLibrary.self).store.name == "memory")
    }

    @Test func `a message names the missing service, and the parameters that are looked up`() async
    {
        let registry = AsyncRegistry {
            AsyncNew(StoredLinkLibrary.init)
        }
        let missing = await message { try await registry.resolve(StoredLinkLibrary.self) }
        let problem =
            "App.LinkStore, a parameter of App.StoredLinkLibrary, is not registered; "
            + "resolved by App.StoredLinkLibrary → App.LinkStore"
        #expect(missing?.hasPrefix(problem) == true)
        let unwanted = await message { try await registry.resolve(StoredLinkLibrary.self, "a") }
        let parameters = "StoredLinkLibrary, whose parameters (App.LinkStore) are looked up by type"
        #expect(unwanted?.contains(parameters) == true)
    }

    private func message(_ resolve: () async throws -> Any) async -> String? {
        let error = await #expect(throws: ResolutionError.self) {
            try await resolve()
        }
        return error?.description.withoutModule
    }

    @Test func `reports a cycle of services that await each other`() async {
        let registry = AsyncRegistry {
            AsyncShared { resolver in Left(try await resolver.resolve(Right.self)) }
            AsyncShared { resolver in Right(try await resolver.resolve(Left.self)) }
            AsyncNew(named: "new") { resolver in
                try await resolver.resolve(Left.self, named: "new")
            }
        }
        let shared = await cycle { try await registry.resolve(Left.self) }
        let new = await cycle { try await registry.resolve(Left.self, named: "new") }
        #expect(shared == ["App.Left", "App.Right", "App.Left"])
        #expect(new == ["App.Left named \"new\"", "App.Left named \"new\""])
    }

    @Test func `reports the alias in a cycle that includes an alias`() async {
        let registry = AsyncRegistry {
            AsyncShared { resolver in
                Left(try await resolver.resolve((any AnyObject & Sendable).self))
            }.as { $0 as any AnyObject & Sendable }
        }
        #expect(
            await cycle { try await registry.resolve(Left.self) }
                == ["App.Left", "Swift.AnyObject", "App.Left"]
        )
    }

    @Test func `reports a cycle that includes a container's factory`() async {
        let desk = AsyncDesk()
        let registry = AsyncRegistry {
            AsyncShared(named: "desk") { _ in try await desk.left() }
        }
        desk.left.register { try await registry.resolve(Left.self, named: "desk") }
        let chain = await cycle { try await registry.resolve(Left.self, named: "desk") }
        let service = "App.Left named \"desk\""
        #expect(chain == [service, "AsyncDesk.left", service])
    }
}

@Suite(.deadlockLimit) struct CancellationTests {
    @MainActor
    @Test func `a task that arrives during a canceled construction starts a new construction`()
        async throws
    {
        let made = Counter()
        let go = Counter()
        let registry = AsyncRegistry {
            AsyncShared {
                if made.increment() == 1 {
                    await go.wait(for: 1)
                    try Task.checkCancellation()
                }
                return MemoryLinkStore()
            }
        }
        let hasty = Task { try await registry.resolve(MemoryLinkStore.self) }
        await made.wait(for: 1)
        hasty.cancel()
        await #expect(throws: CancellationError.self) {
            try await hasty.value
        }
        let patient = Task { try await registry.resolve(MemoryLinkStore.self) }
        // Tasks on the main actor run in order, so the patient task is waiting when this task lets
        // the construction continue.
        Task { go.increment() }
        #expect(try await patient.value.name == "memory")
        #expect(made.value == 2)
    }

    @Test
    func
        `an instance is not stored if the registry releases its instances during the construction`()
        async throws
    {
        let started = Counter()
        let go = Counter()
        let registry = AsyncRegistry {
            AsyncShared {
                started.increment()
                await go.wait(for: 1)
                return MemoryLinkStore()
            }
        }
        let task = Task { try await registry.resolve(MemoryLinkStore.self) }
        await started.wait(for: 1)
        registry.releaseSharedInstances()
        go.increment()
        let store = try await task.value
        #expect(store.name == "memory")
        #expect(try await registry.resolve(MemoryLinkStore.self) !== store)
    }
}

private func openStore() async -> MemoryLinkStore {
    await Task.yield()
    return MemoryLinkStore("disk")
}

private struct Page {
    let title: String
    let store: any LinkStore
}

private final class AsyncDesk: ManagedContainer {
    let manager = ContainerManager()
    var left: AsyncFactory<Left> { AsyncFactory(self, key: "left") { Left(nil) }.cached }
}
