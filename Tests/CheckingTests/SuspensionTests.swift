import Checking
import CheckingInterface
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
        let store = SlowStore(
            history: InMemoryCheckHistoryStore(clock: clock),
            clock: clock,
            delay: .seconds(60)
        )
        let checker = ConcurrentLinkChecker(
            http: PatientHTTPClient(client: http),
            history: store,
            clock: clock,
            executor: executor
        )
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
        let store = SlowStore(
            history: InMemoryCheckHistoryStore(clock: clock),
            clock: clock,
            delay: .seconds(55)
        )
        let checker = ConcurrentLinkChecker(
            http: http,
            history: store,
            clock: clock,
            executor: executor
        )
        let links = links(["http://shelf.example/1", "http://shelf.example/2"])
        let start = clock.now
        let check = checker.check(links, policy: CheckPolicy(interval: .seconds(interval)))
        _ = try await clock.outcomes(of: check, on: executor)
        let times = http.requests.map { $0.received.duration(since: start) }
        #expect(times == [.zero, .seconds(second)])
    }

    @Test func `a message requests only records that were not read before`() async throws {
        let store = SlowStore(
            history: InMemoryCheckHistoryStore(clock: clock),
            clock: clock,
            delay: .zero
        )
        let checker = ConcurrentLinkChecker(
            http: ScriptedHTTPClient(ScriptedSite(otherwise: .respond()), clock: clock),
            history: store,
            clock: clock,
            executor: executor
        )
        let links = links(["http://shelf.example/1", "http://shelf.example/2"])
        let check = checker.check(links, policy: CheckPolicy(interval: .seconds(5)))
        _ = try await clock.outcomes(of: check, on: executor)
        let requests = store.requests.withLock { $0 }.filter { !$0.records.isEmpty }
        #expect(requests.map(\.position) == [0, 1])
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
