import Core
import CoreTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ManualClockTests {
    private let clock = ManualClock()

    @Test func `wakes a sleeper at the end of its sleep and not before`() async throws {
        let start = clock.now
        let sleeper = Task { [clock] in
            try await clock.sleep(for: .seconds(2))
            return clock.now
        }
        await clock.waitForSleepers(1)
        #expect(clock.now == start)
        clock.advance(by: .milliseconds(1500))
        #expect(clock.now == start + 1.5)
        #expect(clock.sleepers == 1)
        clock.advance(by: .milliseconds(500))
        #expect(try await sleeper.value == start + 2)
        #expect(clock.sleepers == 0)
    }

    @Test func `advancing to the next sleeper moves the time to the end of the shortest sleep`()
        async throws
    {
        let start = clock.now
        let sleepers = [3, 1, 2].map { seconds in
            Task { [clock] in try await clock.sleep(for: .seconds(seconds)) }
        }
        await clock.waitForSleepers(3)
        for seconds in 1...3 {
            #expect(await clock.advanceToNextSleeper())
            #expect(clock.now == start + TimeInterval(seconds))
        }
        for sleeper in sleepers {
            try await sleeper.value
        }
    }

    @Test(arguments: WallClockContract.allCases)
    func `satisfies the contract of a clock`(_ rule: WallClockContract) async throws {
        try await rule.check(clock)
    }

    @Test func `canceling removes a sleeper and ends the wait for sleepers`() async {
        let sleeper = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        sleeper.cancel()
        _ = await sleeper.result
        #expect(clock.sleepers == 0)
        let driver = Task { [clock] in await clock.advanceToNextSleeper() }
        driver.cancel()
        #expect(await driver.value == false)
    }
}
