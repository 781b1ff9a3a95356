import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing

/// What a server asks for holds for its host.
@Suite(.timeLimit(.minutes(5)))
struct PatienceTests {
    private let policy = CheckPolicy(concurrency: 64, perHost: 1, interval: .zero)

    /// When each address was asked for, in seconds from the start.
    private func seconds(_ fixture: CheckingFixture) -> [String: [Double]] {
        let start = ManualClock().now
        return Dictionary(grouping: fixture.http.requests) { $0.url.absoluteString }
            .mapValues { $0.map { $0.received.timeIntervalSince(start) } }
    }

    @Test(arguments: [429, 503])
    func `a host that asks for patience gets no other request meanwhile`(status: Int) async throws {
        let busy = ScriptedSite.Behaviour.respond(status: status, headers: ["Retry-After": "7"])
        let fixture = CheckingFixture(ScriptedSite(["/1": .sequence([busy, .respond()])], otherwise: .respond()))
        let urls = ["http://a.example/1", "http://a.example/2", "https://a.example/3", "http://b.example/4"]
        let records = try await fixture.check(urls, policy)
        #expect(records.allSatisfy { $0.verdict == .ok })
        #expect(
            seconds(fixture) == [
                "http://a.example/1": [0, 7], "http://a.example/2": [7], "https://a.example/3": [7],
                "http://b.example/4": [0],
            ])
    }

    @Test func `an accepted status asks for nothing`() async throws {
        let busy = ScriptedSite.Behaviour.respond(status: 429, headers: ["Retry-After": "7"])
        let fixture = CheckingFixture(ScriptedSite(["/1": busy], otherwise: .respond()))
        var policy = policy
        policy.accepted = [429...429]
        _ = try await fixture.check(["http://a.example/1", "http://a.example/2"], policy)
        #expect(seconds(fixture) == ["http://a.example/1": [0], "http://a.example/2": [0]])
    }

    @Test func `a minute is waited for, and a second more is not`() async throws {
        for (wish, attempts) in [("60", 2), ("61", 1)] {
            let busy = ScriptedSite.Behaviour.respond(status: 503, headers: ["Retry-After": wish])
            let fixture = CheckingFixture(["/": .sequence([busy, .respond()])])
            #expect(try await fixture.check("/", policy).attempts == attempts)
        }
    }

    @Test func `a host that asks for a minute is paused, and all of its links are requested after it`() async throws {
        let busy = ScriptedSite.Behaviour.respond(status: 429, headers: ["Retry-After": "60"])
        let fixture = CheckingFixture(ScriptedSite(["/1": .sequence([busy, .respond()])], otherwise: .respond()))
        let records = try await fixture.check(["http://a.example/1", "http://a.example/2"], policy)
        #expect(records.map(\.verdict) == [.ok, .ok])
        #expect(seconds(fixture) == ["http://a.example/1": [0, 60], "http://a.example/2": [60]])
    }

    @Test func `a host that wants an hour is left alone, by those too who come from elsewhere`() async throws {
        let busy = ScriptedSite.Behaviour.respond(status: 429, headers: ["Retry-After": "3600"])
        let site = ScriptedSite(
            ["/1": busy, "/away": .redirect(to: "http://a.example/9", status: 301)], otherwise: .respond())
        let fixture = CheckingFixture(site)
        let urls = (1...5).map { "http://a.example/\($0)" } + ["http://b.example/1x", "http://c.example/away"]
        let outcomes = try await fixture.outcomes(urls, policy)
        #expect(outcomes.map(\.record?.verdict) == [.blocked, nil, nil, nil, nil, .ok, .blocked])
        #expect(outcomes.map(\.record?.attempts) == [1, nil, nil, nil, nil, 1, 1])
        #expect(
            outcomes[1] == .notRequested(links(urls)[1], reason: "its host asks to be left alone for a while (429)"))
        #expect(fixture.clock.now == ManualClock().now)
    }

    @Test func `a link that waits for another try keeps what its host has said of it`() async throws {
        let busy = ScriptedSite.Behaviour.respond(status: 429, headers: ["Retry-After": "3600"])
        let fixture = CheckingFixture(ScriptedSite(["/1": .respond(status: 500), "/2": busy]))
        let records = try await fixture.check(["http://a.example/1", "http://a.example/2"], policy)
        #expect(records.map(\.verdict) == [.flaky, .blocked])
        #expect(records.map(\.reason) == ["server error 500", "too many requests"])
    }

    @Test func `a link that is redirected forgets what the server before said`() async throws {
        let busy = ScriptedSite.Behaviour.respond(status: 429, headers: ["Retry-After": "3600"])
        let away = ScriptedSite.Behaviour.redirect(to: "http://a.example/9", status: 301)
        let fixture = CheckingFixture(["/1": busy, "/away": .sequence([.respond(status: 500), away])])
        let records = try await fixture.check(["http://a.example/1", "http://b.example/away"], policy)
        #expect(records.map(\.verdict) == [.blocked, .blocked])
        #expect(records.map(\.attempts) == [1, 2])
    }

    @Test func `what is known of links that are not requested stays as it is`() async throws {
        let busy = ScriptedSite.Behaviour.respond(status: 429, headers: ["Retry-After": "3600"])
        let site = ScriptedSite(
            ["/1": .sequence([.respond(), busy]), "/2": .respond(status: 410)], otherwise: .respond())
        let fixture = CheckingFixture(site)
        let urls = ["http://a.example/1", "http://a.example/2", "mailto:a@example.org"]
        _ = try await fixture.outcomes(urls, policy)
        let known = try await fixture.checker.latest()
        #expect(known.mapValues(\.verdict) == [1: .ok, 2: .dead])
        let outcomes = try await fixture.outcomes(urls, policy)
        #expect(outcomes.map(\.record?.verdict) == [.blocked, nil, nil])
        #expect(try await fixture.checker.latest()[2] == known[2])
    }

    @Test func `a page that is away for an hour takes nobody else along`() async throws {
        let away = ScriptedSite.Behaviour.respond(status: 503, headers: ["Retry-After": "3600"])
        let fixture = CheckingFixture(ScriptedSite(["/1": away], otherwise: .respond()))
        let records = try await fixture.check(["http://a.example/1", "http://a.example/2"], policy)
        #expect(records.map(\.verdict) == [.flaky, .ok])
        #expect(records.map(\.attempts) == [1, 1])
    }

    @Test func `a redirect to another host obeys the pace of that host`() async throws {
        let site = ScriptedSite(["/away": .redirect(to: "http://b.example/new", status: 301)], otherwise: .respond())
        let fixture = CheckingFixture(site)
        let urls = ["http://b.example/1", "http://b.example/2", "http://a.example/away"]
        _ = try await fixture.check(urls, CheckPolicy(interval: .seconds(2)))
        let times = seconds(fixture)
        #expect(times["http://a.example/away"] == [0])
        let others = ["http://b.example/1", "http://b.example/2", "http://b.example/new"].flatMap { times[$0] ?? [] }
        #expect(others.sorted() == [0, 2, 4])
    }

    @Test(arguments: [
        ("http://a.example/", "https://a.example/", true), ("http://a.example:80/", "http://A.example/", true),
        ("https://a.example:443/", "http://a.example/", true), ("http://a.example:8080/", "http://a.example/", false),
        ("http://www.a.example/", "http://a.example/", false), ("http://a.example:443/", "http://a.example/", false),
        ("http://u:p@a.example/", "http://a.example/", true), ("http://a.example?q", "http://a.example:080/", true),
        ("http://[::1]/", "http://[::1]:80/", true), ("http://a.example:8080", "https://a.example:8080/x", true),
    ])
    func `a host is its name and its port`(first: String, second: String, isOneHost: Bool) async throws {
        let fixture = CheckingFixture(ScriptedSite(otherwise: .respond()))
        _ = try await fixture.check([first, second], CheckPolicy(interval: .seconds(2)))
        #expect(fixture.instants == [0, isOneHost ? 2000 : 0])
    }
}
