import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5)))
struct PacingTests {
    private let unpaced = CheckPolicy(interval: .zero)
    private let serial = CheckPolicy(perHost: 1, interval: .zero)

    @Test(arguments: [(nil, 20_000), (7, 7000)] as [(Int?, Int)])
    func `a request may take as long as the policy permits, by default 20 seconds`(
        seconds: Int?,
        milliseconds: Int
    ) async throws {
        var policy = CheckPolicy(retries: 0)
        policy.timeout = seconds.map { Duration.seconds($0) } ?? policy.timeout
        let fixture = CheckingFixture("/ hangs")
        _ = try await fixture.check("/", policy)
        #expect(fixture.times == [0, milliseconds])
    }

    @Test(arguments: [(CheckPolicy(), 50), (CheckPolicy(interval: .milliseconds(70)), 70)])
    func `requests to one host start one interval apart, by default 50 milliseconds`(
        policy: CheckPolicy,
        interval: Int
    ) async throws {
        let fixture = CheckingFixture()
        _ = try await fixture.check(urls(10), policy)
        #expect(fixture.times == (0..<10).map { $0 * interval })
    }

    @Test func `the rule for a host replaces the interval of the policy and the default headers`()
        async throws
    {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .respond(status: 500)))
        var policy = CheckPolicy(interval: .milliseconds(150), retries: 0)
        let intervals = [
            "a.example": 100, "a.example:81": 200, "*.example": 300, "*.b.example": 400,
        ]
        for (pattern, milliseconds) in intervals {
            var rule = HostRule()
            rule.interval = .milliseconds(milliseconds)
            rule.accepted = [500...500]
            rule.headers = ["Accept": pattern]
            policy.hosts[pattern] = rule
        }
        let hosts = [
            "a.example": "a.example", "a.example:81": "a.example:81", "a.example:82": "a.example",
            "c.b.example": "*.b.example", "b.example": "*.example",
        ]
        let records = try await fixture.check(
            hosts.keys.flatMap { urls(2, host: $0) } + ["http://example/1"],
            policy
        )
        let ok = Array(repeating: Verdict.ok, count: 10)
        #expect(records.map(\.verdict) == ok + [.flaky])
        for (host, pattern) in hosts {
            let requests = fixture.http.requests.filter {
                $0.url.absoluteString.hasPrefix("http://\(host)/")
            }
            try #require(requests.map { $0.headers["Accept"] } == [pattern, pattern])
            let pause = requests[1].received.timeIntervalSince(requests[0].received)
            #expect(Int((pause * 1000).rounded()) == intervals[pattern], "\(host)")
        }
    }

    @Test func `the accepted statuses of a rule replace those of the policy`() async throws {
        var policy = CheckPolicy(retries: 0)
        policy.accepted = [403...403]
        policy.hosts["a.example", default: HostRule()].accepted = [500...500]
        let fixture = CheckingFixture("* 403")
        let records = try await fixture.check(["http://a.example/", "http://b.example/"], policy)
        #expect(records.map(\.verdict) == [.blocked, .ok])
    }

    @Test func `redirects and retries respect the interval`() async throws {
        let fixture = CheckingFixture(
            """
            /a 302 to /b
            HEAD /b 500
            /b 200
            """
        )
        _ = try await fixture.check("/a", CheckPolicy(interval: .seconds(2)))
        #expect(fixture.times == [0, 2000, 4000, 6000])
    }

    @Test(arguments: [
        (CheckPolicy(interval: .zero), 1, 10),
        (CheckPolicy(interval: .zero), 8, 64),
        (CheckPolicy(concurrency: 1, interval: .zero), 2, 1),
        (CheckPolicy(concurrency: 10, perHost: 4, interval: .zero), 2, 8),
        (CheckPolicy(concurrency: 10, perHost: 4, interval: .zero), 3, 10),
    ])
    func `limits concurrent requests, by default to 64 in total and 10 per host`(
        policy: CheckPolicy,
        hosts: Int,
        requests: Int
    ) async throws {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .hang))
        let links = links((1...hosts).flatMap { urls(20, host: "\($0).example") })
        let run = Task { for try await _ in fixture.checker.check(links, policy: policy) {} }
        // When the check is idle, all requests that may start wait for their timeouts.
        await fixture.http.waitForRequests(1)
        await fixture.executor.waitUntilIdle()
        let counts = Dictionary(grouping: fixture.http.requests) { $0.url.host ?? "" }.mapValues(
            \.count
        )
        #expect(counts.values.allSatisfy { $0 <= policy.perHost })
        #expect(fixture.http.requests.count == requests)
        run.cancel()
        _ = await run.result
    }

    @Test func `a limit below 1 counts as 1`() {
        var policy = CheckPolicy(concurrency: 0, perHost: -1)
        #expect(policy.concurrency == 1)
        #expect(policy.perHost == 1)
        policy.concurrency = 0
        policy.perHost = 0
        #expect(policy.concurrency == 1)
        #expect(policy.perHost == 1)
    }

    @Test(arguments: ["[::1]", "[::1]:8080"])
    func `a rule for an IPv6 address applies to all its ports`(host: String) async throws {
        let fixture = CheckingFixture()
        var policy = CheckPolicy()
        policy.hosts["[::1]", default: HostRule()].interval = .milliseconds(100)
        _ = try await fixture.check(urls(2, host: host), policy)
        #expect(fixture.times == [0, 100])
    }

    @Test func `a slow host does not delay other hosts`() async throws {
        let fixture = CheckingFixture(
            """
            /slow hangs
            * 200
            """
        )
        let slow = Array(repeating: "http://slow.example/slow", count: 50)
        let fast = (1...50).map { "http://host\($0).example/" }
        let policy = CheckPolicy(concurrency: 4, perHost: 2, interval: .zero)
        var verdicts: [Verdict] = []
        for try await outcome in fixture.checker.check(links(slow + fast), policy: policy) {
            verdicts.append(try #require(outcome.record).verdict)
            if verdicts.count == 50 {
                break
            }
        }
        // The clock has not advanced, so no slow link has timed out.
        #expect(verdicts == Array(repeating: .ok, count: 50))
    }

    @Test func `two thousand links on a hundred hosts take one request each`() async throws {
        let fixture = CheckingFixture()
        let urls = (0..<2_000).map { "http://host\($0 % 100).example/\($0)" }
        let records = try await fixture.check(urls, unpaced)
        #expect(records.count { $0.verdict == .ok } == 2_000)
        #expect(records.count { $0.attempts == 1 } == 2_000)
        #expect(Set(fixture.http.requests.map(\.url)).count == 2_000)
        #expect(await fixture.savedLinks.count == 2_000)
    }

    @Test(
        arguments: Row.table(
            """
            http://a.example/ → https://a.example/ → one host
            http://a.example:80/ → http://A.example/ → one host
            https://a.example:443/ → http://a.example/ → one host
            http://a.example:8080/ → http://a.example/ → two hosts
            http://www.a.example/ → http://a.example/ → two hosts
            http://a.example:443/ → http://a.example/ → two hosts
            http://u:p@a.example/ → http://a.example/ → one host
            http://u@1/ → http://1/ → one host
            http://a.example:/ → http://a.example/ → one host
            http://a.example?q → http://a.example:080/ → one host
            http://[::1]/ → http://[::1]:80/ → one host
            http://a.example:8080 → https://a.example:8080/x → one host
            """
        )
    )
    func `a host is identified by its name and port`(row: Row) async throws {
        let fixture = CheckingFixture()
        _ = try await fixture.check([row[0], row[1]], CheckPolicy(interval: .seconds(2)))
        #expect(fixture.times == [0, row[2] == "one host" ? 2000 : 0])
    }

    @Test func `a redirect to another host respects the interval of that host`() async throws {
        let fixture = CheckingFixture(
            """
            /away 301 to http://b.example/new
            * 200
            """
        )
        _ = try await fixture.check(
            urls(2, host: "b.example") + ["http://a.example/away"],
            CheckPolicy(interval: .seconds(2))
        )
        let seconds = fixture.secondsByURL
        #expect(seconds["http://a.example/away"] == [0])
        let others = ["http://b.example/1", "http://b.example/2", "http://b.example/new"].flatMap {
            seconds[$0] ?? []
        }
        #expect(others.sorted() == [0, 2, 4])
    }

    @Test(arguments: [
        (retries: 0, times: [0, 0]),
        (retries: 3, times: [0, 500, 1500, 3500]),
        (retries: 8, times: [0, 500, 1500, 3500, 7500, 15_500, 31_500, 61_500, 91_500]),
    ])
    func `a temporary failure is retried with GET after delays that double up to 30 seconds`(
        retries: Int,
        times: [Int]
    ) async throws {
        let fixture = CheckingFixture("/ 500")
        let record = try await fixture.check("/", CheckPolicy(interval: .zero, retries: retries))
        #expect(record.verdict == .flaky)
        #expect(record.attempts == times.count)
        #expect(fixture.requests == ["HEAD /"] + times.dropFirst().map { _ in "GET /" })
        #expect(fixture.times == times)
    }

    /// Statuses, values of `Retry-After`, verdicts, and the seconds between the two requests.
    private static let delays = Row.table(
        """
        429 → 2 → ok → 2
        503 → 2 → ok → 2
        429 → Tue, 14 Nov 2023 22:13:22 GMT → ok → 2
        503 → Tue, 14 Nov 2023 22:13:22 GMT → ok → 2
        429 → 60 → ok → 60
        503 → 60 → ok → 60
        // A delay of more than a minute ends the check of the link.
        429 → 61 → blocked →
        503 → 61 → flaky →
        429 → 3600 → blocked →
        """
    )

    @Test(arguments: delays)
    func `a retry waits as long as the Retry-After field demands`(row: Row) async throws {
        let status = try #require(Int(row[0]))
        let fixture = CheckingFixture([
            "/": .sequence([.busy(status, retryAfter: row[1]), .respond()])
        ])
        let record = try await fixture.check("/", unpaced)
        let milliseconds = Int(row[3]).map { $0 * 1000 }
        #expect(record.verdict.rawValue == row[2])
        #expect(fixture.times == [0] + [milliseconds].compactMap(\.self))
        #expect(record.attempts == fixture.times.count)
        #expect(record.milliseconds == milliseconds ?? 0)
    }

    @Test func `a 404 response to HEAD is confirmed with GET, even if it has a Retry-After field`()
        async throws
    {
        let fixture = CheckingFixture(
            """
            HEAD / 404 Retry-After 3600
            / 200
            """
        )
        #expect(try await fixture.check("/", unpaced).verdict == .ok)
    }

    @Test(arguments: [(429, 7), (503, 7), (429, 60)])
    func `a Retry-After delay of up to a minute pauses all requests to the host`(
        status: Int,
        delay: Int
    ) async throws {
        let fixture = CheckingFixture(
            """
            /1 \(status) Retry-After \(delay), then 200
            * 200
            """
        )
        let urls = [
            "http://a.example/1", "http://a.example/2", "https://a.example/3", "http://b.example/4",
        ]
        #expect(try await fixture.check(urls, serial).map(\.verdict) == [.ok, .ok, .ok, .ok])
        let end = Double(delay)
        let expected = [urls[0]: [0, end], urls[1]: [end], urls[2]: [end], urls[3]: [0]]
        #expect(fixture.secondsByURL == expected)
    }

    @Test func `a Retry-After delay also applies if the link is not requested again`() async throws
    {
        let fixture = CheckingFixture(
            """
            /1 429 Retry-After 7
            * 200
            """
        )
        let policy = CheckPolicy(perHost: 1, interval: .zero, retries: 0)
        let records = try await fixture.check(urls(2), policy)
        #expect(records.map(\.verdict) == [.blocked, .ok])
        #expect(fixture.times == [0, 7000])
    }

    @Test func `an accepted status does not pause the host`() async throws {
        let fixture = CheckingFixture(
            """
            /1 429 Retry-After 7
            * 200
            """
        )
        var policy = serial
        policy.accepted = [429...429]
        _ = try await fixture.check(urls(2), policy)
        #expect(fixture.secondsByURL == ["http://a.example/1": [0], "http://a.example/2": [0]])
    }

    @Test func `a 503 response with a long delay does not affect other links on the host`()
        async throws
    {
        let fixture = CheckingFixture(
            """
            /1 503 Retry-After 3600
            * 200
            """
        )
        let records = try await fixture.check(urls(2), serial)
        #expect(records.map(\.verdict) == [.flaky, .ok])
        #expect(records.map(\.attempts) == [1, 1])
        #expect(fixture.times == [0, 0])
    }

    @Test(arguments: [false, true])
    func `a 429 response with a long delay stops all requests to the host, even redirects`(
        isShared: Bool
    ) async throws {
        let fixture = CheckingFixture(
            """
            /1 429 Retry-After 3600
            /away 301 to http://a.example/9
            * 200
            """,
            isShared: isShared
        )
        let urls = urls(5) + ["http://b.example/1x", "http://c.example/away"]
        let outcomes = try await fixture.outcomes(urls, serial)
        #expect(outcomes.map(\.record?.verdict) == [.blocked, nil, nil, nil, nil, .ok, nil])
        #expect(fixture.requests.sorted() == ["HEAD /1", "HEAD /1x", "HEAD /away"])
        let reason = "the host demands a pause (429)"
        #expect(outcomes.dropFirst().first == .notRequested(links(urls)[1], reason: reason))
        #expect(fixture.clock.now == ManualClock().now)
    }

    @Test
    func
        `after a 429 response with a long delay, a check does not wait for the interval of the host`()
        async throws
    {
        let fixture = CheckingFixture(
            """
            /1 429 Retry-After 3600 after 0.5 s
            * 200
            """
        )
        let outcomes = try await fixture.outcomes(
            urls(3),
            CheckPolicy(interval: .seconds(2), retries: 0)
        )
        #expect(outcomes.map(\.record?.verdict) == [.blocked, nil, nil])
        #expect(fixture.clock.now.duration(since: ManualClock().now) == .milliseconds(500))
    }

    @Test(arguments: ["404", "410", "403", "405", "500", "501", "302 to /2"])
    func `a link whose check ends because its host is stopped has no verdict`(
        response: String
    ) async throws {
        let site: ScriptedSite = """
            /busy 429 Retry-After 3600
            HEAD /1 \(response) after 1 s
            * 200
            """
        for isShared in [false, true] {
            let fixture = CheckingFixture(site, isShared: isShared)
            let urls = ["http://a.example/busy", "http://a.example/1"]
            let outcomes = try await fixture.outcomes(urls, unpaced)
            #expect(outcomes.map(\.record?.verdict) == [.blocked, nil])
            #expect(
                outcomes.last
                    == .notRequested(links(urls)[1], reason: "the host demands a pause (429)")
            )
            #expect(fixture.requests.sorted() == ["HEAD /1", "HEAD /busy"])
            #expect(await fixture.savedLinks == [1])
        }
    }

    @Test func `a link that is redirected to a stopped host has no verdict`() async throws {
        let fixture = CheckingFixture(
            """
            /1 429 Retry-After 3600
            /away 500, then 301 to http://a.example/9
            """
        )
        let outcomes = try await fixture.outcomes(
            ["http://a.example/1", "http://b.example/away"],
            serial
        )
        #expect(outcomes.map(\.record?.verdict) == [.blocked, nil])
        #expect(await fixture.savedLinks == [1])
    }

    @Test func `links that are not requested keep their verdicts`() async throws {
        let fixture = CheckingFixture(
            """
            /1 200, then 429 Retry-After 3600
            /2 410
            * 200
            """
        )
        let urls = urls(2) + ["mailto:a@example.org"]
        _ = try await fixture.outcomes(urls, serial)
        let known = await fixture.history.latest(of: nil)
        #expect(known.mapValues(\.verdict) == [1: .ok, 2: .dead])
        let outcomes = try await fixture.outcomes(urls, serial)
        #expect(outcomes.map(\.record?.verdict) == [.blocked, nil, nil])
        #expect(await fixture.history.latest(of: nil)[2] == known[2])
    }
}
