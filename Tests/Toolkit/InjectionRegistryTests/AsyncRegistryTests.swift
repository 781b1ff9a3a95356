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
            AsyncShared(named: "html") { HTMLExporter() as any Exporter }
            AsyncNew { (_: AsyncRegistry, title: String) in
                Page(title: title, store: MemoryLinkStore())
            }
            AsyncNew { (_: AsyncRegistry, number: Int) in
                Page(title: "page \(number)", store: MemoryLinkStore())
            }
        }
        let exporter = try await registry.resolve((any Exporter).self, named: "json")
        #expect(exporter.format == "json")
        #expect(try await registry.resolve(Page.self, "Swift").title == "Swift")
        #expect(try await registry.resolve(Page.self, 7).title == "page 7")
    }

    @Test func `an optional is nil if no service has its type and name`() async throws {
        let registry = AsyncRegistry {
            AsyncShared { await openStore() }
        }
        #expect(try await registry.resolve(MemoryLinkStore?.self)?.name == "disk")
        #expect(try await registry.resolve(MemoryLinkStore?.self, named: "other") == nil)
        #expect(try await registry.resolve(RouterLive?.self) == nil)
    }

    @Test func `an alias passes the arguments of a resolution to its service`() async throws {
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
        let message = try await message { try await registry.resolve(StoredLinkLibrary.self) }
        #expect(
            message == "cannot create App.LinkStore: DiskFull(); "
                + "resolved by App.StoredLinkLibrary → App.LinkStore"
        )
        #expect(try await registry.resolve(StoredLinkLibrary.self).store.name == "memory")
    }

    @Test func `a message names the missing service, and the parameters that are looked up`()
        async throws
    {
        let registry = AsyncRegistry {
            AsyncNew(StoredLinkLibrary.init)
        }
        let missing = try await message { try await registry.resolve(StoredLinkLibrary.self) }
        let problem =
            "App.LinkStore, a parameter of App.StoredLinkLibrary, is not registered; "
            + "resolved by App.StoredLinkLibrary → App.LinkStore"
        #expect(missing.hasPrefix(problem))
        let unwanted = try await message { try await registry.resolve(StoredLinkLibrary.self, "a") }
        let parameters = "StoredLinkLibrary, whose parameters (App.LinkStore) are looked up by type"
        #expect(unwanted.contains(parameters))
    }

    private func message(
        at location: SourceLocation = #_sourceLocation,
        _ resolve: () async throws -> Any
    ) async throws -> String {
        let error = try await #require(throws: ResolutionError.self, sourceLocation: location) {
            try await resolve()
        }
        return error.description.withoutModule
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
