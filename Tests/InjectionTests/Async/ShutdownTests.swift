import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container, .timeLimit(.minutes(5)))
struct ShutdownTests {
    private let house = House()

    @Test func `what was built is closed once, the last built first`() async throws {
        _ = try await (house.top(), house.bottom(), house.synchronous())
        #expect(await house.shutdown().isEmpty)
        #expect(house.record.lines == ["synchronous", "top 2", "bottom 1"])
        await house.shutdown()
        #expect(house.record.lines.count == 3)
    }

    @Test func `what was built after a shutdown is closed by the next`() async throws {
        let first = try await house.bottom()
        await house.shutdown()
        #expect(house.manager.isEmpty(.all))
        let second = try await house.bottom()
        #expect(second !== first)
        await house.shutdown()
        #expect(house.record.lines == ["bottom 1", "bottom 2"])
    }

    @Test func `a closer that is written once yields to one written elsewhere`() async {
        let (shelf, record) = (Shelf(), Record())
        func store() -> Factory<MemoryLinkStore> {
            shelf(key: "store") { MemoryLinkStore() }.onShutdown { _ in record.add("definition") }.once()
        }
        store().onShutdown { _ in record.add("elsewhere") }
        _ = store()()
        await shelf.shutdown()
        #expect(record.lines == ["elsewhere"])
    }

    @Test(arguments: [true, false])
    func `a reset between definition and resolution loses no closer`(isReset: Bool) async throws {
        house.manager.push()
        let (bottom, synchronous) = (house.bottom, house.synchronous)
        if isReset { house.reset() } else { house.manager.pop() }
        _ = (try await bottom(), synchronous())
        await house.shutdown()
        #expect(house.record.lines == ["synchronous", "bottom 1"])
    }

    @Test func `shutdowns at once close each instance once, and both wait until all are closed`() async throws {
        let (house, go, begun) = (house, Tally(), Tally())
        house.plain.onShutdown { _ in
            await begun.add()
            await go.wait(for: 1)
            house.record.add("closed")
        }
        _ = try await house.plain()
        let tasks = (0..<2).map { index in
            Task {
                if index == 1 { await begun.wait(for: 1) }
                await house.shutdown()
                return house.record.lines
            }
        }
        await begun.wait(for: 1)
        await go.add()
        for task in tasks { #expect(await task.value == ["closed"]) }
    }

    @Test func `unique instances and those that a reset let go of are closed too`() async throws {
        _ = try await (house.unique(), house.unique(), house.bottom())
        house.reset()
        _ = try await house.bottom()
        await house.shutdown()
        #expect(house.record.lines == ["bottom 4", "bottom 3", "unique 2", "unique 1"])
    }

    @Test func `a shared instance is closed if it is still there`() async throws {
        let name = try await house.held().name
        #expect(name == "1")
        let store = try await house.held()
        await house.shutdown()
        #expect(house.record.lines == ["held \(store.name)"])
    }

    @Test func `a singleton is closed by the container that built it, and built anew`() async throws {
        let first = try await house.single()
        let other = House()
        #expect(try await other.single() === first)
        await other.shutdown()
        #expect(other.record.lines == [])
        await house.shutdown()
        #expect(house.record.lines == ["single 1"])
        #expect(try await other.single() !== first)
    }

    @Test func `what is registered is closed as the definition says, and nil is not`() async throws {
        house.bottom.register { EmptyLinkStore() }
        _ = try await (house.bottom(), house.optional())
        await house.shutdown()
        #expect(house.record.lines == ["bottom empty"])
    }

    @Test func `errors are returned and keep nothing from being closed`() async throws {
        let house = house
        house.plain.onShutdown { _ in throw ShelfIsLocked() }
        _ = try await (house.plain(), house.bottom(), house.plain())
        let errors = await house.manager.shutdown()
        #expect(errors.map { $0 as? ShelfIsLocked } == [ShelfIsLocked(), ShelfIsLocked()])
        #expect(house.record.lines == ["bottom 2"])
    }

    @Test func `saved instances are let go`() async throws {
        let first = try await house.bottom()
        house.manager.push()
        await house.shutdown()
        house.manager.pop()
        #expect(try await house.bottom() !== first)
    }

    @Test func `what is being built is waited for and closed`() async throws {
        let (house, building) = (house, Building())
        house.bottom.register {
            await building.begun.add()
            await building.go.wait(for: 1)
            return EmptyLinkStore()
        }
        let task = Task { try await house.bottom() }
        await building.begun.wait(for: 1)
        async let errors = house.shutdown()
        await building.go.add()
        #expect(await errors.isEmpty)
        #expect(house.record.lines == ["bottom empty"])
        #expect(try await task.value.name == "empty")
        #expect(try await house.bottom() !== task.value)
    }

    @MainActor @Test func `a shutdown waits for what is still being built after something else is there`() async throws
    {
        let (house, first, second) = (house, Building(), Building())
        house.bottom.register {
            await first.begun.add()
            await first.go.wait(for: 1)
            return EmptyLinkStore()
        }
        house.unique.register {
            await second.begun.add()
            await second.go.wait(for: 1)
            return EmptyLinkStore()
        }
        let tasks = [Task { try await house.bottom() }, Task { try await house.unique() }]
        await first.begun.wait(for: 1)
        await second.begun.wait(for: 1)
        await first.go.add()
        _ = try await tasks[0].value
        async let errors = house.shutdown()
        // Time enough for a shutdown that does not wait.
        for _ in 0..<1_000 where house.record.lines.isEmpty { await Task.yield() }
        await second.go.add()
        #expect(await errors.isEmpty)
        #expect(house.record.lines == ["unique empty", "bottom empty"])
        _ = try await tasks[1].value
    }

    @MainActor @Test func `a shutdown is no reason to go on building`() async throws {
        let (house, building) = (house, Building())
        house.bottom.register {
            await building.begun.add()
            try await Task.sleep(for: .seconds(600))
            return EmptyLinkStore()
        }
        let task = Task { try await house.bottom() }
        await building.begun.wait(for: 1)
        async let errors = house.shutdown()
        for _ in 0..<100 { await Task.yield() }
        task.cancel()
        #expect(await errors.isEmpty)
        #expect(await task.error is CancellationError)
    }

    @Test func `a factory or a closer that shuts its container down does not wait for itself`() async throws {
        let house = house
        house.plain.register {
            await house.shutdown()
            return EmptyLinkStore()
        }
        house.plain.onShutdown { _ in
            await house.shutdown()
            house.record.add("closed")
        }
        _ = try await (house.bottom(), house.plain())
        #expect(house.record.lines == ["bottom 1"])
        await house.shutdown()
        #expect(house.record.lines == ["bottom 1", "closed"])
    }

    @Test func `a shutdown goes on if its caller is cancelled`() async throws {
        let house = house
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

    @Test func `a container and its instances go after a shutdown`() async throws {
        func use() async throws -> () -> Bool {
            let house = House()
            weak let (manager, store) = (house.manager, try await house.bottom())
            await house.shutdown()
            return { manager == nil && store == nil }
        }
        #expect(try await use()())
    }
}

private final class House: ManagedContainer {
    let manager = ContainerManager()
    let record = Record()
    let made = Tally()

    var top: AsyncFactory<any LinkStore> {
        self {
            _ = try await self.bottom()
            return await self.make()
        }.cached.onShutdown(close("top"))
    }
    var bottom: AsyncFactory<any LinkStore> { self { await self.make() }.cached.onShutdown(close("bottom")) }
    var plain: AsyncFactory<any LinkStore> { self { await self.make() } }
    var unique: AsyncFactory<any LinkStore> { self { await self.make() }.unique.onShutdown(close("unique")) }
    var held: AsyncFactory<any LinkStore> { self { await self.make() }.shared.onShutdown(close("held")) }
    var single: AsyncFactory<any LinkStore> { self { await self.make() }.singleton.onShutdown(close("single")) }
    var optional: AsyncFactory<MemoryLinkStore?> {
        self { nil }.onShutdown { [record] _ in record.add("nil") }
    }
    var synchronous: Factory<any LinkStore> {
        self { MemoryLinkStore() }.cached.onShutdown { [record] _ in record.add("synchronous") }
    }

    private func make() async -> any LinkStore { MemoryLinkStore("\(await made.add())") }

    private func close(_ name: String) -> @Sendable (any LinkStore) async throws -> Void {
        { [record] store in record.add("\(name) \(store.name)") }
    }
}
