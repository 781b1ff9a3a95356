import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PacingTests {
    private func urls(_ count: Int, host: String = "shelf.example") -> [String] {
        (1...count).map { "http://\(host)/\($0)" }
    }

    @Test func `requests to one host start at least the interval apart`() async throws {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .respond()))
        let records = try await fixture.check(urls(10), CheckPolicy(interval: .milliseconds(50)))
        #expect(records.count == 10)
        #expect(fixture.instants == (0..<10).map { $0 * 50 })
    }

    @Test func `by default requests to one host start 50 milliseconds apart`() async throws {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .respond()))
        _ = try await fixture.check(urls(3))
        #expect(fixture.instants == [0, 50, 100])
    }

    @Test(arguments: [(hosts: 1, requests: 10), (hosts: 8, requests: 64)])
    func `by default 64 requests run at once, 10 of them to one host`(hosts: Int, requests: Int) async throws {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .hang))
        let links = links((1...hosts).flatMap { urls(20, host: "\($0).example") })
        var policy = CheckPolicy()
        policy.interval = .zero
        let run = Task { [policy] in for try await _ in fixture.checker.check(links, policy: policy) {} }
        await fixture.clock.waitForSleepers(requests)
        #expect(fixture.http.requests.count == requests)
        run.cancel()
        _ = await run.result
    }

    @Test func `redirects and second tries keep the pace too`() async throws {
        let fixture = CheckingFixture(["/a": .redirect(to: "/b"), "HEAD /b": .respond(status: 405), "/b": .respond()])
        _ = try await fixture.check("/a", CheckPolicy(interval: .milliseconds(50)))
        #expect(fixture.instants == [0, 50, 100])
    }

    @Test(arguments: [(hosts: ["a", "b"], requests: 8), (hosts: ["a", "b", "c"], requests: 10)])
    func `no more requests than allowed are at one host, or in all`(hosts: [String], requests: Int) async throws {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .hang))
        let links = links(hosts.flatMap { urls(20, host: "\($0).example") })
        let policy = CheckPolicy(concurrency: 10, perHost: 4, interval: .zero, timeout: .seconds(20))
        let run = Task { for try await _ in fixture.checker.check(links, policy: policy) {} }
        // All that may start hang by then, each waiting on the clock for its time-out.
        await fixture.clock.waitForSleepers(requests)
        let counts = Dictionary(grouping: fixture.http.requests) { $0.url.host ?? "" }.mapValues(\.count)
        #expect(counts.values.max() == 4)
        #expect(fixture.http.requests.count == requests)
        run.cancel()
        _ = await run.result
    }

    @Test func `a slow host holds up nobody else`() async throws {
        let site = ScriptedSite(["/slow": .hang], otherwise: .respond())
        let fixture = CheckingFixture(site)
        let slow = Array(repeating: "http://slow.example/slow", count: 50)
        let fast = (1...50).map { "http://host\($0).example/" }
        let policy = CheckPolicy(concurrency: 4, perHost: 2, interval: .zero)
        var outcomes: [Verdict] = []
        for try await outcome in fixture.checker.check(links(slow + fast), policy: policy) {
            outcomes.append(try #require(outcome.record).verdict)
            if outcomes.count == 50 { break }
        }
        // Time has not moved, so no slow link can be among them.
        #expect(outcomes == Array(repeating: .ok, count: 50))
    }

    @Test func `ten thousand links on a hundred hosts finish, each asked once`() async throws {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .respond()))
        let urls = (0..<10_000).map { "http://host\($0 % 100).example/\($0)" }
        let records = try await fixture.check(urls, CheckPolicy(concurrency: 64, perHost: 10, interval: .zero))
        #expect(records.count == 10_000)
        #expect(records.allSatisfy { $0.verdict == .ok && $0.attempts == 1 })
        #expect(Set(fixture.http.requests.map(\.url)).count == 10_000)
        #expect(try await fixture.checker.latest().count == 10_000)
    }
}
