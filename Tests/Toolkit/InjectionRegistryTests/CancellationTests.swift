import InjectionRegistry
import Testing
import ThreadTesting

@Suite(.deadlockLimit) struct CancellationTests {
    @MainActor
    @Test func `a task that arrives during a canceled construction starts a new construction`()
        async throws
    {
        let made = Counter()
        let go = Counter()
        let registry = AsyncRegistry {
            AsyncShared {
                if made.increment() == 1 {
                    await go.wait(for: 1)
                    try Task.checkCancellation()
                }
                return MemoryLinkStore()
            }
        }
        let hasty = Task { try await registry.resolve(MemoryLinkStore.self) }
        await made.wait(for: 1)
        hasty.cancel()
        await #expect(throws: CancellationError.self) {
            try await hasty.value
        }
        let patient = Task { try await registry.resolve(MemoryLinkStore.self) }
        // Tasks on the main actor run in order, so the patient task is waiting when this task lets
        // the construction continue.
        Task { go.increment() }
        #expect(try await patient.value.name == "memory")
        #expect(made.value == 2)
    }

    @Test
    func
        `an instance is not stored if the registry releases its instances during the construction`()
        async throws
    {
        let started = Counter()
        let go = Counter()
        let registry = AsyncRegistry {
            AsyncShared {
                started.increment()
                await go.wait(for: 1)
                return MemoryLinkStore()
            }
        }
        let task = Task { try await registry.resolve(MemoryLinkStore.self) }
        await started.wait(for: 1)
        registry.releaseSharedInstances()
        go.increment()
        let store = try await task.value
        #expect(store.name == "memory")
        #expect(try await registry.resolve(MemoryLinkStore.self) !== store)
    }
}
