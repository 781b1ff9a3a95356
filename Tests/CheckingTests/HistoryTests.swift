import Checking
import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HistoryTests {
    @Test func `what was reported is kept, whatever comes after`() async throws {
        let fixture = CheckingFixture(ScriptedSite(["/hang": .hang], otherwise: .respond()))
        let urls = ["http://a.example/hang"] + (1...20).map { "http://host\($0).example/" }
        var seen: [Link.ID] = []
        for try await outcome in fixture.checker.check(links(urls), policy: CheckPolicy()) {
            let latest = try await fixture.checker.latest()
            #expect(latest[outcome.link.id] == outcome.record)
            seen.append(outcome.link.id)
            if seen.count == 20 { break }
        }
        #expect(Set(seen) == Set(2...21))
    }

    @Test func `cancelling ends a check that hangs, and keeps what was done`() async throws {
        let fixture = CheckingFixture(ScriptedSite(["/hang": .hang], otherwise: .respond()))
        let stream = fixture.checker.check(
            links(["http://a.example/", "http://b.example/hang"]), policy: CheckPolicy())
        let run = Task { for try await _ in stream {} }
        await fixture.http.waitForRequests(2)
        await fixture.clock.waitForSleepers(1)
        while try await fixture.checker.latest().isEmpty { await Task.yield() }
        run.cancel()
        try await run.value
        #expect(try await fixture.checker.latest().keys.sorted() == [1])
        #expect(fixture.asked.sorted() == ["HEAD /", "HEAD /hang"])
    }

    @Test func `a history that fails ends the check`() async throws {
        let clock = ManualClock()
        let http = ScriptedHTTPClient(ScriptedSite(["/hang": .hang], otherwise: .respond()), clock: clock)
        let checker = ConcurrentLinkChecker(http: http, history: BrokenHistoryStore(), clock: clock)
        let links = links(["http://a.example/", "http://b.example/hang"])
        await #expect(throws: StoreError.diskFull(path: "shelf.db")) {
            for try await _ in checker.check(links, policy: CheckPolicy()) {}
        }
        await #expect(throws: StoreError.diskFull(path: "shelf.db")) { try await checker.latest() }
    }

    @Test func `a verdict is about the address that was checked, and kept for no other`() async throws {
        let store = InMemoryLinkStore(links(["http://a.example/", "http://a.example/new"]))
        let clock = ManualClock()
        let http = ScriptedHTTPClient(ScriptedSite(otherwise: .respond()), clock: clock)
        let checker = ConcurrentLinkChecker(http: http, history: store, clock: clock)
        let old = links(["http://a.example/", "http://a.example/old"])
        for try await _ in checker.check(old, policy: CheckPolicy(interval: .zero)) {}
        #expect(try await store.latest().keys.sorted() == [1])
        #expect(try await checker.history(of: 1) == store.history(of: 1))
        #expect(try await checker.history(of: 1).count == 1)
        #expect(try await checker.history(of: 2).isEmpty)
    }

    @Test func `an outcome has its link, whether it was requested, spared or not requested`() async throws {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .respond()))
        let checked = links(["http://a.example/", "mailto:a@a.example"])
        for _ in 1...2 {
            var seen: [Link] = []
            for try await outcome in fixture.checker.check(checked, policy: CheckPolicy(maxAge: .seconds(60))) {
                seen.append(outcome.link)
            }
            #expect(seen.sorted { $0.id < $1.id } == checked)
        }
        #expect(fixture.asked == ["HEAD /"])
    }

    @Test func `no links, no outcomes`() async throws {
        #expect(try await CheckingFixture([:]).check([String]()).isEmpty)
    }
}

/// A history on a full disk.
private struct BrokenHistoryStore: CheckHistoryStore {
    func append(_ records: [CheckRecord], of addresses: [Link.ID: String]) throws {
        throw StoreError.diskFull(path: "shelf.db")
    }
    func latest(of links: [Link.ID]?) throws -> [Link.ID: CheckRecord] { throw StoreError.diskFull(path: "shelf.db") }
    func history(of link: Link.ID) throws -> [CheckRecord] { throw StoreError.diskFull(path: "shelf.db") }
}
