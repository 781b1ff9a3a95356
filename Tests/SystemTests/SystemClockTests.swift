import CoreTesting
import Foundation
import System
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SystemClockTests {
    private let clock = SystemClock()

    @Test func `now lies between two looks at the date`() {
        let before = Date()
        let now = clock.now
        let after = Date()
        #expect((before...after).contains(now))
    }

    @Test(arguments: WallClockContract.allCases)
    func `keeps time as promised`(_ rule: WallClockContract) async throws {
        try await rule.check(clock)
    }

    @Test func `a sleep lasts at least as long as it was asked to`() async throws {
        let start = ContinuousClock.now
        try await clock.sleep(for: .milliseconds(5))
        #expect(ContinuousClock.now - start >= .milliseconds(5))
    }
}
