import Checking
import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import LibraryTesting
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5)))
struct HistoryTests {
    private struct Broken: Error {}

    private let fixture = CheckingFixture(
        """
        /hang hangs
        * 200
        """
    )
    private let day = CheckPolicy(interval: .zero, maxAge: .seconds(86_400))
    private let url = "http://a.example/gone"

    @Test func `an outcome is in the history before it is reported`() async throws {
        let urls = ["http://a.example/hang"] + (1...20).map { "http://host\($0).example/" }
        var reported: [Link.ID] = []
        for try await outcome in fixture.checker.check(links(urls)) {
            let record = try #require(outcome.record)
            #expect(await fixture.history.latest(of: nil)[outcome.link.id] == record)
            reported.append(outcome.link.id)
            if reported.count == 20 {
                break
            }
        }
        #expect(Set(reported) == Set(2...21))
    }

    @Test func `a canceled check sends no more requests and keeps the saved outcomes`()
        async throws
    {
        let stream = fixture.checker.check(links(["http://a.example/", "http://b.example/hang"]))
        let run = Task { for try await _ in stream {} }
        await fixture.http.waitForRequests(2)
        await fixture.executor.waitUntilIdle()
        run.cancel()
        try await run.value
        await fixture.executor.waitUntilIdle()
        #expect(await fixture.savedLinks == [1])
        #expect(fixture.requests.sorted() == ["HEAD /", "HEAD /hang"])
    }

    @Test func `a canceled check saves the outcomes that arrive while others are being saved`()
        async throws
    {
        let fixture = CheckingFixture(
            """
            /2 200 after 1 s
            * 200
            """,
            isShared: true
        )
        var store = ServerStore(fixture)
        store.delay = .seconds(5)
        let check = fixture.checker(store)
            .check(links(["http://a.example/1", "http://b.example/2"]))
        let run = Task { for try await _ in check {} }
        await fixture.http.waitForRequests(2)
        await fixture.executor.waitUntilIdle()
        fixture.clock.advance(by: .seconds(1))
        await fixture.executor.waitUntilIdle()
        run.cancel()
        await fixture.executor.waitUntilIdle()
        #expect(await fixture.savedLinks == [])
        fixture.clock.advance(by: .seconds(4))
        await fixture.executor.waitUntilIdle()
        try await run.value
        #expect(await fixture.savedLinks == [1, 2])
    }

    @Test func `an error from the history ends the check`() async throws {
        let checker = fixture.checker(StubHistoryStore(error: .diskFull(path: "shelf.db")))
        let links = links(["http://a.example/", "http://b.example/hang"])
        await #expect(throws: StoreError.diskFull(path: "shelf.db")) {
            for try await _ in checker.check(links) {}
        }
    }

    @Test
    func `a verdict is saved only if the link still has the URL that was checked`() async throws {
        let store = InMemoryLinkStore(links(["http://a.example/", "http://a.example/new"]))
        let checker = fixture.checker(store)
        let old = links(["http://a.example/", "http://a.example/old"])
        for try await _ in checker.check(old, policy: CheckPolicy(interval: .zero)) {}
        #expect(await store.latest(of: nil).keys.sorted() == [1])
        #expect(await store.history(of: 1).count == 1)
        #expect(await store.history(of: 2).isEmpty)
    }

    @Test func `every outcome contains its link, even if the link was not requested`() async throws
    {
        let checked = links(["http://a.example/", "mailto:a@a.example"])
        for _ in 1...2 {
            var reported: [Link] = []
            for try await outcome in fixture.checker.check(checked, policy: day) {
                reported.append(outcome.link)
            }
            #expect(reported.sorted { $0.id < $1.id } == checked)
        }
        #expect(fixture.requests == ["HEAD /"])
    }

    @Test func `a check without links has no outcomes`() async throws {
        #expect(try await fixture.check([String]()).isEmpty)
    }

    @Test func `a check starts before all links have arrived`() async throws {
        let all = links(["http://a.example/", "http://b.example/", "http://c.example/"])
        let (batches, sender) = sentBatches(beginningWith: [all[0]])
        var outcomes: [Link.ID] = []
        for try await outcome in fixture.checker.check(batches) {
            outcomes.append(outcome.link.id)
            if outcome.link.id == 1 {
                sender.yield(Array(all[1...]))
            }
            if outcomes.count == 3 {
                sender.finish()
            }
        }
        #expect(outcomes.sorted() == [1, 2, 3])
    }

    @Test func `an error from the reading of links ends the check`() async throws {
        let (batches, sender) = sentBatches(beginningWith: links(["http://a.example/"]))
        await #expect(throws: Broken.self) {
            for try await _ in fixture.checker.check(batches) {
                sender.finish(throwing: Broken())
            }
        }
        #expect(await fixture.savedLinks == [1])
    }

    @Test func `a shared check does not request links that were removed`() async throws {
        let fixture = CheckingFixture(isShared: true, stored: [1])
        let urls = ["http://a.example/1", "http://b.example/2"]
        let outcomes = try await fixture.outcomes(urls)
        #expect(outcomes.map(\.record?.verdict) == [.ok, nil])
        let reason = "the link was removed or edited"
        #expect(outcomes.last == .notRequested(links(urls)[1], reason: reason))
        #expect(fixture.requests == ["HEAD /1"])
    }

    @Test func `the outcome of a link that was removed during the check is reported but not saved`()
        async throws
    {
        let fixture = CheckingFixture(stored: [1])
        let records = try await fixture.check(["http://a.example/", "http://b.example/"])
        #expect(records.map(\.verdict) == [.ok, .ok])
        #expect(await fixture.savedLinks == [1])
    }

    @Test(arguments: [true, false])
    func `only a shared check reads the remaining links when the server is reachable again`(
        isShared: Bool
    ) async throws {
        let all = links((1...3).map { "http://\($0).example/" })
        let failure = StoreError.unreachable(path: "server", reason: "restarting")
        let fixture = CheckingFixture(isShared: isShared)
        let calls = Counter()
        let readAll = batches(of: all.map { [$0] })
        let batches: LinkBatches = {
            let call = calls.increment()
            guard call != 1, call != 3 else { throw failure }
            return try await readAll()
        }
        guard isShared else {
            await #expect(throws: failure) { try await fixture.outcomes(CheckPolicy(), batches) }
            return
        }
        #expect(try await fixture.outcomes(CheckPolicy(), batches).map(\.link) == all)
        #expect(fixture.requests.count == 3)
    }

    @Test(arguments: [(600.0, true), (600.1, false)])
    func `a shared check waits ten minutes for a server with the links`(
        outage: Double,
        isReached: Bool
    ) async throws {
        let fixture = CheckingFixture(isShared: true)
        let clock = fixture.clock
        let end = clock.now + .seconds(outage)
        let failure = StoreError.unreachable(path: "server", reason: "restarting")
        let links = links([url])
        let readAll = batches(of: [links])
        let batches: LinkBatches = {
            guard clock.now >= end else { throw failure }
            return try await readAll()
        }
        guard isReached else {
            await #expect(throws: failure) { try await fixture.outcomes(CheckPolicy(), batches) }
            return
        }
        #expect(try await fixture.outcomes(CheckPolicy(), batches).map(\.link) == links)
    }

    @Test(arguments: [(60.0, true), (60.1, false)])
    func `a shared check waits a minute for the server when it starts`(
        outage: Double,
        isReached: Bool
    ) async throws {
        let fixture = CheckingFixture(isShared: true)
        var store = ServerStore(fixture)
        store.outage = .zero..<(.seconds(outage))
        guard isReached else {
            await #expect(throws: store.error) {
                try await fixture.outcomes(links([url]), in: store)
            }
            return
        }
        #expect(try await fixture.outcomes(links([url]), in: store).count == 1)
    }

    @Test func `a shared check reports once that it cannot reach the server when it starts`()
        async throws
    {
        let fixture = CheckingFixture(isShared: true)
        var store = ServerStore(fixture)
        store.outage = .zero..<(.seconds(10))
        let reported = try await fixture.delays(\.isDisconnected, links([url]), in: store)
        #expect(reported == [true, false])
    }

    @Test func `outcomes that were not saved in a lost session keep their order`() async throws {
        let site: ScriptedSite = """
            /1 200
            /2 200 after 1 s
            """
        let fixture = CheckingFixture(site, isShared: true)
        var store = ServerStore(fixture)
        // The session is lost while the first outcome is being saved and the second one waits.
        store.delay = .seconds(3)
        store.outage = .seconds(3)..<(.seconds(10))
        let all = links(["http://a.example/1", "http://b.example/2"])
        #expect(try await fixture.outcomes(all, in: store).map(\.link) == all)
        #expect(store.times(of: .save([1])) == [0])
        #expect(store.times(of: .save([1, 2])) == [10_000])
    }

    @Test func `a shared check does not wait after an error that is not temporary`() async throws {
        let fixture = CheckingFixture(isShared: true)
        let failure = StoreError.diskFull(path: "shelf.db")
        await #expect(throws: failure) {
            _ = try await fixture.outcomes(CheckPolicy()) { throw failure }
        }
        #expect(fixture.clock.now == ManualClock().now)
    }

    @Test func `cancellation ends a check that waits for more links`() async throws {
        let fixture = CheckingFixture(isShared: true)
        let batches = sentBatches(beginningWith: links(["http://a.example/"])).batches
        let run = Task { for try await _ in fixture.checker.check(batches) {} }
        await fixture.http.waitForRequests(1)
        await fixture.executor.waitUntilIdle()
        run.cancel()
        try await run.value
        await fixture.executor.waitUntilIdle()
        // The end of the check unlocks the host before the pause of the host is over.
        let session = try await fixture.history.session()
        #expect(try await session.lock("a.example") == ["a.example"])
    }

    @Test func `a recent outcome is reported again without a request`() async throws {
        let fixture = CheckingFixture(
            """
            /gone 404
            /new 200
            """
        )
        let first = try await fixture.check([url], day)
        fixture.clock.advance(by: .seconds(3600))
        let second = try await fixture.check([url, "http://a.example/new"], day)
        #expect(second.first == first.first)
        #expect(second.map(\.verdict) == [.dead, .ok])
        #expect(fixture.requests == ["HEAD /gone", "GET /gone", "HEAD /new"])
        #expect(await fixture.history.history(of: 1).count == 1)
    }

    @Test(
        arguments: [
            (86_400, 0.0, 1),
            (86_400, 86_400.0, 1),
            (86_400, 86_401.0, 2),
            (nil, 0.0, 2),
        ] as [(Int?, Double, Int)]
    )
    func `checks a link again if its outcome is too old or the policy has no maximum age`(
        maxAge: Int?,
        seconds: Double,
        requests: Int
    ) async throws {
        let policy = CheckPolicy(interval: .zero, maxAge: maxAge.map { .seconds($0) })
        _ = try await fixture.check([url], policy)
        fixture.clock.advance(by: .seconds(seconds))
        _ = try await fixture.check([url], policy)
        #expect(fixture.requests.count == requests)
    }

    @Test(
        arguments: [
            ([], [], 1),
            ([.contents], [], 1),
            ([.contents, .fragments], [.contents], 1),
            ([], [.contents], 2),
            ([.fragments], [.contents], 2),
            ([.contents], [.contents, .fragments], 2),
        ] as [(PageInspections, PageInspections, Int)]
    )
    func `checks a link again unless its last check had all inspections of the policy`(
        earlier: PageInspections,
        inspections: PageInspections,
        requests: Int
    ) async throws {
        var policy = day
        policy.inspections = earlier
        let fixture = CheckingFixture()
        _ = try await fixture.check([url], policy)
        policy.inspections = inspections
        _ = try await fixture.check([url], policy)
        #expect(fixture.requests.count == requests)
    }

    @Test(arguments: [(0.9, ["HEAD /gone"]), (1.0, ["HEAD /gone", "HEAD /here"])])
    func `a link that changed a second or more after its last check is checked again`(
        seconds: Double,
        requests: [String]
    ) async throws {
        _ = try await fixture.check([url], day)
        fixture.clock.advance(by: .seconds(60))
        let changed = Link(
            id: 1,
            url: "http://a.example/here",
            added: .distantPast,
            updated: ManualClock().now + .seconds(seconds)
        )
        for try await _ in fixture.checker.check([changed], policy: day) {}
        #expect(fixture.requests == requests)
    }

    @Test func `reads earlier records only for the links to check`() async throws {
        let history = StubHistoryStore()
        let checker = fixture.checker(history)
        for try await _ in checker.check(links([url]), policy: day) {}
        #expect(history.queries.all == [[1]])
        for try await _ in checker.check(links([url])) {}
        #expect(history.queries.all == [[1], [1]])
    }

    @Test func `an outcome contains the previous verdict`() async throws {
        let fixture = CheckingFixture("/gone 404, then 404, then 200")
        var previous: [Verdict?] = []
        // The last check reports the record of the second one.
        for policy in [CheckPolicy(), CheckPolicy(), day] {
            for case .checked(_, _, let verdict) in try await fixture.outcomes([url], policy) {
                previous.append(verdict)
            }
        }
        #expect(previous == [nil, .dead, .ok])
    }

    @Test(
        arguments: [
            (.ok, nil, false),
            (.dead, nil, true),
            (.ok, .dead, true),
            (.dead, .dead, false),
        ] as [(Verdict, Verdict?, Bool)]
    )
    func `a verdict is new if it differs from the previous one, or from ok`(
        verdict: Verdict,
        previous: Verdict?,
        isNew: Bool
    ) {
        let link = links([url])[0]
        let outcome = CheckOutcome.checked(link, .sample(1, verdict), previous: previous)
        #expect(outcome.hasNewVerdict == isNew)
        #expect(!CheckOutcome.notRequested(link, reason: "r").hasNewVerdict)
    }
}

/// An empty history that records the queries for latest records. If it has an error, it throws the
/// error instead of saving records.
private final class StubHistoryStore: EmptyHistoryStore {
    let queries = RecordedCalls<[Link.ID]?>()
    private let error: StoreError?

    init(error: StoreError? = nil) {
        self.error = error
    }

    func append(_ records: [CheckRecord], of urls: [Link.ID: String]) throws {
        if let error {
            throw error
        }
    }
    func latest(of links: [Link.ID]?) throws -> [Link.ID: CheckRecord] {
        queries.append(links)
        return [:]
    }
}
