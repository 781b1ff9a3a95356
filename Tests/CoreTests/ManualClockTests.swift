import CoreTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ManualClockTests {
    private let clock = ManualClock()

    @Test func `time stands still until it is moved`() {
        let start = clock.now
        #expect(clock.now == start)
        clock.advance(by: .milliseconds(1500))
        #expect(clock.now.timeIntervalSince(start) == 1.5)
    }

    @Test func `a sleeper wakes when its time has come, and not before`() async throws {
        let start = clock.now
        let sleeper = Task { [clock] in
            try await clock.sleep(for: .seconds(2))
            return clock.now
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(1))
        #expect(try await sleeper.value == start + 2)
        #expect(clock.sleepers == 0)
    }

    @Test func `advancing to the next sleeper moves the time to the shortest sleep`() async throws {
        let start = clock.now
        let sleepers = [3, 1, 2].map { seconds in
            Task { [clock] in try await clock.sleep(for: .seconds(seconds)) }
        }
        await clock.waitForSleepers(3)
        for seconds in 1...3 {
            #expect(await clock.advanceToNextSleeper())
            #expect(clock.now == start + TimeInterval(seconds))
        }
        for sleeper in sleepers { try await sleeper.value }
    }

    @Test(arguments: WallClockContract.allCases)
    func `the mock is a clock as promised`(_ rule: WallClockContract) async throws {
        try await rule.check(clock)
    }

    @Test func `a sleep that is cancelled once it has begun throws, and is forgotten`() async {
        let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleepers == 0)
    }

    @Test func `cancelling ends the wait for sleepers`() async {
        let driver = Task { [clock] in await clock.advanceToNextSleeper() }
        driver.cancel()
        #expect(await driver.value == false)
    }
}
