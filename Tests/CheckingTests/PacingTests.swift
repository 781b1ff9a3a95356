import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PacingTests {
    private let unpaced = CheckPolicy(interval: .zero)
    private let serial = CheckPolicy(perHost: 1, interval: .zero)

    private func urls(_ count: Int, host: String = "shelf.example") -> [String] {
        (1...count).map { "http://\(host)/\($0)" }
    }

    @Test func `a request may take 20 seconds by default`() {
        #expect(CheckPolicy().timeout == .seconds(20))
    }

    @Test(arguments: [(CheckPolicy(), 50), (CheckPolicy(interval: .milliseconds(70)), 70)])
    func `requests to one host start one interval apart, by default 50 milliseconds`(
        policy: CheckPolicy,
        interval: Int
    ) async throws {
        let fixture = CheckingFixture()
        #expect(try await fixture.check(urls(10), policy).count == 10)
        #expect(fixture.times == (0..<10).map { $0 * interval })
    }

    @Test
    func
        `the rule for a host replaces the interval, the headers and the accepted statuses of the policy`()
        async throws
    {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .respond(status: 500)))
        var policy = CheckPolicy(retries: 0)
        for (pattern, milliseconds) in [
            ("a.example", 100),
            ("a.example:81", 200),
            ("*.example", 300),
            ("*.b.example", 400),
        ] {
            var rule = HostRule()
            rule.interval = .milliseconds(milliseconds)
            rule.accepted = [500...500]
            rule.headers = ["Accept": pattern]
            policy.hosts[pattern] = rule
        }
        let hosts = [
            "a.example": 100, "a.example:81": 200, "a.example:82": 100, "c.b.example": 400,
            "b.example": 300,
        ]
        let verdicts = try await fixture.check(
            hosts.keys.flatMap { urls(2, host: $0) } + ["http://example/1"],
            policy
        )
        #expect(verdicts.count { $0.verdict == .ok } == 10)
        #expect(verdicts.last?.verdict == .flaky)
        for (host, interval) in hosts {
            let requests = fixture.http.requests.filter {
                $0.url.absoluteString.hasPrefix("http://\(host)/")
            }
            let pause = requests[1].received.timeIntervalSince(requests[0].received)
            #expect(Int((pause * 1000).rounded()) == interval, "\(host)")
            #expect(
                requests.allSatisfy {
                    policy.hosts[$0.headers["Accept"] ?? ""]?.interval == .milliseconds(interval)
                }
            )
        }
    }

    @Test func `redirects and retries respect the interval`() async throws {
        let fixture = CheckingFixture([
            "/a": .redirect(to: "/b"), "HEAD /b": .respond(status: 405), "/b": .respond(),
        ])
        _ = try await fixture.check("/a")
        #expect(fixture.times == [0, 50, 100, 150])
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
        // All requests that may start wait for their timeouts.
        await fixture.clock.waitForSleepers(requests)
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
        policy.hosts["[::1]"] = HostRule()
        policy.hosts["[::1]"]?.interval = .milliseconds(100)
        _ = try await fixture.check(urls(2, host: host), policy)
        #expect(fixture.times == [0, 100])
    }

    @Test func `a slow host does not delay other hosts`() async throws {
        let fixture = CheckingFixture(ScriptedSite(["/slow": .hang], otherwise: .respond()))
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

    @Test func `ten thousand links on a hundred hosts take one request each`() async throws {
        let fixture = CheckingFixture()
        let urls = (0..<10_000).map { "http://host\($0 % 100).example/\($0)" }
        let records = try await fixture.check(urls, unpaced)
        #expect(records.count == 10_000)
        #expect(records.allSatisfy { $0.verdict == .ok && $0.attempts == 1 })
        #expect(Set(fixture.http.requests.map(\.url)).count == 10_000)
        #expect(await fixture.history.latest(of: nil).count == 10_000)
    }

    @Test(arguments: [
        ("http://a.example/", "https://a.example/", true),
        ("http://a.example:80/", "http://A.example/", true),
        ("https://a.example:443/", "http://a.example/", true),
        ("http://a.example:8080/", "http://a.example/", false),
        ("http://www.a.example/", "http://a.example/", false),
        ("http://a.example:443/", "http://a.example/", false),
        ("http://u:p@a.example/", "http://a.example/", true),
        ("http://u@1/", "http://1/", true),
        ("http://a.example:/", "http://a.example/", true),
        ("http://a.example?q", "http://a.example:080/", true),
        ("http://[::1]/", "http://[::1]:80/", true),
        ("http://a.example:8080", "https://a.example:8080/x", true),
    ])
    func `a host is identified by its name and port`(
        first: String,
        second: String,
        isOneHost: Bool
    ) async throws {
        let fixture = CheckingFixture()
        _ = try await fixture.check([first, second], CheckPolicy(interval: .seconds(2)))
        #expect(fixture.times == [0, isOneHost ? 2000 : 0])
    }

    @Test func `a redirect to another host respects the interval of that host`() async throws {
        let site = ScriptedSite(
            ["/away": .redirect(to: "http://b.example/new", status: 301)],
            otherwise: .respond()
        )
        let fixture = CheckingFixture(site)
        _ = try await fixture.check(
            ["http://b.example/1", "http://b.example/2", "http://a.example/away"],
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
        let fixture = CheckingFixture(["/": .respond(status: 500)])
        let record = try await fixture.check("/", CheckPolicy(interval: .zero, retries: retries))
        #expect(record.verdict == .flaky)
        #expect(record.attempts == times.count)
        #expect(fixture.requests == ["HEAD /"] + times.dropFirst().map { _ in "GET /" })
        #expect(fixture.times == times)
    }

    @Test(arguments: ["2", "Tue, 14 Nov 2023 22:13:22 GMT"], [429, 503])
    func `a retry waits as long as the Retry-After field demands`(retryAfter: String, status: Int)
        async throws
    {
        let fixture = CheckingFixture([
            "/": .sequence([.busy(status, retryAfter: retryAfter), .respond()])
        ])
        let record = try await fixture.check("/", unpaced)
        #expect(record.verdict == .ok)
        #expect(record.attempts == 2)
        #expect(record.milliseconds == 2000)
        #expect(fixture.times == [0, 2000])
    }

    @Test(arguments: [
        (429, "60", Verdict.ok, 2),
        (429, "61", .blocked, 1),
        (429, "3600", .blocked, 1),
        (503, "60", .ok, 2),
        (503, "61", .flaky, 1),
    ])
    func `a Retry-After delay of more than a minute ends the check of the link`(
        status: Int,
        retryAfter: String,
        verdict: Verdict,
        attempts: Int
    ) async throws {
        let fixture = CheckingFixture([
            "/": .sequence([.busy(status, retryAfter: retryAfter), .respond()])
        ])
        let record = try await fixture.check("/", unpaced)
        #expect(record.verdict == verdict)
        #expect(record.attempts == attempts)
    }

    @Test func `a 404 response to HEAD is confirmed with GET, even if it has a Retry-After field`()
        async throws
    {
        let fixture = CheckingFixture(["HEAD /": .busy(404, retryAfter: "3600"), "/": .respond()])
        #expect(try await fixture.check("/", unpaced).verdict == .ok)
    }

    @Test(arguments: [(429, 7.0), (503, 7.0), (429, 60.0)])
    func `a Retry-After delay of up to a minute pauses all requests to the host`(
        status: Int,
        delay: Double
    ) async throws {
        let busy = ScriptedSite.Behavior.busy(status, retryAfter: "\(Int(delay))")
        let fixture = CheckingFixture(
            ScriptedSite(["/1": .sequence([busy, .respond()])], otherwise: .respond())
        )
        let urls = [
            "http://a.example/1", "http://a.example/2", "https://a.example/3", "http://b.example/4",
        ]
        #expect(try await fixture.check(urls, serial).allSatisfy { $0.verdict == .ok })
        #expect(
            fixture.secondsByURL == [
                urls[0]: [0, delay], urls[1]: [delay], urls[2]: [delay], urls[3]: [0],
            ]
        )
    }

    @Test func `a Retry-After delay also applies if the link is not requested again`() async throws
    {
        let fixture = CheckingFixture(
            ScriptedSite(["/1": .busy(429, retryAfter: "7")], otherwise: .respond())
        )
        let policy = CheckPolicy(perHost: 1, interval: .zero, retries: 0)
        let records = try await fixture.check(urls(2), policy)
        #expect(records.map(\.verdict) == [.blocked, .ok])
        #expect(fixture.times == [0, 7000])
    }

    @Test func `an accepted status does not pause the host`() async throws {
        let fixture = CheckingFixture(
            ScriptedSite(["/1": .busy(429, retryAfter: "7")], otherwise: .respond())
        )
        var policy = serial
        policy.accepted = [429...429]
        _ = try await fixture.check(["http://a.example/1", "http://a.example/2"], policy)
        #expect(fixture.secondsByURL == ["http://a.example/1": [0], "http://a.example/2": [0]])
    }

    @Test func `a 503 response with a long delay does not affect other links on the host`()
        async throws
    {
        let fixture = CheckingFixture(
            ScriptedSite(["/1": .busy(503, retryAfter: "3600")], otherwise: .respond())
        )
        let records = try await fixture.check(["http://a.example/1", "http://a.example/2"], serial)
        #expect(records.map(\.verdict) == [.flaky, .ok])
        #expect(records.map(\.attempts) == [1, 1])
    }

    @Test(arguments: [false, true])
    func `a 429 response with a long delay stops all requests to the host, even redirects`(
        isShared: Bool
    ) async throws {
        let site = ScriptedSite(
            [
                "/1": .busy(429, retryAfter: "3600"),
                "/away": .redirect(to: "http://a.example/9", status: 301),
            ],
            otherwise: .respond()
        )
        let fixture = CheckingFixture(site, isShared: isShared)
        let urls =
            (1...5).map { "http://a.example/\($0)" } + [
                "http://b.example/1x", "http://c.example/away",
            ]
        let outcomes = try await fixture.outcomes(urls, serial)
        #expect(outcomes.map(\.record?.verdict) == [.blocked, nil, nil, nil, nil, .ok, nil])
        #expect(outcomes.map(\.record?.attempts) == [1, nil, nil, nil, nil, 1, nil])
        #expect(
            outcomes[1] == .notRequested(links(urls)[1], reason: "the host demands a pause (429)")
        )
        #expect(fixture.clock.now == ManualClock().now)
    }

    @Test
    func
        `after a 429 response with a long delay, a check does not wait for the interval of the host`()
        async throws
    {
        let busy = ScriptedSite.Behavior.busy(429, retryAfter: "3600")
        let site = ScriptedSite(
            ["/1": .delayed(by: .milliseconds(500), busy)],
            otherwise: .respond()
        )
        let fixture = CheckingFixture(site)
        let outcomes = try await fixture.outcomes(
            urls(3),
            CheckPolicy(interval: .seconds(2), retries: 0)
        )
        #expect(outcomes.map(\.record?.verdict) == [.blocked, nil, nil])
        #expect(fixture.clock.now.duration(since: ManualClock().now) == .milliseconds(500))
    }

    @Test(
        arguments: [
            .respond(status: 404),
            .respond(status: 410),
            .respond(status: 403),
            .respond(status: 405),
            .respond(status: 500),
            .respond(status: 501),
            .redirect(to: "/2"),
        ] as [ScriptedSite.Behavior]
    )
    func `a link whose check ends because its host is stopped has no verdict`(
        first: ScriptedSite.Behavior
    ) async throws {
        let site = ScriptedSite(
            [
                "/busy": .busy(429, retryAfter: "3600"),
                "HEAD /1": .delayed(by: .seconds(1), first),
            ],
            otherwise: .respond()
        )
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
            #expect(await fixture.history.latest(of: nil).keys.sorted() == [1])
        }
    }

    @Test func `a link that is redirected to a stopped host has no verdict`() async throws {
        let away = ScriptedSite.Behavior.redirect(to: "http://a.example/9", status: 301)
        let fixture = CheckingFixture([
            "/1": .busy(429, retryAfter: "3600"),
            "/away": .sequence([.respond(status: 500), away]),
        ])
        let outcomes = try await fixture.outcomes(
            ["http://a.example/1", "http://b.example/away"],
            serial
        )
        #expect(outcomes.map(\.record?.verdict) == [.blocked, nil])
        #expect(await fixture.history.latest(of: nil).keys.sorted() == [1])
    }

    @Test func `links that are not requested keep their verdicts`() async throws {
        let site = ScriptedSite(
            [
                "/1": .sequence([.respond(), .busy(429, retryAfter: "3600")]),
                "/2": .respond(status: 410),
            ],
            otherwise: .respond()
        )
        let fixture = CheckingFixture(site)
        let urls = ["http://a.example/1", "http://a.example/2", "mailto:a@example.org"]
        _ = try await fixture.outcomes(urls, serial)
        let known = await fixture.history.latest(of: nil)
        #expect(known.mapValues(\.verdict) == [1: .ok, 2: .dead])
        let outcomes = try await fixture.outcomes(urls, serial)
        #expect(outcomes.map(\.record?.verdict) == [.blocked, nil, nil])
        #expect(await fixture.history.latest(of: nil)[2] == known[2])
    }
}
