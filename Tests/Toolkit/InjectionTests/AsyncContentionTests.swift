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

    @Test func `returns valid instances during concurrent changes of all kinds`() async throws {
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
                    try await (shelf.cached(), shelf.held(), shelf.session(), shelf.single())
                }
                if round.isMultiple(of: 3) {
                    task.cancel()
                }
                _ = await task.result
            }
        }
        shelf.reset()
        #expect(try await shelf.cached.isKept)
    }
}

@MainActor
@Suite(.container, .deadlockLimit) struct CancellationTests {
    private let shelf = AsyncShelf()
    private let begun = Counter()
    private let go = Counter()

    @Test
    func `canceling a task ends only the wait of that task, even for a unique instance`()
        async throws
    {
        let shelf = AsyncShelf(begun, go)
        let tasks = await waiting(3) { try await shelf.cached() }
        for task in [tasks[0], tasks[2]] {
            await expectCancellation(of: task)
        }
        go.increment()
        #expect(try await (tasks[1].value.name, shelf.cached().name) == ("1", "1"))
        let unique = Task { try await shelf.unique() }
        await begun.wait(for: 2)
        await expectCancellation(of: unique)
        go.increment()
    }

    @Test func `cancels the construction when the last waiting task is canceled`() async throws {
        let begun = Counter()
        let ended = Counter()
        shelf.cached.register {
            begun.increment()
            try? await Task.sleep(for: .seconds(600))
            ended.increment()
            try Task.checkCancellation()
            return EmptyLinkStore()
        }
        let tasks = await waiting(2) { try await shelf.cached() }
        await begun.wait(for: 1)
        for task in tasks {
            #expect(ended.value == 0)
            await expectCancellation(of: task)
        }
        await ended.wait(for: 1)
    }

    @Test func `cancels the constructions of dependencies`() async throws {
        let shelf = AsyncShelf(begun, go)
        let ended = Counter()
        shelf.plain.register {
            defer {
                Task { ended.increment() }
            }
            return try await shelf.cached()
        }
        let task = Task { try await shelf.plain() }
        await begun.wait(for: 1)
        await expectCancellation(of: task)
        await ended.wait(for: 1)
        go.increment()
    }

    @Test(arguments: [true, false])
    func `later tasks build the instance again unless the canceled construction succeeds`(
        succeeds: Bool
    ) async throws {
        shelf.cached.register {
            let number = begun.increment()
            await go.wait(for: 1)
            if !succeeds {
                try Task.checkCancellation()
            }
            return MemoryLinkStore("\(number)")
        }
        let first = Task { try await shelf.cached() }
        await begun.wait(for: 1)
        await expectCancellation(of: first)
        let late = await waiting(2) { try await shelf.cached() }
        #expect(begun.value == 1)
        go.increment()
        for task in late {
            #expect(try await task.value.name == (succeeds ? "1" : "2"))
        }
        #expect(try await shelf.cached().name == (succeeds ? "1" : "2"))
    }

    @Test func `a canceled task starts no construction, but can use an existing instance`()
        async throws
    {
        await expectCancellation(of: Task { try await shelf.cached() })
        #expect(shelf.made.value == 0)
        let store = try await shelf.cached()
        let late = Task { try await shelf.cached() }
        late.cancel()
        #expect(try await late.value === store)
    }

    private func expectCancellation(of task: Task<any LinkStore, any Error>) async {
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

@Suite(.deadlockLimit) struct PriorityTests {
    @Test func `a construction gets the priority of a task that awaits it`() async throws {
        let begun = Counter()
        let priority = AsyncFactory<TaskPriority>(BareContainer(), key: "priority") {
            begun.increment()
            let end = ContinuousClock.now + .seconds(20)
            while Task.currentPriority < .high, ContinuousClock.now < end {
                await Task.yield()
            }
            return Task.currentPriority
        }.cached
        let low = Task(priority: .background) { try await priority() }
        await begun.wait(for: 1)
        let high = Task(priority: .high) { try await priority() }
        #expect(try await low.value >= .high)
        #expect(try await high.value >= .high)
    }
}
