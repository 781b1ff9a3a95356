import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Testing

/// Tests of the order of requests to several hosts, and of the times at which a check wakes up.
@Suite(.timeLimit(.minutes(5)))
struct RequestOrderTests {
    @Test(arguments: [
        [10, 3],
        [5, 8, 4, 16, 11, 7, 13, 12, 9, 10, 3, 15, 14, 6, 1, 2],
    ])
    func `each request starts on time, no matter how many hosts wait for their intervals`(
        intervals: [Int]
    ) async throws {
        let fixture = CheckingFixture()
        var policy = CheckPolicy()
        var expected: [String: [Double]] = [:]
        for interval in intervals {
            policy.hosts["\(interval).example", default: HostRule()].interval = .seconds(interval)
            for number in 0...3 {
                expected["http://\(interval).example/\(number)"] = [Double(number * interval)]
            }
        }
        let urls = (0...3).flatMap { number in
            intervals.map { "http://\($0).example/\(number)" }
        }
        _ = try await fixture.check(urls, policy)
        #expect(fixture.secondsByURL == expected)
    }

    @Test func `hosts take turns in the order of their links`() async throws {
        let fixture = CheckingFixture()
        let hosts = (1...8).map { "http://\($0).example" }
        let urls = hosts.flatMap { ["\($0)/1", "\($0)/2"] }
        _ = try await fixture.check(urls, CheckPolicy(concurrency: 1, interval: .zero))
        let requested = fixture.http.requests.map(\.url.absoluteString)
        #expect(requested == hosts.map { "\($0)/1" } + hosts.map { "\($0)/2" })
    }

    @Test func `a check that may send no more requests does not sleep until a response arrives`()
        async throws
    {
        let sleeps = try await sleeps(
            CheckPolicy(concurrency: 1, interval: .seconds(2)),
            ["http://a.example/1", "http://a.example/0"]
        )
        // The first response arrives after one second, one second before the next request.
        #expect(sleeps == [.seconds(1)])
    }

    @Test func `a check sleeps only once until the next request, even if responses arrive`()
        async throws
    {
        let sleeps = try await sleeps(
            CheckPolicy(interval: .seconds(10)),
            ["http://a.example/0", "http://a.example/00"]
                + (1...3).map { "http://\($0).example/\($0)" }
        )
        #expect(sleeps == [.seconds(10)])
    }

    /// Checks links, and returns the durations for which the checker sleeps. The paths `/1` to `/3`
    /// respond after as many seconds, and all other paths immediately.
    private func sleeps(
        _ policy: CheckPolicy,
        _ urls: [String],
        at location: SourceLocation = #_sourceLocation
    ) async throws -> [Duration] {
        let fixture = CheckingFixture(
            """
            /1 200 after 1 s
            /2 200 after 2 s
            /3 200 after 3 s
            * 200
            """
        )
        let clock = RecordingClock(clock: fixture.clock)
        let check = fixture.checker(clock: clock).check(links(urls), policy: policy)
        let outcomes = try await fixture.outcomes(of: check)
        #expect(outcomes.count == urls.count, sourceLocation: location)
        return clock.sleeps.all
    }
}

/// A clock that records the durations of all sleeps.
private struct RecordingClock: WallClock {
    let clock: ManualClock
    let sleeps = RecordedCalls<Duration>()

    var now: Date { clock.now }

    func sleep(for duration: Duration) async throws {
        sleeps.append(duration)
        try await clock.sleep(for: duration)
    }
}
