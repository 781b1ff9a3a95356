import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing

/// Tests of the claims on hosts and links in a check that several programs share.
@Suite(.timeLimit(.minutes(5)))
struct HostClaimTests {
    /// Checks links with a fixture, and returns the requests that the checker sends to the store,
    /// with their times. Saving the first record takes as long as `delay`.
    private func exchanges(
        of fixture: CheckingFixture,
        _ policy: CheckPolicy = CheckPolicy(),
        delay: Duration = .zero,
        checking links: @escaping LinkBatches
    ) async throws -> [SlowStore.Exchange] {
        let store = SlowStore(
            history: fixture.history,
            clock: fixture.clock,
            delay: delay,
            executor: fixture.executor
        )
        let check = fixture.checker(store).check(links, policy: policy)
        _ = try await fixture.clock.outcomes(of: check, on: fixture.executor)
        return store.exchanges
    }

    // MARK: The number of claimed hosts

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
        #expect(records.count == 6)
        #expect(records.allSatisfy { $0.verdict == .ok })
        // In a shared check, the program claims one host at a time.
        #expect(fixture.times == seconds.map { $0 * 1000 })
    }

    @Test(arguments: [(4, 2), (5, 3)])
    func `a program claims only as many hosts as it needs to send all permitted requests`(
        concurrency: Int,
        hosts: Int
    ) async throws {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .respond()), isShared: true)
        let all = links((1...30).map { "http://host\($0).example/" })
        let policy = CheckPolicy(concurrency: concurrency, perHost: 2)
        let requests = try await exchanges(of: fixture, policy) { stream(of: [all]) }
            .map(\.request)
        let claim = requests.first { !$0.hosts.isEmpty }
        #expect(claim?.limit == hosts)
        // The request lists more hosts, because other programs may already have claimed some.
        #expect(claim?.hosts.count == 8 * hosts)
    }

    @Test func `a program that sends as many requests as permitted claims no more hosts`()
        async throws
    {
        let site = ScriptedSite(otherwise: .delayed(by: .seconds(5), .respond()))
        let fixture = CheckingFixture(site, isShared: true)
        let urls = ["a", "b"].flatMap { ["http://\($0).example/1", "http://\($0).example/2"] }
        let all = links(urls)
        let policy = CheckPolicy(concurrency: 2, perHost: 2, interval: .zero)
        let exchanges = try await exchanges(of: fixture, policy) { stream(of: [all]) }
        #expect(exchanges.filter { !$0.request.hosts.isEmpty }.map(\.time) == [0, 5000])
        #expect(fixture.times == [0, 0, 5000, 5000])
    }

    // MARK: The times of claims

    @Test func `hosts beyond the limit of a request are claimed by the next requests`() async throws
    {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .respond()), isShared: true)
        let urls = (1...4).map { "http://host\($0).example/" }
        let policy = CheckPolicy(concurrency: 1, interval: .seconds(10))
        _ = try await fixture.check(urls, policy)
        // Two requests that claim hosts are at least 100 milliseconds apart.
        #expect(fixture.times == [0, 100, 200, 300])
    }

    @Test(arguments: [
        (50, [0, 100, 300, 700, 1500, 3100, 5100, 5200, 5400, 5800, 6600, 8200]),
        (1000, [0, 1000, 2000, 3000, 4000, 5600, 6100, 6600, 7100]),
    ])
    func `the delay between attempts to claim a host doubles until one of its links has an outcome`(
        interval: Int,
        times: [Int]
    ) async throws {
        let site: ScriptedSite = [
            "/1": .delayed(by: .seconds(5), .respond()),
            "/2": .delayed(by: .seconds(7), .respond()),
        ]
        let fixture = CheckingFixture(site, isShared: true)
        let all = links(["http://shelf.example/1", "http://shelf.example/2"])
        // Another program claims the host first.
        let other = fixture.checker.check(all, policy: CheckPolicy())
        await fixture.http.waitForRequests(1)
        let policy = CheckPolicy(interval: .milliseconds(interval))
        let exchanges = try await exchanges(of: fixture, policy) { stream(of: [all]) }
        // The delay is at most two seconds. It is at least half of the minimum time that another
        // program needs to check the links of the host.
        #expect(exchanges.filter { !$0.request.hosts.isEmpty }.map(\.time) == times)
        #expect(fixture.requests == ["HEAD /1", "HEAD /2"])
        for try await _ in other {}
    }

    @Test func `a program stops claiming a host when other programs have checked its links`()
        async throws
    {
        let site: ScriptedSite = [
            "/1": .delayed(by: .milliseconds(2500), .respond()),
            "/2": .delayed(by: .milliseconds(2600), .respond()),
            "/3": .delayed(by: .seconds(12), .respond()),
            "/4": .respond(),
        ]
        let fixture = CheckingFixture(site, isShared: true)
        let clock = fixture.clock
        let all = links([
            "http://shelf.example/1", "http://b.example/2", "http://c.example/3",
            "http://shelf.example/4",
        ])
        let other = fixture.checker.check([all[0]], policy: CheckPolicy())
        await fixture.http.waitForRequests(1)
        let exchanges = try await exchanges(of: fixture) {
            stream(of: Array(all[..<3]), pausing: .seconds(6), on: clock) { [all[3]] }
        }
        // The reply to the record of the second link contains the outcome of the first link.
        let attempts = exchanges.filter { $0.request.hosts.contains("shelf.example") }
        #expect(attempts.map(\.time) == [0, 100, 300, 700, 1500, 6000])
        #expect(fixture.secondsByURL["http://shelf.example/4"] == [6])
        for try await _ in other {}
    }

    /// The exchange that arrives after the end of the lease renews the lease, so the store keeps
    /// the claims until the program releases them.
    @Test func `a program releases its claims if a reply arrives after the end of the lease`()
        async throws
    {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .respond()), isShared: true)
        let all = links(["http://a.example/", "http://b.example/1", "http://b.example/2"])
        let policy = CheckPolicy(interval: .seconds(90))
        let exchanges = try await exchanges(of: fixture, policy, delay: .seconds(60)) {
            stream(of: [all])
        }
        let linksReleased = exchanges.filter { $0.request.releasedLinks.contains("a.example") }
        #expect(linksReleased.map(\.time).first == 60_000)
        let hostReleased = exchanges.filter { $0.request.releasedHosts["b.example"] != nil }
        #expect(hostReleased.map(\.time).first == 60_000)
    }

    @Test(arguments: [(59.5, false), (60.0, true)])
    func `a program claims a host again if the reply arrives after the end of the lease`(
        delay: Double,
        claimsAgain: Bool
    ) async throws {
        // The lease is a minute. The second link waits for the interval of the host.
        let fixture = CheckingFixture(ScriptedSite(otherwise: .respond()), isShared: true)
        let all = links(["http://shelf.example/1", "http://shelf.example/2"])
        let policy = CheckPolicy(concurrency: 2, perHost: 1, interval: .seconds(45))
        let requests = try await exchanges(of: fixture, policy, delay: .seconds(delay)) {
            stream(of: [all])
        }
        .map(\.request)
        #expect(fixture.requests == ["HEAD /1", "HEAD /2"])
        let slow = try #require(requests.firstIndex { !$0.records.isEmpty })
        #expect(requests[slow + 1].hosts.isEmpty != claimsAgain)
        #expect(requests[slow + 1].limit == (claimsAgain ? 2 : 0))
    }

    // MARK: Claims on hosts and on their links

    @Test func `a program that claimed a host for a redirect can also claim the links of the host`()
        async throws
    {
        let site: ScriptedSite = [
            "/away": .redirect(to: "http://b.example/slow"),
            "/slow": .delayed(by: .seconds(5), .respond()),
            "/1": .respond(),
        ]
        let fixture = CheckingFixture(site, isShared: true)
        let clock = fixture.clock
        let all = links(["http://a.example/away", "http://b.example/1", "http://c.example/1"])
        let policy = CheckPolicy(concurrency: 2, perHost: 1)
        let exchanges = try await exchanges(of: fixture, policy) {
            stream(of: [all[0]], pausing: .seconds(1), on: clock) { Array(all[1...]) }
        }
        // A host that the program has already claimed does not reduce the number of other hosts.
        let claims = exchanges.map(\.request).filter { !$0.hosts.isEmpty }
        #expect(claims.map(\.limit) == [2, 2, 2])
        #expect(fixture.secondsByURL["http://c.example/1"] == [1])
    }

    @Test func `a link on a claimed host is checked without another claim`() async throws {
        let site: ScriptedSite = [
            "/1": .delayed(by: .seconds(5), .respond()), "/2": .respond(),
        ]
        let fixture = CheckingFixture(site, isShared: true)
        let clock = fixture.clock
        let all = links(["http://shelf.example/1", "http://shelf.example/2"])
        let exchanges = try await exchanges(of: fixture) {
            stream(of: [all[0]], pausing: .seconds(1), on: clock) { [all[1]] }
        }
        #expect(fixture.secondsByURL["http://shelf.example/2"] == [1])
        #expect(exchanges.count { !$0.request.hosts.isEmpty } == 1)
    }

    @Test func `a redirect waits until another program releases the host`() async throws {
        let site: ScriptedSite = [
            "/1": .respond(), "/2": .respond(),
            "/away": .delayed(by: .seconds(5), .redirect(to: "http://b.example/2")),
            "/slow": .delayed(by: .seconds(15), .respond()),
        ]
        let fixture = CheckingFixture(site, isShared: true)
        let clock = fixture.clock
        let all = links(["http://b.example/1", "http://a.example/away", "http://b.example/slow"])
        let other = fixture.checker.check(
            { stream(of: [], pausing: .seconds(1), on: clock) { [all[2]] } },
            policy: CheckPolicy()
        )
        _ = try await fixture.outcomes(CheckPolicy()) { stream(of: [Array(all[..<2])]) }
        #expect(fixture.secondsByURL["http://b.example/1"] == [0])
        #expect(fixture.secondsByURL["http://b.example/slow"] == [1])
        let times = try #require(fixture.secondsByURL["http://b.example/2"])
        #expect(times.count == 1)
        #expect(times[0] >= 16)
        for try await _ in other {}
    }

    // MARK: Releases

    @Test func `a program extends its claims six times per lease, and releases them at the end`()
        async throws
    {
        let site: ScriptedSite = ["/": .delayed(by: .seconds(19), .respond())]
        let fixture = CheckingFixture(site, isShared: true)
        let all = links(["http://shelf.example/"])
        let exchanges = try await exchanges(of: fixture) { stream(of: [all]) }
        // The lease is a minute.
        #expect(exchanges.map(\.time) == [0, 0, 10_000, 19_000, 19_000])
        let requests = exchanges.map(\.request)
        #expect(requests.map(\.releasedHosts) == [[:], [:], [:], ["shelf.example": .zero], [:]])
        #expect(requests.map(\.releasedLinks) == [[], [], [], [], ["shelf.example"]])
    }

    @Test
    func `a program releases the links of a host when all of them have a record`() async throws {
        let fixture = CheckingFixture(
            ScriptedSite(["/hang": .hang], otherwise: .respond()),
            isShared: true
        )
        let all = links([
            "http://shelf.example/1", "http://slow.example/hang", "http://shelf.example/2",
        ])
        let first = fixture.checker.check(Array(all[..<2]), policy: CheckPolicy(retries: 0))
        let run = Task { for try await _ in first {} }
        await fixture.http.waitForRequests(2)
        let outcomes = try await fixture.outcomes(CheckPolicy()) { stream(of: [[all[2]]]) }
        #expect(outcomes.map(\.record?.verdict) == [.ok])
        // The other program waits 20 seconds for the slow host.
        let times = try #require(fixture.secondsByURL["http://shelf.example/2"])
        #expect(times.count == 1)
        #expect(times[0] < 20)
        run.cancel()
        _ = await run.result
    }

    @Test(arguments: [true, false])
    func `a program that ends early releases its hosts with the rest of their intervals`(
        isCanceled: Bool
    ) async throws {
        let fixture = CheckingFixture(["/hang": .hang, "/2": .respond()], isShared: true)
        let clock = fixture.clock
        let all = links(["http://shelf.example/hang", "http://shelf.example/2"])
        let policy = CheckPolicy(interval: .seconds(30))
        let first = fixture.checker.check(
            {
                stream(of: [all[0]], pausing: .seconds(1), on: clock) {
                    throw StoreError.diskFull(path: "shelf.db")
                }
            },
            policy: policy
        )
        let run = Task { for try await _ in first {} }
        await fixture.http.waitForRequests(1)
        if isCanceled {
            run.cancel()
        }
        _ = try await fixture.outcomes(policy) { stream(of: [[all[1]]]) }
        // The lease is a minute.
        let times = try #require(fixture.secondsByURL["http://shelf.example/2"])
        #expect(times.count == 1)
        #expect(times[0] >= 30)
        #expect(times[0] < 40)
        _ = await run.result
    }
}
