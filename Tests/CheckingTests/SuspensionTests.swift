import Checking
import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Synchronization
import Testing
import ThreadTesting

/// Tests of a program that does not run for a while, for example because it was suspended.
@Suite(.timeLimit(.minutes(5)))
struct SuspensionTests {
    private let clock = ManualClock()
    private let executor = SerialTaskExecutor()

    private func checker(_ http: any HTTPClient, _ store: SlowStore) -> any LinkChecker {
        ConcurrentLinkChecker(http: http, history: store, clock: clock, executor: executor)
    }

    /// Creates a store that takes as long as `delay` to save the first record.
    private func store(delay: Duration) -> SlowStore {
        SlowStore(
            history: InMemoryCheckHistoryStore(clock: clock),
            clock: clock,
            delay: delay,
            executor: executor
        )
    }

    @Test func `a program that was suspended before a request respects the interval`() async throws
    {
        let suspendedClock = SuspendedClock(clock: clock)
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()), clock: clock)
        let checker = ConcurrentLinkChecker(
            http: http,
            history: InMemoryCheckHistoryStore(),
            clock: suspendedClock,
            executor: executor
        )
        let links = links(["http://shelf.example/1", "http://shelf.example/2"])
        let start = clock.now
        let check = checker.check(
            {
                // The run reads the clock when the links arrive.
                suspendedClock.suspendAfterNextReading(for: .seconds(5))
                return stream(of: [links])
            },
            policy: CheckPolicy(interval: .seconds(2))
        )
        _ = try await clock.outcomes(of: check, on: executor)
        #expect(
            http.requests.map { $0.received.duration(since: start) } == [.seconds(5), .seconds(7)]
        )
    }

    @Test(arguments: [
        LateResponse("after the link was checked again", late: .seconds(70), second: .zero),
        LateResponse("while the link is checked again", late: .seconds(65), second: .seconds(15)),
    ])
    fileprivate func `a response that arrives after the end of the lease has no effect`(
        _ response: LateResponse
    ) async throws {
        let site = ScriptedSite(
            [
                "/late": .sequence([
                    .delayed(by: response.late, .redirect(to: "/new", status: 301)),
                    .delayed(by: response.second, .respond()),
                ])
            ],
            otherwise: .respond()
        )
        let http = ScriptedHTTPClient(site, clock: clock)
        // The lease of one minute ends while the record of the first link is saved.
        let checker = checker(PatientHTTPClient(client: http), store(delay: .seconds(60)))
        let links = links(["http://shelf.example/first", "http://shelf.example/late"])
        let check = checker.check(links, policy: CheckPolicy(interval: .zero))
        let outcomes = try await clock.outcomes(of: check, on: executor)
        #expect(outcomes.map(\.record?.verdict) == [.ok, .ok])
        #expect(http.requests.map(\.url.path) == ["/first", "/late", "/late"])
    }

    @Test(arguments: [(40, 40), (41, 55)])
    func `a request starts only if it will end before the lease ends`(
        interval: Int,
        second: Int
    ) async throws {
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()), clock: clock)
        // A request takes at most 20 seconds. The lease of one minute is extended after 55 seconds,
        // when the record of the first link has been saved.
        let checker = checker(http, store(delay: .seconds(55)))
        let links = links(["http://shelf.example/1", "http://shelf.example/2"])
        let start = clock.now
        let check = checker.check(links, policy: CheckPolicy(interval: .seconds(interval)))
        _ = try await clock.outcomes(of: check, on: executor)
        let times = http.requests.map { $0.received.duration(since: start) }
        #expect(times == [.zero, .seconds(second)])
    }

    @Test func `a message requests only records that were not read before`() async throws {
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()), clock: clock)
        let store = store(delay: .zero)
        let checker = checker(http, store)
        let links = links(["http://shelf.example/1", "http://shelf.example/2"])
        let check = checker.check(links, policy: CheckPolicy(interval: .seconds(5)))
        _ = try await clock.outcomes(of: check, on: executor)
        let requests = store.requests.filter { !$0.records.isEmpty }
        #expect(requests.map(\.position) == [0, 1])
        #expect(requests.map(\.urls) == [[1: links[0].url], [2: links[1].url]])
    }

    // MARK: The end of the lease

    // In these tests, the claims expire, because saving the first record takes at least as long as
    // the lease of one minute.

    @Test(arguments: [
        LostLink("its record waits to be saved", .delayed(by: .seconds(5), .respond()), [1, 2, 2]),
        LostLink(
            "it waits for a retry",
            .delayed(by: .seconds(15), .busy(503, retryAfter: "60")),
            [1, 2, 2]
        ),
        LostLink(
            "its response has not arrived, and another link waits for the host",
            .delayed(by: .seconds(70), .respond()),
            [1, 2, 2, 3]
        ),
    ])
    fileprivate func `a link whose claim expires is checked again once`(_ link: LostLink)
        async throws
    {
        let site = ScriptedSite(
            ["/2": .sequence([link.response, .respond()])],
            otherwise: .respond()
        )
        let http = ScriptedHTTPClient(site, clock: clock)
        let count = link.requests.max() ?? 0
        let links = links((1...count).map { "http://shelf.example/\($0)" })
        let checker = checker(PatientHTTPClient(client: http), store(delay: .seconds(60)))
        let check = checker.check(links, policy: CheckPolicy(perHost: 1, interval: .zero))
        let outcomes = try await clock.outcomes(of: check, on: executor)
        #expect(outcomes.map(\.link) == links)
        #expect(outcomes.allSatisfy { $0.record?.verdict == .ok })
        #expect(outcomes.allSatisfy { $0.record?.attempts == 1 })
        #expect(http.requests.map(\.url.path) == link.requests.map { "/\($0)" })
    }

    @Test func `a host that demands a long pause is not requested after the end of the lease`()
        async throws
    {
        let site = ScriptedSite(["/1": .busy(429, retryAfter: "3600")], otherwise: .respond())
        let http = ScriptedHTTPClient(site, clock: clock)
        let store = store(delay: .seconds(60))
        let links = links((1...3).map { "http://shelf.example/\($0)" })
        let checker = checker(PatientHTTPClient(client: http), store)
        let check = checker.check(
            { [clock] in
                stream(of: Array(links[..<2]), pausing: .seconds(61), on: clock) { [links[2]] }
            },
            policy: CheckPolicy(interval: .seconds(2))
        )
        let outcomes = try await clock.outcomes(of: check, on: executor)
        #expect(outcomes.map(\.record?.verdict) == [.blocked, nil, nil])
        #expect(http.requests.map(\.url.path) == ["/1"])
        // The program releases the host immediately, although it has a link that was not requested.
        let first = store.requests.first { !$0.records.isEmpty }
        #expect(first?.releasedHosts == ["shelf.example": .seconds(2)])
    }

    @Test
    func `after the end of the lease, a redirect waits until another program releases the host`()
        async throws
    {
        let away = ScriptedSite.Behavior.redirect(to: "http://b.example/2")
        let site = ScriptedSite(
            [
                "/away": .sequence([
                    .delayed(by: .seconds(80), away), .delayed(by: .seconds(5), away),
                ]),
                "/slow": .delayed(by: .seconds(15), .respond()),
            ],
            otherwise: .respond()
        )
        let http = ScriptedHTTPClient(site, clock: clock)
        // The program claims both hosts until the lease ends after a minute. When the first record
        // is saved, another program has claimed one of the hosts.
        let store = store(delay: .seconds(65))
        let links = links([
            "http://b.example/1", "http://a.example/away", "http://b.example/3",
            "http://b.example/slow",
        ])
        let other = ConcurrentLinkChecker(
            http: http,
            history: store.history,
            clock: clock,
            executor: executor
        )
        .check(
            { [clock] in
                stream(of: [], pausing: .seconds(61), on: clock) { [links[3]] }
            },
            policy: CheckPolicy()
        )
        let checker = checker(PatientHTTPClient(client: http), store)
        let check = checker.check(
            Array(links[..<3]),
            policy: CheckPolicy(interval: .seconds(45))
        )
        let start = clock.now
        _ = try await clock.outcomes(of: check, on: executor)
        let requests = http.requests.filter { $0.url.host == "b.example" }
        #expect(requests.map(\.url.path) == ["/1", "/slow", "/2", "/3"])
        let times = requests.map { $0.received.duration(since: start) }
        #expect(times[1] == .seconds(61))
        #expect(times[2] >= .seconds(76))
        for try await _ in other {}
    }
}

/// A response that arrives after the expiration of the lease during which its request was sent.
private struct LateResponse: CustomTestStringConvertible {
    let testDescription: String
    /// The time from the first request to its response.
    let late: Duration
    /// The time from the second request to its response.
    let second: Duration

    init(_ testDescription: String, late: Duration, second: Duration) {
        self.testDescription = testDescription
        self.late = late
        self.second = second
    }
}

/// A link whose check has not been saved when the lease ends.
private struct LostLink: CustomTestStringConvertible {
    let testDescription: String
    /// The response to the first request for the second link.
    let response: ScriptedSite.Behavior
    /// The numbers of the links in the order of their requests.
    let requests: [Int]

    init(_ testDescription: String, _ response: ScriptedSite.Behavior, _ requests: [Int]) {
        self.testDescription = testDescription
        self.response = response
        self.requests = requests
    }
}

/// The clock of a program that is suspended right after reading the time.
private final class SuspendedClock: WallClock {
    private let clock: ManualClock
    private let suspension = Mutex<Duration?>(nil)

    init(clock: ManualClock) {
        self.clock = clock
    }

    func suspendAfterNextReading(for duration: Duration) {
        suspension.withLock { $0 = duration }
    }

    var now: Date {
        let now = clock.now
        let duration = suspension.withLock { suspension in
            defer {
                suspension = nil
            }
            return suspension
        }
        if let duration {
            clock.advance(by: duration)
        }
        return now
    }

    func sleep(for duration: Duration) async throws {
        try await clock.sleep(for: duration)
    }
}

/// A client that ignores request timeouts, like the client of a suspended program.
private struct PatientHTTPClient: HTTPClient {
    let client: ScriptedHTTPClient

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        var request = request
        request.timeout = .seconds(3600)
        return try await client.send(request)
    }
}
