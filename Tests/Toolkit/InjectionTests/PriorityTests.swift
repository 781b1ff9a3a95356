import Injection
import Testing
import ThreadTesting

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
