import Checking
import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Testing
import ThreadTesting

/// Tests of the locks of hosts in a check that several programs share.
@Suite(.timeLimit(.minutes(5)))
struct HostLockTests {
    /// Checks links as one of several programs, and returns the store that recorded its calls.
    private func check(
        _ fixture: CheckingFixture,
        _ policy: CheckPolicy,
        _ links: @escaping LinkBatches
    ) async throws -> ServerStore {
        let store = ServerStore(fixture)
        let check = fixture.checker(store).check(links, policy: policy)
        try await fixture.outcomes(of: check)
        return store
    }

    // MARK: The number of locked hosts

    @Test(arguments: [(false, [0, 1, 2, 5, 6, 7]), (true, [0, 5, 6, 11, 12, 17])])
    func `a program that sends one request at a time checks all links`(
        isShared: Bool,
        seconds: [Int]
    ) async throws {
        let site = ScriptedSite(otherwise: .delayed(by: .seconds(1), .respond()))
        let fixture = CheckingFixture(site, isShared: isShared)
        let urls = ["a", "b", "c"].flatMap { ["http://\($0).example/1", "http://\($0).example/2"] }
        let policy = CheckPolicy(concurrency: 1, interval: .seconds(5))
        let records = try await fixture.check(urls, policy)
        #expect(records.map(\.verdict) == Array(repeating: .ok, count: 6))
        // In a shared check, the program locks one host at a time.
        #expect(fixture.times == seconds.map { $0 * 1000 })
    }

    @Test func `a program locks at most as many hosts as it can request at once`() async throws {
        let site = ScriptedSite(otherwise: .delayed(by: .seconds(1), .respond()))
        let fixture = CheckingFixture(site, isShared: true)
        let all = links((1...30).map { "http://host\($0).example/" })
        let policy = CheckPolicy(concurrency: 4)
        let attempts = try await check(fixture, policy, batches(of: [all])).attempts
        let times = (0..<30).map { $0 / 4 * 1000 }
        #expect(attempts.flatMap { attempt in attempt.hosts.map { _ in attempt.time } } == times)
        #expect(fixture.times == times)
    }

    @Test func `a program locks more hosts while its locked hosts are in a pause`() async throws {
        let fixture = CheckingFixture(isShared: true)
        let urls = (1...4).map { "http://host\($0).example/" }
        let policy = CheckPolicy(concurrency: 1, interval: .seconds(10))
        _ = try await fixture.check(urls, policy)
        #expect(fixture.times == [0, 0, 10_000, 10_000])
    }

    // MARK: Hosts that other programs have locked

    @Test func `a host that another program has locked is tried again ten times a second`()
        async throws
    {
        let site: ScriptedSite = """
            /1 200 after 5 s
            /2 200 after 7 s
            """
        let fixture = CheckingFixture(site, isShared: true)
        let all = links(urls(2))
        let other = fixture.checker.check(all)
        await fixture.http.waitForRequests(1)
        let attempts = try await check(fixture, CheckPolicy(), batches(of: [all])).attempts
        #expect(attempts.map(\.time) == (0...71).map { $0 * 100 })
        #expect(fixture.requests == ["HEAD /1", "HEAD /2"])
        try await fixture.outcomes(of: other)
    }

    @Test func `a link that another program has checked since the check began is not requested`()
        async throws
    {
        let fixture = CheckingFixture(
            """
            /slow 200 after 9 s
            * 200
            """,
            isShared: true
        )
        let clock = fixture.clock
        let all = links([
            "http://a.example/1", "http://b.example/slow", "http://c.example/3",
            "http://a.example/4",
        ])
        let other = fixture.checker.check(Array(all[..<2]))
        await fixture.http.waitForRequests(2)
        await fixture.executor.waitUntilIdle()
        let batches = batches(of: Array(all[..<3]), pausing: .seconds(3), on: clock) { [all[3]] }
        let outcomes = try await fixture.outcomes(CheckPolicy(), batches)
        #expect(outcomes.map(\.record?.verdict) == [.ok, .ok, .ok, .ok])
        #expect(fixture.requests == ["HEAD /1", "HEAD /slow", "HEAD /3", "HEAD /4"])
        try await fixture.outcomes(of: other)
    }

    @Test func `reading continues after any number of links that other programs have checked`()
        async throws
    {
        let fixture = CheckingFixture(isShared: true)
        let all = links(urls(95))
        let other = try await fixture.history.session()
        let records = all.dropLast().map { CheckRecord.sample($0.id) }
        try await other.save(records, of: [:])
        let batches = batches(
            of: stride(from: 0, to: all.count, by: 5).map { start in
                Array(all[start..<start + 5])
            }
        )
        let checker = ConcurrentLinkChecker(
            http: fixture.http,
            history: fixture.history,
            clock: fixture.clock,
            window: 10,
            executor: fixture.executor
        )
        let check = checker.check(batches)
        let outcomes = try await fixture.outcomes(of: check)
        #expect(outcomes.map(\.link) == all)
        #expect(fixture.requests == ["HEAD /95"])
        await other.end()
    }

    @Test func `a program reports the hosts of other programs if it waits only for them`()
        async throws
    {
        let fixture = CheckingFixture(
            """
            /slow 200 after 9 s
            * 200
            """,
            isShared: true
        )
        let all = links(["http://a.example/slow", "http://b.example/1"])
        let other = fixture.checker.check([all[0]])
        await fixture.http.waitForRequests(1)
        #expect(try await fixture.delays(\.awaitedHosts, all) == [["a.example"], []])
        try await fixture.outcomes(of: other)
    }

    @Test func `redirects do not wait for hosts that other programs have locked`() async throws {
        let site: ScriptedSite = """
            /slow 200 after 15 s
            /2 200
            /away 302 to http://b.example/2
            """
        let fixture = CheckingFixture(site, isShared: true)
        let all = links(["http://b.example/slow", "http://a.example/away"])
        let other = fixture.checker.check([all[0]])
        await fixture.http.waitForRequests(1)
        _ = try await fixture.outcomes(CheckPolicy(), batches(of: [[all[1]]]))
        #expect(fixture.secondsByURL["http://b.example/2"] == [0])
        try await fixture.outcomes(of: other)
    }

    // MARK: The end of a lock

    @Test func `a link that arrives while its host is locked waits for the next lock`() async throws
    {
        let site: ScriptedSite = """
            /1 200 after 5 s
            /2 200
            """
        let fixture = CheckingFixture(site, isShared: true)
        let clock = fixture.clock
        let all = links(urls(2))
        let batches = batches(of: [all[0]], pausing: .seconds(1), on: clock) { [all[1]] }
        let store = try await check(fixture, CheckPolicy(), batches)
        #expect(fixture.secondsByURL[all[1].url] == [5])
        #expect(store.attempts.map(\.time) == [0, 5000])
        #expect(store.times(of: .lookUp([2])) == [5000])
    }

    @Test func `a host stays locked until its links have records and its pause is over`()
        async throws
    {
        let site: ScriptedSite = """
            /away 302 to http://b.example/slow
            /slow 200 after 5 s
            /busy 503 Retry-After 40, then 200
            /1 200
            """
        let fixture = CheckingFixture(site, isShared: true)
        let all = links(["http://a.example/away", "http://c.example/busy", "http://d.example/1"])
        let policy = CheckPolicy(interval: .seconds(2))
        let store = try await check(fixture, policy, batches(of: [all]))
        #expect(store.times(of: .unlock(["d.example"])) == [2000])
        #expect(store.times(of: .unlock(["a.example"])) == [5000])
        #expect(store.times(of: .unlock(["c.example"])) == [42_000])
    }

    @Test(arguments: [true, false])
    func `a program that ends early releases its hosts, but does not pass on their pauses`(
        isCanceled: Bool
    ) async throws {
        let fixture = CheckingFixture(
            """
            /hang hangs
            /2 200
            """,
            isShared: true
        )
        let clock = fixture.clock
        let all = links(["http://shelf.example/hang", "http://shelf.example/2"])
        let policy = CheckPolicy(interval: .seconds(30))
        let first = fixture.checker.check(
            batches(of: [all[0]], pausing: .seconds(1), on: clock) {
                throw StoreError.diskFull(path: "shelf.db")
            },
            policy: policy
        )
        let run = Task { for try await _ in first {} }
        await fixture.http.waitForRequests(1)
        if isCanceled {
            run.cancel()
        }
        _ = try await fixture.outcomes(policy, batches(of: [[all[1]]]))
        let times = fixture.secondsByURL["http://shelf.example/2", default: []]
        #expect(times.count == 1)
        let time = try #require(times.first)
        // If the first program is not canceled, it ends after one second.
        #expect(time >= (isCanceled ? 0 : 1))
        #expect(time < 10)
        _ = await run.result
    }

    @Test func `a check after the end of a shared check requests its links again`() async throws {
        let fixture = CheckingFixture(isShared: true)
        _ = try await fixture.check("/1")
        fixture.clock.advance(by: .seconds(60))
        _ = try await fixture.check("/1")
        #expect(fixture.requests == ["HEAD /1", "HEAD /1"])
    }
}
