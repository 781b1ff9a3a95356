import Injection
import InjectionTesting
import Testing

@MainActor
@Suite(.container, .timeLimit(.minutes(5)))
struct AsyncCancellationTests {
    @Test func `one who is cancelled is let go at once and the others are not`() async throws {
        let (shelf, building) = slowShelf()
        let tasks = await waiting(3) { try await shelf.cached() }
        tasks[0].cancel()
        #expect(await tasks[0].error is CancellationError)
        tasks[2].cancel()
        #expect(await tasks[2].error is CancellationError)
        await building.go.add()
        #expect(try await tasks[1].value.name == "1")
        #expect(try await shelf.cached().name == "1")
    }

    @Test func `a construction is cancelled with the last who waits`() async throws {
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
            task.cancel()
            #expect(await task.error is CancellationError)
        }
        await ended.wait(for: 1)
    }

    @Test func `cancelling reaches what a construction awaits`() async throws {
        let (shelf, building) = slowShelf()
        let ended = Tally()
        shelf.plain.register {
            defer { Task { await ended.add() } }
            return try await shelf.cached()
        }
        let task = Task { try await shelf.plain() }
        await building.begun.wait(for: 1)
        task.cancel()
        #expect(await task.error is CancellationError)
        await ended.wait(for: 1)
        await building.go.add()
    }

    @Test func `who comes after a construction was cancelled gets what is built anew`() async throws {
        let building = Building()
        let shelf = AsyncShelf()
        shelf.cached.register {
            let number = await building.begun.add()
            await building.go.wait(for: 1)
            try Task.checkCancellation()
            return MemoryLinkStore("\(number)")
        }
        let first = Task { try await shelf.cached() }
        await building.begun.wait(for: 1)
        first.cancel()
        #expect(await first.error is CancellationError)
        let late = await waiting(2) { try await shelf.cached() }
        #expect(await building.begun.count == 1)
        await building.go.add()
        for task in late { #expect(try await task.value.name == "2") }
    }

    @Test func `a cancelled construction that ends well all the same is kept`() async throws {
        let (shelf, building) = slowShelf()
        let first = Task { try await shelf.cached() }
        await building.begun.wait(for: 1)
        first.cancel()
        #expect(await first.error is CancellationError)
        let late = await waiting(1) { try await shelf.cached() }
        await building.go.add()
        #expect(try await late[0].value.name == "1")
        #expect(try await shelf.cached().name == "1")
    }

    @Test func `a task that is cancelled builds nothing but gets what is there`() async throws {
        let shelf = AsyncShelf()
        let task = Task { try await shelf.cached() }
        task.cancel()
        #expect(await task.error is CancellationError)
        #expect(await shelf.made.count == 0)
        let store = try await shelf.cached()
        let late = Task { try await shelf.cached() }
        late.cancel()
        #expect(try await late.value === store)
    }

    @Test func `a unique construction is cancelled with its only task`() async throws {
        let (shelf, building) = slowShelf()
        let task = Task { try await shelf.unique() }
        await building.begun.wait(for: 1)
        task.cancel()
        #expect(await task.error is CancellationError)
        await building.go.add()
    }
}
