import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Testing

/// Tests of hosts that refuse requests with 429 or 503 without a `Retry-After` field.
@Suite(.timeLimit(.minutes(5)))
struct RefusalTests {
    private struct Result {
        var verdicts: [Verdict?: Int]
        var requests: Int
        var refusals: Int
        var seconds: Double
    }

    /// Checks links on one host that permits a number of requests in each window of time.
    private func check(
        _ count: Int,
        permitting limit: Int,
        every window: Duration,
        status: Int = 429,
        latency: Duration = .zero,
        policy: CheckPolicy = CheckPolicy()
    ) async throws -> Result {
        let site = ScriptedSite(otherwise: .delayed(by: latency, .respond()))
        let fixture = CheckingFixture(site)
        let http = LimitedHTTPClient(
            client: fixture.http,
            clock: fixture.clock,
            limit: limit,
            window: window,
            status: status
        )
        let check = fixture.checker(http: http).check(links(urls(count)), policy: policy)
        let outcomes = try await fixture.outcomes(of: check)
        return Result(
            verdicts: Dictionary(grouping: outcomes) { $0.record?.verdict }.mapValues(\.count),
            requests: http.log.value.requests,
            refusals: http.log.value.refusals,
            seconds: fixture.clock.now.timeIntervalSince(ManualClock().now)
        )
    }

    @Test(arguments: [429, 503], [Duration.zero, .milliseconds(400)])
    func `all links on a host that permits three requests a second are ok`(
        status: Int,
        latency: Duration
    ) async throws {
        let result = try await check(
            150,
            permitting: 3,
            every: .seconds(1),
            status: status,
            latency: latency
        )
        #expect(result.verdicts == [.ok: 150])
        #expect(result.refusals < 20)
        // The host permits 150 requests in 50 seconds.
        #expect(result.seconds < 90)
    }

    @Test func `all links on a host that permits 20 requests a minute are ok`() async throws {
        let result = try await check(50, permitting: 20, every: .seconds(60))
        #expect(result.verdicts == [.ok: 50])
        #expect(result.refusals < 20)
    }

    @Test(arguments: [429, 503])
    func `a host that refused one request receives requests at the usual rate after some answers`(
        status: Int
    ) async throws {
        let fixture = CheckingFixture(
            """
            /2 \(status), then 200
            * 200
            """
        )
        let records = try await fixture.check(urls(60))
        #expect(records.map(\.verdict) == Array(repeating: .ok, count: 60))
        let times = fixture.times
        #expect(times.prefix(6) == [0, 50, 550, 650, 747, 841])
        #expect(zip(times.dropFirst(), times).map { $0 - $1 }.last == 50)
    }

    /// The usual and the longest time between two requests, in milliseconds.
    @Test(arguments: [(2000, 4000), (6000, 10_000), (30_000, 30_000)])
    func `a host that refused one request never receives requests faster than usual`(
        usual: Int,
        longest: Int
    ) async throws {
        let fixture = CheckingFixture(
            """
            /2 429, then 200
            * 200
            """
        )
        _ = try await fixture.check(urls(60), CheckPolicy(interval: .milliseconds(usual)))
        let pauses = zip(fixture.times.dropFirst(), fixture.times).map { $0 - $1 }
        #expect(pauses.count == 60)
        #expect(pauses.min() == usual)
        #expect(pauses.max() == longest)
        #expect(pauses.last == usual)
    }

    @Test(arguments: [CheckPolicy().interval, .seconds(30)])
    func `reports each host that is slowed down, until requests have the usual rate again`(
        interval: Duration
    ) async throws {
        let fixture = CheckingFixture(
            """
            /2 429, then 200
            * 200
            """
        )
        let links = links(urls(60) + ["http://b.example/"])
        let policy = CheckPolicy(interval: interval)
        #expect(try await fixture.delays(\.slowHosts, links, policy) == [["a.example"], []])
    }

    /// A host that answers other requests gets additional retries after 429.
    @Test(arguments: [(503, Verdict.flaky, 3), (429, .blocked, 8)])
    func `a page that refuses all requests does not affect the verdicts of others`(
        status: Int,
        verdict: Verdict,
        attempts: Int
    ) async throws {
        let fixture = CheckingFixture(
            """
            /1 \(status)
            * 200
            """
        )
        let records = try await fixture.check(urls(20))
        #expect(records.map(\.verdict) == [verdict] + Array(repeating: .ok, count: 19))
        #expect(records.first?.attempts == attempts)
    }

    @Test(arguments: [(429, Verdict.blocked), (503, .flaky)])
    func `a host that refuses everything for more than a minute gets no more pauses`(
        status: Int,
        verdict: Verdict
    ) async throws {
        let result = try await check(100, permitting: 0, every: .seconds(1), status: status)
        #expect(result.verdicts == [verdict: 100])
        #expect(result.requests < 250)
        #expect((63...90).contains(result.seconds))
    }

    @Test func `without retries, a refused link has a verdict after one HEAD and one GET request`()
        async throws
    {
        let policy = CheckPolicy(retries: 0)
        let result = try await check(1, permitting: 0, every: .seconds(1), policy: policy)
        #expect(result.verdicts == [.blocked: 1])
        #expect(result.requests == 2)
    }
}

/// A client for hosts that refuse requests above a rate.
private struct LimitedHTTPClient: HTTPClient {
    struct Log: Sendable {
        var requests = 0
        var refusals = 0
        var recent: [Date] = []
    }

    let client: ScriptedHTTPClient
    let clock: ManualClock
    let limit: Int
    let window: Duration
    let status: Int
    let log = WaitableValue(Log())

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let now = clock.now
        let isPermitted = log.withLock { log in
            log.requests += 1
            log.recent.removeAll { now.duration(since: $0) >= window }
            guard log.recent.count < limit else {
                log.refusals += 1
                return false
            }
            log.recent.append(now)
            return true
        }
        guard isPermitted else {
            return HTTPResponse(status: status, url: request.url)
        }
        return try await client.send(request)
    }
}
