import Injection
import InjectionTesting
import Testing
import ThreadTesting

@Suite(.container, .deadlockLimit) struct AsyncContentionTests {
    private let shelf = AsyncShelf()
    private let begun = Counter()
    private let go = Counter()

    @Test(arguments: [Scope.cached, .shared, .session])
    func `builds an instance once for concurrent tasks`(scope: Scope) async throws {
        for _ in 0..<50 {
            let shelf = AsyncShelf(onBuild: { await Task.yield() })
            let factory = shelf.plain.scope(scope)
            #expect(try await onTasks(16) { _ in try await factory() }.distinct == 1)
            #expect(shelf.made.value == 1)
        }
    }

    @Test func `builds a singleton once although each task has its own container`() async throws {
        let built = Counter()
        let arrived = Counter()
        let stores = try await onTasks(8) { _ in
            let shelf = AsyncShelf(onBuild: {
                built.increment()
                await arrived.wait(for: 8)
            })
            arrived.increment()
            return try await shelf.single()
        }
        #expect(built.value == 1)
        #expect(stores.distinct == 1)
    }

    @MainActor @Test func `passes an error to all waiting tasks without storing the error`()
        async throws
    {
        shelf.cached.register {
            await begun.increment(waitingFor: go)
            throw ShelfLockedError()
        }
        let tasks = await waiting(3) { try await shelf.cached() }
        for _ in 0..<2 {
            go.increment()
        }
        for task in tasks {
            await #expect(throws: ShelfLockedError()) { try await task.value }
        }
        #expect(begun.value == 1)
        #expect(shelf.manager.isEmpty(.scope))
        await #expect(throws: ShelfLockedError()) { try await shelf.cached() }
        #expect(begun.value == 2)
    }

    @Test
    func `does not block other factories while one factory builds an instance`() async throws {
        shelf.cached.register {
            await begun.increment(waitingFor: go)
            return EmptyLinkStore()
        }
        let slow = Task { try await shelf.cached() }
        await begun.wait(for: 1)
        #expect(try await shelf.plain.cached().name == "1")
        go.increment()
        #expect(try await slow.value.name == "empty")
    }

    @MainActor @Test(arguments: ConstructionChange.allCases)
    func `does not store an instance whose factory changed during the construction`(
        change: ConstructionChange
    )
        async throws
    {
        let shelf = AsyncShelf(begun, go)
        let early = await waiting(2) { try await shelf.cached() }
        await begun.wait(for: 1)
        change.apply(to: shelf.cached, of: shelf) { shelf.cached.register { EmptyLinkStore() } }
        for _ in 0..<2 {
            go.increment()
        }
        let late = try await shelf.cached()
        for task in early {
            #expect(try await task.value.name == "1")
        }
        #expect(late.name == (change == .register ? "empty" : "2"))
        #expect(try await shelf.cached() === late)
    }

    @Test func `returns an instance of each factory during concurrent changes`() async throws {
        _ = try await onTasks(6) { index in
            for round in 0..<100 {
                switch (index + round) % 6 {
                case 0: shelf.cached.register { EmptyLinkStore() }
                case 1: shelf.reset(options: round.isMultiple(of: 2) ? .all : .scope)
                case 2: shelf.manager.push()
                case 3: shelf.manager.pop()
                case 4: await shelf.shutdown()
                default: shelf.manager.reset(scope: .session)
                }
                let task = Task {
                    try await [shelf.cached(), shelf.held(), shelf.session(), shelf.single()]
                }
                if round.isMultiple(of: 3) {
                    task.cancel()
                    _ = await task.result
                } else {
                    let instances = try await task.value
                    #expect(instances.distinct == 4)
                }
            }
        }
        shelf.reset()
        #expect(try await shelf.cached.isKept)
    }
}
