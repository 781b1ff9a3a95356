import Injection
import InjectionTesting
import Testing

@Suite(.container, .timeLimit(.minutes(1)))
struct AsyncContentionTests {
    let shelf = AsyncShelf()
    private let begun = Tally()
    private let go = Tally()

    /// Has a factory wait until the test lets it go on.
    private func hold(_ factory: AsyncFactory<any LinkStore>) -> AsyncFactory<any LinkStore> {
        factory.register { [begun, go] in
            let number = await begun.add()
            await go.wait(for: number)
            return MemoryLinkStore("\(number)")
        }
    }

    @Test(arguments: [Scope.cached, .shared, .session, .graph])
    func `an instance is built once however many tasks ask first`(scope: Scope) async throws {
        for _ in 0..<50 {
            let (shelf, made, arrived) = (AsyncShelf(), Tally(), Tally())
            shelf.plain.register {
                await arrived.wait(for: 8)
                return MemoryLinkStore("\(await made.add())")
            }.scope(scope)
            let stores = try await resolve(shelf.plain, times: 8) { await arrived.add() }
            #expect(await made.count == (scope === Scope.graph ? 8 : 1))
            #expect(Set(stores.map(ObjectIdentifier.init)).count == (scope === Scope.graph ? 8 : 1))
        }
    }

    @Test func `a singleton is built once though each task has its own container`() async throws {
        let (made, arrived) = (Tally(), Tally())
        let stores = try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    let shelf = AsyncShelf()
                    let factory = shelf.single.register {
                        await arrived.wait(for: 8)
                        return MemoryLinkStore("\(await made.add())")
                    }
                    await arrived.add()
                    return try await factory()
                }
            }
            return try await group.reduce(into: [any LinkStore]()) { $0.append($1) }
        }
        withExtendedLifetime(stores) {}
        #expect(await made.count >= 1)
    }

    @Test func `a failure reaches all who wait and is not kept`() async throws {
        let arrived = Tally()
        shelf.cached.register {
            await arrived.wait(for: 4)
            throw ShelfIsLocked()
        }
        let tasks = (0..<4).map { _ in
            Task { [shelf] in
                await arrived.add()
                return try await shelf.cached()
            }
        }
        for task in tasks { #expect(await task.error is ShelfIsLocked) }
        #expect(shelf.manager.isEmpty(.scope))
        shelf.cached.register { EmptyLinkStore() }
        #expect(try await shelf.cached().name == "empty")
    }

    @Test func `one who is cancelled is let go at once and the others are not`() async throws {
        let factory = hold(shelf.cached)
        let (first, second) = (Task { try await factory() }, Task { try await factory() })
        await begun.wait(for: 1)
        first.cancel()
        #expect(await first.error is CancellationError)
        await go.add()
        #expect(try await second.value.name == "1")
        #expect(try await factory().name == "1")
    }
}

/// Resolves in as many tasks at once.
func resolve<T>(
    _ factory: AsyncFactory<T>, times: Int, _ before: @escaping @Sendable () async -> Void = {}
) async throws -> [T] {
    try await withThrowingTaskGroup { group in
        for _ in 0..<times {
            group.addTask {
                await before()
                return try await factory()
            }
        }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
