import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container, .deadlockLimit) struct ShutdownTests {
    private let house = House()

    @Test func `closes each non-nil instance once, newest first, and empties the container`()
        async throws
    {
        let first = try await house.bottom()
        _ = try await house.top()
        _ = try await house.optional()
        _ = house.synchronous()
        #expect(await house.shutdown().isEmpty)
        #expect(house.record.lines == ["synchronous", "top 2", "bottom 1"])
        #expect(house.manager.isEmpty(.all))
        house.bottom.register { EmptyLinkStore() }
        #expect(try await house.bottom() !== first)
        await house.shutdown()
        #expect(house.record.lines.dropFirst(3) == ["bottom empty"])
    }

    @Test
    func `closes unique instances, instances released by a reset, and shared instances in use`()
        async throws
    {
        _ = try await (house.unique(), house.unique())
        _ = try await house.bottom()
        weak let released = try await house.held()
        await eventually { released == nil }
        house.manager.push()
        house.reset()
        let bottom = try await house.bottom()
        let held = try await house.held()
        await house.shutdown()
        #expect(house.record.lines == ["held 6", "bottom 5", "bottom 3", "unique 2", "unique 1"])
        house.manager.pop()
        #expect(try await house.bottom().name == "7")
        withExtendedLifetime((bottom, held)) {}
    }

    @Test func `a singleton is closed when the container that built it shuts down`() async throws {
        let first = try await house.single()
        let other = House()
        #expect(try await other.single() === first)
        await other.shutdown()
        #expect(other.record.lines == [])
        await house.shutdown()
        #expect(house.record.lines == ["single 1"])
        #expect(try await other.single() !== first)
    }

    @Test func `if a definition ends with once(), a closer that is set elsewhere takes precedence`()
        async
    {
        let shelf = Shelf()
        let record = Record()
        func store() -> Factory<MemoryLinkStore> {
            shelf(key: "store") { MemoryLinkStore() }.onShutdown { _ in record.add("definition") }
                .once()
        }
        store().onShutdown { _ in record.add("elsewhere") }
        _ = store()()
        await shelf.shutdown()
        #expect(record.lines == ["elsewhere"])
    }

    @Test(arguments: [true, false])
    func `closes an instance even if the container was reset or restored before the resolution`(
        isReset: Bool
    ) async throws {
        house.manager.push()
        let bottom = house.bottom
        let synchronous = house.synchronous
        if isReset {
            house.reset()
        } else {
            house.manager.pop()
        }
        _ = try await bottom()
        _ = synchronous()
        await house.shutdown()
        #expect(house.record.lines == ["synchronous", "bottom 1"])
    }

    @Test func `a shutdown returns errors, and closes the other instances`() async throws {
        house.plain.onShutdown { _ in throw ShelfLockedError() }
        _ = try await house.plain()
        _ = try await house.bottom()
        _ = try await house.plain()
        let errors = await house.shutdown()
        #expect(errors.map { $0 as? ShelfLockedError } == [ShelfLockedError(), ShelfLockedError()])
        #expect(house.record.lines == ["bottom 2"])
    }

    @Test
    func `two concurrent shutdowns both wait, and close each instance only once`() async throws {
        let begun = Counter()
        let go = Counter()
        house.plain.onShutdown { _ in
            await begun.increment(waitingFor: go)
            house.record.add("closed")
        }
        _ = try await house.plain()
        let tasks = (0..<2).map { index in
            Task {
                if index == 1 {
                    await begun.wait(for: 1)
                }
                await house.shutdown()
                return house.record.lines
            }
        }
        await begun.wait(for: 1)
        // A second shutdown that does not wait would end during these turns.
        for _ in 0..<1_000 {
            await Task.yield()
        }
        go.increment()
        for task in tasks {
            #expect(await task.value == ["closed"])
        }
    }

    @MainActor @Test func `waits for running constructions and closes their instances`()
        async throws
    {
        let begun = Counter()
        let goBottom = Counter()
        let goUnique = Counter()
        for (factory, go) in [(house.bottom, goBottom), (house.unique, goUnique)] {
            factory.register {
                begun.increment()
                await go.wait(for: 1)
                return EmptyLinkStore()
            }
        }
        let tasks = [Task { try await house.bottom() }, Task { try await house.unique() }]
        await begun.wait(for: 2)
        goBottom.increment()
        let bottom = try await tasks[0].value
        async let errors = house.shutdown()
        // A shutdown that does not wait would close an instance during these turns.
        for _ in 0..<1_000 where house.record.lines.isEmpty {
            await Task.yield()
        }
        goUnique.increment()
        #expect(await errors.isEmpty)
        #expect(house.record.lines == ["unique empty", "bottom empty"])
        #expect(try await tasks[1].value.name == "empty")
        #expect(try await house.bottom() !== bottom)
    }

    @MainActor @Test
    func `a shutdown does not keep a canceled construction running`() async throws {
        let begun = Counter()
        house.bottom.register {
            begun.increment()
            try await Task.sleep(for: .seconds(600))
            return EmptyLinkStore()
        }
        let task = Task { try await house.bottom() }
        await begun.wait(for: 1)
        async let errors = house.shutdown()
        for _ in 0..<100 {
            await Task.yield()
        }
        task.cancel()
        #expect(await errors.isEmpty)
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a shutdown does not wait for the factory or closer that calls it`() async throws {
        house.plain.register {
            await house.shutdown()
            return EmptyLinkStore()
        }
        house.plain.onShutdown { _ in
            await house.shutdown()
            house.record.add("closed")
        }
        _ = try await house.bottom()
        _ = try await house.plain()
        #expect(house.record.lines == ["bottom 1"])
        await house.shutdown()
        #expect(house.record.lines == ["bottom 1", "closed"])
    }

    @Test func `a shutdown continues even if its caller is canceled`() async throws {
        house.plain.onShutdown { _ in
            try Task.checkCancellation()
            house.record.add("closed")
        }
        _ = try await house.plain()
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await house.shutdown()
        }
        #expect(await task.value.isEmpty)
        #expect(house.record.lines == ["closed"])
    }
}

private final class House: ManagedContainer {
    let manager = ContainerManager()
    let record = Record()
    let made = Counter()

    var top: AsyncFactory<any LinkStore> {
        self {
            _ = try await self.bottom()
            return await self.make()
        }.cached.onShutdown(close("top"))
    }
    var bottom: AsyncFactory<any LinkStore> {
        self { await self.make() }.cached.onShutdown(close("bottom"))
    }
    var plain: AsyncFactory<any LinkStore> { self { await self.make() } }
    var unique: AsyncFactory<any LinkStore> {
        self { await self.make() }.unique.onShutdown(close("unique"))
    }
    var held: AsyncFactory<any LinkStore> {
        self { await self.make() }.shared.onShutdown(close("held"))
    }
    var single: AsyncFactory<any LinkStore> {
        self { await self.make() }.singleton.onShutdown(close("single"))
    }
    var optional: AsyncFactory<MemoryLinkStore?> {
        self { nil }.onShutdown { [record] _ in record.add("nil") }
    }
    var synchronous: Factory<any LinkStore> {
        self { MemoryLinkStore() }.cached.onShutdown { [record] _ in record.add("synchronous") }
    }

    private func make() async -> any LinkStore {
        MemoryLinkStore("\(made.increment())")
    }

    private func close(_ name: String) -> @Sendable (any LinkStore) async throws -> Void {
        { [record] store in record.add("\(name) \(store.name)") }
    }
}
