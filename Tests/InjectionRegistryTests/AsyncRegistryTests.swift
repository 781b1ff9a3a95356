import Injection
import InjectionRegistry
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5))) struct AsyncRegistryTests {
    @Test func `services await their dependencies by type`() async throws {
        let registry = AsyncRegistry {
            AsyncShared { await openStore() }.as { $0 as any LinkStore }
            AsyncNew(StoredLinkLibrary.init)
            AsyncNew { (resolver, title: String) in Page(title: title, store: try await resolver.resolve()) }
            AsyncShared(named: "json") { JSONExporter() as any Exporter }
            AsyncShared { resolver in Page(title: "shared", store: try await resolver.resolve()) }
        }
        let store: any LinkStore = try await registry.resolve()
        #expect(try await registry.resolve(MemoryLinkStore.self) === store)
        #expect(try await registry.resolve(StoredLinkLibrary.self).store === store)
        #expect(try await registry.resolve(StoredLinkLibrary.self) !== registry.resolve(StoredLinkLibrary.self))
        #expect(try await registry.resolve(Page.self, "Swift").title == "Swift")
        #expect(try await registry.resolve(Page.self).store === store)
        #expect(try await registry.resolve((any Exporter).self, named: "json").format == "json")
        #expect(try await registry.resolve(MemoryLinkStore?.self)?.name == "disk")
        #expect(try await registry.resolve(MemoryLinkStore?.self, named: "other") == nil)
    }

    @Test func `the compiler checks an alias with a closure, the first construction one with a type`() async throws {
        let registry = AsyncRegistry {
            AsyncNew { (_, name: String) in MemoryLinkStore(name) }
                .as { ($0 as any LinkStore, $0 as any AnyObject & Sendable) }
            AsyncShared { MemoryLinkStore("shared") }.as((any LinkStore).self, (any Exporter).self)
        }
        #expect(try await registry.resolve((any LinkStore).self, "new").name == "new")
        #expect(try await registry.resolve((any AnyObject & Sendable).self, "new") is MemoryLinkStore)
        #expect(try await registry.resolve((any LinkStore).self) === registry.resolve(MemoryLinkStore.self))
        let error = await #expect(throws: ResolutionError.self) { try await registry.resolve((any Exporter).self) }
        let message = "App.MemoryLinkStore was registered as App.Exporter, but is not of that type"
        #expect(error?.description.withoutModule.hasPrefix(message) == true)
    }

    @Test func `a child falls back to its parent, whose shared services do not use the child`() async throws {
        let parent = AsyncRegistry {
            AsyncShared { MemoryLinkStore("parent") as any LinkStore }
            AsyncShared(named: "shared", StoredLinkLibrary.init)
            AsyncNew(StoredLinkLibrary.init)
        }
        let child = parent.child { AsyncShared { MemoryLinkStore("child") as any LinkStore } }
        #expect(try await child.resolve(StoredLinkLibrary.self).store.name == "child")
        #expect(try await child.resolve(StoredLinkLibrary.self, named: "shared").store.name == "parent")
        #expect(child.parent === parent)
    }

    @Test func `eager services are built on request, in order and once`() async throws {
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
        for _ in 0..<2 { try await registry.buildEagerServices() }
        #expect(record.lines == ["first", "second"])
    }

    @Test func `a shared instance is built once for concurrent tasks`() async throws {
        for _ in 0..<50 {
            let (made, gate) = (Counter(), Gate())
            let registry = AsyncRegistry {
                AsyncShared { () -> MemoryLinkStore in
                    made.increment()
                    await gate.pass()
                    return MemoryLinkStore()
                }.as { $0 as any LinkStore }
            }
            let stores = try await withThrowingTaskGroup { group in
                for index in 0..<8 {
                    group.addTask {
                        if index == 7 { gate.open() }
                        return try await index.isMultiple(of: 2)
                            ? registry.resolve((any LinkStore).self) : registry.resolve(MemoryLinkStore.self)
                    }
                }
                return try await group.reduce(into: Set()) { $0.insert(ObjectIdentifier($1)) }
            }
            #expect((made.value, stores.count) == (1, 1))
        }
    }

    @Test func `the error of a factory has its chain and is not kept`() async throws {
        let made = Counter()
        let registry = AsyncRegistry {
            AsyncShared { () -> any LinkStore in
                if made.increment() == 1 { throw DiskFull() }
                return MemoryLinkStore()
            }
            AsyncNew { resolver in StoredLinkLibrary(store: try await resolver.resolve()) }
        }
        #expect(
            await message { try await registry.resolve(StoredLinkLibrary.self) }
                == "cannot create App.LinkStore: DiskFull(); resolved by App.StoredLinkLibrary → App.LinkStore")
        #expect(try await registry.resolve(StoredLinkLibrary.self).store.name == "memory")
    }

    @Test func `a message names the missing service and the service that needs it`() async {
        let registry = AsyncRegistry {
            AsyncNew(StoredLinkLibrary.init)
            AsyncNew { (name: String) in Page(title: name, store: MemoryLinkStore(name)) }
        }
        let missing =
            "App.LinkStore, a parameter of App.StoredLinkLibrary, is not registered; "
            + "resolved by App.StoredLinkLibrary → App.LinkStore"
        #expect(await message { try await registry.resolve(StoredLinkLibrary.self) }?.hasPrefix(missing) == true)
        let wrong = "Page, whose parameters (Swift.String) are looked up by type"
        #expect(await message { try await registry.resolve(Page.self, "a") }?.contains(wrong) == true)
    }

    private func message(_ body: () async throws -> Any) async -> String? {
        await #expect(throws: ResolutionError.self) { _ = try await body() }?.description.withoutModule
    }

    @Test func `services that await each other are an error, also in containers`() async {
        let desk = AsyncDesk()
        let registry = AsyncRegistry {
            AsyncShared { resolver in Left(try await resolver.resolve(Right.self)) }
            AsyncShared { resolver in Right(try await resolver.resolve(Left.self)) }
            AsyncNew(named: "new") { resolver in try await resolver.resolve(Left.self, named: "new") }
            AsyncShared(named: "desk") { _ in try await desk.left() }
        }
        desk.left.register { try await registry.resolve(Left.self, named: "desk") }
        let left = await cycle { _ = try await registry.resolve(Left.self) }
        #expect(left == ["App.Left", "App.Right", "App.Left"])
        let new = "App.Left named \"new\""
        #expect(await cycle { _ = try await registry.resolve(Left.self, named: "new") } == [new, new])
        let chain = await cycle { _ = try await registry.resolve(Left.self, named: "desk") }
        #expect(chain == ["App.Left named \"desk\"", "AsyncDesk.left", "App.Left named \"desk\""])
    }

    @Test func `a service whose tasks were all canceled is built again`() async throws {
        let registry = AsyncRegistry { AsyncShared { MemoryLinkStore() } }
        for _ in 0..<50 {
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await registry.resolve(MemoryLinkStore.self)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await registry.resolve(MemoryLinkStore.self).name == "memory")
            registry.releaseSharedInstances()
        }
    }

    @MainActor @Test func `a task that arrives during a canceled construction gets a new one`() async throws {
        let (made, gate) = (Counter(), Gate())
        let registry = AsyncRegistry {
            AsyncShared {
                if made.increment() == 1 {
                    // A separate task, which is not canceled.
                    await Task { await gate.pass() }.value
                    try Task.checkCancellation()
                }
                return MemoryLinkStore()
            }
        }
        let hasty = Task { try await registry.resolve(MemoryLinkStore.self) }
        while made.value == 0 { await Task.yield() }
        hasty.cancel()
        await #expect(throws: CancellationError.self) { try await hasty.value }
        let patient = Task { try await registry.resolve(MemoryLinkStore.self) }
        // Tasks of the main actor run in order: when this task opens the gate, the other one waits.
        Task { gate.open() }
        #expect(try await patient.value.name == "memory")
        #expect(made.value == 2)
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
