import Injection
import InjectionTesting
import Testing

/// Tasks that resolve, change and cancel at the same time.
@Suite(.container, .timeLimit(.minutes(5)))
struct AsyncContentionTests {
    @Test(arguments: [Scope.cached, .shared, .session])
    func `builds an instance once for concurrent tasks`(scope: Scope) async throws {
        for _ in 0..<50 {
            let shelf = AsyncShelf(onBuild: { await Task.yield() })
            let stores = try await shelf.plain.scope(scope).resolve(times: 16)
            #expect(await shelf.made.count == 1)
            #expect(Set(stores.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test func `builds a singleton once although each task has its own container`() async throws {
        let (built, arrived) = (Tally(), Tally())
        let stores = try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    let shelf = AsyncShelf(onBuild: {
                        await built.add()
                        await arrived.wait(for: 8)
                    })
                    await arrived.add()
                    return try await shelf.single()
                }
            }
            return try await group.reduce(into: [any LinkStore]()) { $0.append($1) }
        }
        #expect(await built.count == 1)
        #expect(Set(stores.map(ObjectIdentifier.init)).count == 1)
    }

    @MainActor @Test func `throws an error to all waiting tasks and does not keep it`() async throws {
        let (shelf, building) = (AsyncShelf(), Building())
        shelf.cached.register {
            await building.run()
            throw ShelfIsLocked()
        }
        let tasks = await waiting(3) { try await shelf.cached() }
        for _ in 0..<2 { await building.go.add() }
        for task in tasks { #expect(await task.error is ShelfIsLocked) }
        #expect(await building.begun.count == 1)
        #expect(shelf.manager.isEmpty(.scope))
        await #expect(throws: ShelfIsLocked()) { try await shelf.cached() }
        #expect(await building.begun.count == 2)
    }

    @Test func `does not block other factories while one builds`() async throws {
        let (shelf, building) = (AsyncShelf(), Building())
        shelf.cached.register {
            await building.run()
            return EmptyLinkStore()
        }
        let slow = Task { try await shelf.cached() }
        await building.begun.wait(for: 1)
        #expect(try await shelf.other().name == "1")
        await building.go.add()
        #expect(try await slow.value.name == "empty")
    }

    enum Interruption: CaseIterable {
        case register, reset, resetScope, resetContainer
    }

    @MainActor @Test(arguments: Interruption.allCases)
    func `does not keep an instance whose factory changed during construction`(_ interruption: Interruption)
        async throws
    {
        let building = Building()
        let shelf = AsyncShelf(building)
        let early = await waiting(2) { try await shelf.cached() }
        await building.begun.wait(for: 1)
        switch interruption {
        case .register: shelf.cached.register { EmptyLinkStore() }
        case .reset: shelf.cached.reset()
        case .resetScope: shelf.manager.reset(scope: .cached)
        case .resetContainer: shelf.reset()
        }
        for _ in 0..<2 { await building.go.add() }
        let late = try await shelf.cached()
        for task in early { #expect(try await task.value.name == "1") }
        #expect(late.name == (interruption == .register ? "empty" : "2"))
        #expect(try await shelf.cached() === late)
    }

    @Test func `keeps an instance that was under construction during a push in the saved state`() async throws {
        let building = Building()
        let shelf = AsyncShelf(building)
        let task = Task { try await shelf.cached() }
        await building.begun.wait(for: 1)
        shelf.manager.push()
        await building.go.add()
        let store = try await task.value
        shelf.manager.pop()
        #expect(try await shelf.cached() === store)
    }

    @Test func `returns whole instances during concurrent changes of all kinds`() async throws {
        let shelf = AsyncShelf()
        await withTaskGroup { group in
            for index in 0..<6 {
                group.addTask {
                    for round in 0..<100 {
                        switch (index + round) % 6 {
                        case 0: shelf.cached.register { EmptyLinkStore() }
                        case 1: shelf.reset(options: round.isMultiple(of: 2) ? .all : .scope)
                        case 2: shelf.manager.push()
                        case 3: shelf.manager.pop()
                        case 4: await shelf.shutdown()
                        default: shelf.manager.reset(scope: .session)
                        }
                        let task = Task { try await (shelf.cached(), shelf.held(), shelf.session(), shelf.single()) }
                        if round.isMultiple(of: 3) { task.cancel() }
                        _ = await task.result
                    }
                }
            }
        }
        shelf.reset()
        #expect(try await shelf.cached.isKept)
    }
}

@MainActor
@Suite(.container, .timeLimit(.minutes(5)))
struct CancellationTests {
    private let building = Building()

    @Test func `ends the wait of the cancelled task alone, also for a unique instance`() async throws {
        let shelf = AsyncShelf(building)
        let tasks = await waiting(3) { try await shelf.cached() }
        for task in [tasks[0], tasks[2]] { await expectCancellation(of: task) }
        await building.go.add()
        #expect(try await tasks[1].value.name == "1")
        #expect(try await shelf.cached().name == "1")
        let unique = Task { try await shelf.unique() }
        await building.begun.wait(for: 2)
        await expectCancellation(of: unique)
        await building.go.add()
    }

    @Test func `cancels the construction with the last waiting task`() async throws {
        let (begun, ended) = (Tally(), Tally())
        let shelf = AsyncShelf()
        shelf.cached.register {
            await begun.add()
            try? await Task.sleep(for: .seconds(600))
            await ended.add()
            try Task.checkCancellation()
            return EmptyLinkStore()
        }
        let tasks = await waiting(2) { try await shelf.cached() }
        await begun.wait(for: 1)
        for task in tasks {
            #expect(await ended.count == 0)
            await expectCancellation(of: task)
        }
        await ended.wait(for: 1)
    }

    @Test func `reaches the dependencies of a construction`() async throws {
        let (shelf, ended) = (AsyncShelf(building), Tally())
        shelf.plain.register {
            defer { Task { await ended.add() } }
            return try await shelf.cached()
        }
        let task = Task { try await shelf.plain() }
        await building.begun.wait(for: 1)
        await expectCancellation(of: task)
        await ended.wait(for: 1)
        await building.go.add()
    }

    @Test(arguments: [true, false])
    func `makes later tasks build again, unless the construction succeeds all the same`(succeeds: Bool) async throws {
        let (shelf, building) = (AsyncShelf(), building)
        shelf.cached.register {
            let number = await building.begun.add()
            await building.go.wait(for: 1)
            if !succeeds { try Task.checkCancellation() }
            return MemoryLinkStore("\(number)")
        }
        let first = Task { try await shelf.cached() }
        await building.begun.wait(for: 1)
        await expectCancellation(of: first)
        let late = await waiting(2) { try await shelf.cached() }
        #expect(await building.begun.count == 1)
        await building.go.add()
        for task in late { #expect(try await task.value.name == (succeeds ? "1" : "2")) }
        #expect(try await shelf.cached().name == (succeeds ? "1" : "2"))
    }

    @Test func `prevents a construction but not the use of an existing instance`() async throws {
        let shelf = AsyncShelf()
        await expectCancellation(of: Task { try await shelf.cached() })
        #expect(await shelf.made.count == 0)
        let store = try await shelf.cached()
        let late = Task { try await shelf.cached() }
        late.cancel()
        #expect(try await late.value === store)
    }

    private func expectCancellation(of task: Task<any LinkStore, any Error>) async {
        task.cancel()
        #expect(await task.error is CancellationError)
    }
}
