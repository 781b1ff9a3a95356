import Checking
import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Synchronization
import Testing
import ThreadTesting

/// Tests of a program that does not run for a while, or loses its connection to the server.
@Suite(.timeLimit(.minutes(5)))
struct SuspensionTests {
    @Test func `a program that was suspended before a request respects the interval`() async throws
    {
        let fixture = CheckingFixture()
        let suspendedClock = SuspendedClock(clock: fixture.clock)
        let links = links(urls(2))
        let readAll = batches(of: [links])
        let check = fixture.checker(clock: suspendedClock).check(
            {
                let batch = try await readAll()
                if batch != nil {
                    // The run reads the clock when the links arrive.
                    suspendedClock.suspendAfterNextReading(for: .seconds(5))
                }
                return batch
            },
            policy: CheckPolicy(interval: .seconds(2))
        )
        try await fixture.outcomes(of: check)
        #expect(fixture.secondsByURL.values.flatMap(\.self).sorted() == [5, 7])
    }

    // MARK: A lost connection

    private let fixture = CheckingFixture(isShared: true)
    private let policy = CheckPolicy(interval: .seconds(2))

    /// Checks links as one of several programs whose connection fails for a while.
    private func check(
        _ fixture: CheckingFixture,
        _ outage: Range<Duration>,
        _ links: [Link]
    ) async throws -> [CheckOutcome] {
        var store = ServerStore(fixture)
        store.outage = outage
        return try await fixture.outcomes(links, policy, in: store)
    }

    @Test func `no request starts until a lost connection is replaced, and no result is lost`()
        async throws
    {
        let links = links(urls(4))
        let outcomes = try await check(fixture, .seconds(1)..<(.seconds(30)), links)
        #expect(outcomes.map(\.link) == links)
        #expect(outcomes.map(\.record?.verdict) == [.ok, .ok, .ok, .ok])
        // The record of the second link is saved when the connection is replaced.
        #expect(fixture.times == [0, 2000, 30_000, 32_000])
        #expect(await fixture.savedLinks == [1, 2, 3, 4])
        for link in links {
            #expect(await fixture.history.history(of: link.id).count == 1)
        }
    }

    @Test func `a program gives up links that others checked after its connection broke`()
        async throws
    {
        let links = links(urls(4))
        let other = fixture.checker.check(
            batches(of: [], pausing: .seconds(3), on: fixture.clock) { links },
            policy: policy
        )
        let report = Task { try await other.reduce(into: 0) { count, _ in count += 1 } }
        let outcomes = try await check(fixture, .seconds(1)..<(.seconds(30)), links)
        #expect(outcomes.map(\.link) == links)
        // The record of the second link was not saved before the connection broke.
        #expect(fixture.requests == ["HEAD /1", "HEAD /2", "HEAD /2", "HEAD /3", "HEAD /4"])
        #expect(fixture.times.last == 7000)
        #expect(try await report.value == 4)
        #expect(await fixture.history.history(of: 2).count == 1)
    }

    @Test func `a host whose links have records is not locked again by another session`()
        async throws
    {
        var store = ServerStore(fixture)
        store.outage = .seconds(1)..<(.seconds(5))
        var policy = policy
        policy.hosts["a.example", default: HostRule()].interval = .seconds(60)
        let links = links(urls(1) + urls(3, host: "b.example"))
        let outcomes = try await fixture.outcomes(links, policy, in: store)
        #expect(outcomes.map(\.record?.verdict) == [.ok, .ok, .ok, .ok])
        #expect(fixture.requests.count == 4)
        // The pause of the first host was not over when the connection broke.
        #expect(store.attempts.map(\.hosts) == [["a.example", "b.example"], ["b.example"]])
    }

    @Test func `a check is withdrawn if its host is lost while its response is pending`()
        async throws
    {
        let site: ScriptedSite = """
            HEAD /2 405 after 9.7 s
            * 200
            """
        let fixture = CheckingFixture(site, isShared: true)
        let links = links(["http://a.example/1", "http://b.example/2"])
        let outcomes = try await check(fixture, .zero..<(.zero), links)
        #expect(outcomes.map(\.record?.attempts) == [1, 2])
        // The response arrives between the last attempt to connect that fails and the next one.
        let other = CheckingFixture(site, isShared: true)
        var store = ServerStore(other)
        store.delay = .seconds(3)
        store.outage = .seconds(3)..<(.seconds(10))
        let late = try await other.outcomes(links, policy, in: store)
        #expect(late.map(\.record?.verdict) == [.ok, .ok])
        // The check begins again, because another program may have locked the host.
        #expect(other.requests == ["HEAD /1", "HEAD /2", "HEAD /2", "GET /2"])
    }

    @Test(arguments: [(600.0, true), (600.1, false)])
    func `a lost connection is retried for ten minutes`(
        seconds: Double,
        isReached: Bool
    ) async throws {
        let links = links(urls(2))
        let outage = Duration.milliseconds(1)..<(.seconds(2 + seconds))
        guard isReached else {
            await #expect(throws: ServerStore(fixture).error) {
                try await check(fixture, outage, links)
            }
            return
        }
        #expect(try await check(fixture, outage, links).count == 2)
    }

    @Test func `an error that is not temporary ends a shared check`() async throws {
        var store = ServerStore(fixture)
        store.outage = .zero..<(.seconds(1))
        store.error = .diskFull(path: "shelf.db")
        await #expect(throws: StoreError.diskFull(path: "shelf.db")) {
            try await fixture.outcomes(links(urls(1)), policy, in: store)
        }
        #expect(fixture.clock.now == ManualClock().now)
    }

    @Test func `a program that is canceled while its connection is lost stops connecting`()
        async throws
    {
        var store = ServerStore(fixture)
        store.outage = .milliseconds(1)..<(.seconds(3600))
        let links = links(urls(2))
        let check = fixture.checker(store).check(links, policy: policy)
        let run = Task { for try await _ in check {} }
        await fixture.http.waitForRequests(1)
        await fixture.executor.waitUntilIdle()
        fixture.clock.advance(by: .seconds(2))
        await fixture.http.waitForRequests(2)
        await fixture.executor.waitUntilIdle()
        // The program waits until it tries to connect again.
        #expect(fixture.clock.sleepers > 0)
        run.cancel()
        _ = await run.result
        await fixture.executor.waitUntilIdle()
        #expect(fixture.clock.sleepers == 0)
        #expect(await fixture.savedLinks == [1])
        // The session has ended, so another program can lock the host.
        let session = try await fixture.history.session()
        #expect(try await session.lock("a.example") == ["a.example"])
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
