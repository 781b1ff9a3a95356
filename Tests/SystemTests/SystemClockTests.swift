import Core
import CoreTesting
import Foundation
import System
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SystemClockTests {
    private let clock = SystemClock()

    @Test(arguments: WallClockContract.allCases)
    func `satisfies the contract of a wall clock`(_ rule: WallClockContract) async throws {
        try await rule.check(clock)
    }

    @Test func `now is the current date of the machine`() {
        let before = Date()
        let now = clock.now
        #expect(now >= before)
        #expect(now <= Date())
    }

    @Test func `a sleep is not shorter than requested`() async throws {
        let start = ContinuousClock.now
        try await clock.sleep(for: .milliseconds(5))
        #expect(ContinuousClock.now - start >= .milliseconds(5))
    }
}
