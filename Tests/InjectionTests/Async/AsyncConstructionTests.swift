import Injection
import Testing

/// What other modules of the engine build on.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AsyncConstructionTests {
    private let construction = AsyncConstruction(
        of: FactoryKey(container: AsyncShelf.self, factory: Int.self, name: "number", fileID: nil))

    @Test func `the first to join has the instance built and all get it`() async throws {
        let (go, construction) = (Tally(), construction)
        let tasks = await waiting(3) {
            try await construction.join {
                await go.wait(for: 1)
                return Box(await go.count)
            }
        }
        await go.add()
        let boxes = try await [tasks[0].value, tasks[1].value, tasks[2].value].compactMap(\.self)
        #expect(Set(boxes.map { ObjectIdentifier($0) }).count == 1)
        #expect(boxes.map { Box<Int>.open($0) } == [1, 1, 1])
    }

    @Test func `who joins when it is over is to look elsewhere`() async throws {
        let construction = construction
        await #expect(throws: ShelfIsLocked()) { try await construction.join { throw ShelfIsLocked() } }
        #expect(try await construction.join { Box(2) } == nil)
    }

    @Test func `what is started for a task that is cancelled is cancelled from the start`() async throws {
        let (construction, ended) = (construction, Tally())
        let task = Task {
            try await construction.join {
                #expect(Task.isCancelled)
                await ended.add()
                return Box(1)
            }
        }
        task.cancel()
        #expect(await task.error is CancellationError)
        await ended.wait(for: 1)
    }
}
