import Injection
import InjectionTesting
import Testing
import ThreadTesting

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
        #expect(try await tasks[1].value.name == "1")
        #expect(try await shelf.cached().name == "1")
        let unique = Task { try await shelf.unique() }
        await begun.wait(for: 2)
        await expectCancellation(of: unique)
        go.increment()
    }

    @Test func `cancels the construction when the last waiting task is canceled`() async throws {
        let states = Record()
        let ended = Counter()
        shelf.cached.register {
            for _ in 0..<2 {
                await begun.increment(waitingFor: go)
                states.add("\(Task.isCancelled)")
            }
            ended.increment()
            return EmptyLinkStore()
        }
        let tasks = await waiting(2) { try await shelf.cached() }
        for (index, task) in tasks.enumerated() {
            await begun.wait(for: index + 1)
            await expectCancellation(of: task)
            go.increment()
        }
        await ended.wait(for: 1)
        #expect(states.lines == ["false", "true"])
    }

    @Test func `cancels the constructions of dependencies`() async throws {
        let canceled = Counter()
        let shelf = AsyncShelf(onBuild: {
            await begun.increment(waitingFor: go)
            if Task.isCancelled {
                canceled.increment()
            }
        })
        shelf.plain.register { try await shelf.cached() }
        let task = Task { try await shelf.plain() }
        await begun.wait(for: 1)
        await expectCancellation(of: task)
        go.increment()
        await canceled.wait(for: 1)
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

    private func expectCancellation(
        of task: Task<any LinkStore, any Error>,
        at location: SourceLocation = #_sourceLocation
    ) async {
        task.cancel()
        await #expect(throws: CancellationError.self, sourceLocation: location) {
            try await task.value
        }
    }
}
