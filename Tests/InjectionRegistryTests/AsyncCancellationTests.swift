import InjectionRegistry
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5)))
struct AsyncCancellationTests {
    @Test func `one that is cancelled leaves the others alone`() async throws {
        let (made, gate) = (Counter(), Gate())
        let registry = AsyncRegistry {
            AsyncShared {
                made.increment()
                await gate.pass()
                try Task.checkCancellation()
                return MemoryLinkStore()
            }
        }
        let patient = Task { try await registry.resolve(MemoryLinkStore.self) }
        while made.value == 0 { await Task.yield() }
        let hasty = Task { try await registry.resolve(MemoryLinkStore.self) }
        hasty.cancel()
        await #expect(throws: CancellationError.self) { try await hasty.value }
        gate.open()
        #expect(try await patient.value.name == "memory")
        #expect(made.value == 1)
    }

    @Test func `what all have given up is built again for the next`() async throws {
        let registry = AsyncRegistry { AsyncShared { MemoryLinkStore() } }
        for _ in 0..<50 {
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await registry.resolve(MemoryLinkStore.self)
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await registry.resolve(MemoryLinkStore.self).name == "memory")
            registry.releaseSharedInstances()
        }
    }

    @MainActor
    @Test func `who comes while a construction that all have given up still runs gets a new one`() async throws {
        let (made, gate) = (Counter(), Gate())
        let registry = AsyncRegistry {
            AsyncShared {
                if made.increment() == 1 {
                    // A task of its own, which is not cancelled.
                    await Task { await gate.pass() }.value
                    try Task.checkCancellation()
                }
                return MemoryLinkStore()
            }
        }
        let hasty = Task { try await registry.resolve(MemoryLinkStore.self) }
        while made.value == 0 { await Task.yield() }
        hasty.cancel()
        await #expect(throws: CancellationError.self) { try await hasty.value }
        let patient = Task { try await registry.resolve(MemoryLinkStore.self) }
        // Tasks of the main actor run in order: when this one opens the gate, the other one waits.
        Task { gate.open() }
        #expect(try await patient.value.name == "memory")
        #expect(made.value == 2)
    }
}
