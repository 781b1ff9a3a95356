import Core
import Foundation
import Testing

struct DateTests {
    private let date = Date(timeIntervalSince1970: 1_000)

    @Test func `a duration can be added to a date and subtracted from it`() {
        #expect((date + Duration.milliseconds(1_500)).timeIntervalSince1970 == 1_001.5)
        #expect((date - Duration.milliseconds(1_500)).timeIntervalSince1970 == 998.5)
    }

    @Test func `the duration since a later date is negative`() {
        #expect((date + 2).duration(since: date) == .seconds(2))
        #expect(date.duration(since: date + 2) == .seconds(-2))
    }

    @Test(arguments: [(1.0, 1.0), (1.9, 1.0), (-0.1, -1.0)])
    func `a date is rounded down to whole seconds`(time: TimeInterval, seconds: TimeInterval) {
        let date = Date(timeIntervalSince1970: time)
        #expect(date.wholeSeconds.timeIntervalSince1970 == seconds)
        #expect(date.seconds == Int64(seconds))
    }
}
