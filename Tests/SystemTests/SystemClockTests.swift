import Core
import Foundation
import System
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SystemClockTests {
    private let clock = SystemClock()

    @Test func `now lies between two looks at the date`() {
        let before = Date()
        let now = clock.now
        let after = Date()
        #expect((before...after).contains(now))
    }

    @Test(arguments: [Duration.zero, .seconds(-3600)])
    func `a sleep that is not positive ends at once`(duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }

    @Test func `a sleep lasts at least as long as it was asked to`() async throws {
        let start = ContinuousClock.now
        try await clock.sleep(for: .milliseconds(5))
        #expect(ContinuousClock.now - start >= .milliseconds(5))
    }

    @Test func `a cancelled sleep throws`() async {
        let sleeper = Task { try await SystemClock().sleep(for: .seconds(3600)) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func `even a sleep of nothing throws in a cancelled task`() async {
        let sleeper = Task {
            while !Task.isCancelled { await Task.yield() }
            try await SystemClock().sleep(for: .zero)
        }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}
