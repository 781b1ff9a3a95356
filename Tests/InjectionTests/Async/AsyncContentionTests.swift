import Injection
import InjectionTesting
import Testing

@Suite(.container, .timeLimit(.minutes(5)))
struct AsyncContentionTests {
    @Test(arguments: [Scope.cached, .shared, .session])
    func `an instance is built once however many tasks ask first`(scope: Scope) async throws {
        for _ in 0..<50 {
            let shelf = AsyncShelf(onBuild: { await Task.yield() })
            let stores = try await shelf.plain.scope(scope).resolve(times: 16)
            #expect(await shelf.made.count == 1)
            #expect(Set(stores.map(ObjectIdentifier.init)).count == 1)
        }
    }

    @Test func `a singleton is built once though each task has its own container`() async throws {
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

    @MainActor @Test func `a failure reaches all who wait and is not kept`() async throws {
        let (built, go, shelf) = (Tally(), Tally(), AsyncShelf())
        shelf.cached.register {
            await built.add()
            await go.wait(for: 1)
            throw ShelfIsLocked()
        }
        let tasks = await waiting(3) { try await shelf.cached() }
        await go.add()
        for task in tasks { #expect(await task.error is ShelfIsLocked) }
        #expect(await built.count == 1)
        #expect(shelf.manager.isEmpty(.scope))
        await #expect(throws: ShelfIsLocked()) { try await shelf.cached() }
        #expect(await built.count == 2)
    }

    @Test func `a slow factory delays no other`() async throws {
        let (built, go) = (Tally(), Tally())
        let shelf = AsyncShelf()
        shelf.cached.register {
            await built.add()
            await go.wait(for: 1)
            return EmptyLinkStore()
        }
        let slow = Task { try await shelf.cached() }
        await built.wait(for: 1)
        #expect(try await shelf.other().name == "1")
        await go.add()
        #expect(try await slow.value.name == "empty")
    }

    enum Interruption: CaseIterable {
        case register, reset, resetScope, resetContainer
    }

    @MainActor @Test(arguments: Interruption.allCases)
    func `what is built during a reset reaches those who wait and is not kept`(by interruption: Interruption)
        async throws
    {
        let (shelf, building) = slowShelf()
        let early = await waiting(2) { try await shelf.cached() }
        await building.begun.wait(for: 1)
        switch interruption {
        case .register: shelf.cached.register { EmptyLinkStore() }
        case .reset: shelf.cached.reset()
        case .resetScope: shelf.manager.reset(scope: .cached)
        case .resetContainer: shelf.reset()
        }
        await building.go.add()
        await building.go.add()
        let late = try await shelf.cached()
        for task in early { #expect(try await task.value.name == "1") }
        #expect(late.name == (interruption == .register ? "empty" : "2"))
        #expect(try await shelf.cached() === late)
    }

    @Test func `what is built while the container is saved is in the saved state too`() async throws {
        let (shelf, building) = slowShelf()
        let task = Task { try await shelf.cached() }
        await building.begun.wait(for: 1)
        shelf.manager.push()
        await building.go.add()
        let store = try await task.value
        shelf.manager.pop()
        #expect(try await shelf.cached() === store)
    }

    @Test func `everything at once ends with whole instances`() async throws {
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

/// What a test sees of the factories of a shelf, and how it lets them go on one after the other.
struct Building: Sendable {
    let begun = Tally()
    let go = Tally()
}

func slowShelf() -> (AsyncShelf, Building) {
    let building = Building()
    let shelf = AsyncShelf(onBuild: {
        let number = await building.begun.add()
        await building.go.wait(for: number)
    })
    return (shelf, building)
}

/// Starts tasks and returns them once each has got to where it suspends: all are on one actor.
@MainActor
func waiting<T: Sendable>(
    _ count: Int, _ body: @escaping @MainActor () async throws -> T
) async -> [Task<T, any Error>] {
    let arrived = Tally()
    let tasks = (0..<count).map { _ in
        Task {
            Task { await arrived.add() }
            return try await body()
        }
    }
    await arrived.wait(for: count)
    return tasks
}
