import CheckingInterface
import Core
import CoreTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct VerdictTests {
    private let once = CheckPolicy(retries: 0)

    @Test func `a link that answers HEAD is ok after one request`() async throws {
        let fixture = CheckingFixture(["/": .respond()])
        let record = try await fixture.check("/")
        #expect(record.verdict == .ok)
        #expect(record.status == 200)
        #expect(record.attempts == 1)
        #expect(record.reason == nil)
        #expect(fixture.asked == ["HEAD /"])
        #expect(try await fixture.checker.latest() == [1: record])
    }

    @Test(arguments: [
        (400, Verdict.blocked), (401, .blocked), (403, .blocked), (404, .dead), (406, .blocked), (410, .dead),
        (429, .blocked), (451, .blocked), (500, .flaky), (503, .flaky), (999, .blocked), (304, .flaky), (405, .blocked),
        (407, .blocked), (408, .flaky), (425, .flaky), (501, .flaky), (599, .flaky), (600, .blocked), (300, .flaky),
        (399, .flaky),
    ])
    func `each status has its verdict`(status: Int, verdict: Verdict) async throws {
        let record = try await CheckingFixture(["/": .respond(status: status)]).check("/", once)
        #expect(record.verdict == verdict)
        #expect(record.status == status)
        #expect(record.reason?.isEmpty == false)
    }

    @Test(arguments: [
        (HTTPError.lookupFailed(host: "a"), Verdict.flaky, "its name cannot be looked up; is the network up?"),
        (HTTPError.noSuchHost("shelf.example"), Verdict.dead, "no such host: shelf.example"),
        (.cannotConnect(host: "a"), .flaky, "no connection"),
        (.connectionLost(host: "a"), .flaky, "the connection broke"),
        (.timedOut, .flaky, "timed out"),
        (.untrustedServer(host: "a", reason: "expired"), .flaky, "its certificate is not trusted"),
        (.malformedResponse(reason: "garbage"), .flaky, "the answer cannot be read: garbage"),
    ])
    func `each error has its verdict`(error: HTTPError, verdict: Verdict, reason: String) async throws {
        let record = try await CheckingFixture(["/": .fail(error)]).check("/", once)
        #expect(record.verdict == verdict)
        #expect(record.status == nil)
        #expect(record.reason == reason)
    }

    @Test func `a request that is cancelled gives no verdict`() async throws {
        let fixture = CheckingFixture(["/a": .fail(.cancelled), "/b": .respond()])
        let outcomes = try await fixture.outcomes(["http://shelf.example/a", "http://shelf.example/b"])
        #expect(outcomes.map(\.link.id) == [2])
        #expect(try await fixture.checker.latest().keys.sorted() == [2])
    }

    @Test(arguments: [400, 403, 404, 405, 410, 500, 501])
    func `a link that refuses HEAD is asked with GET at once`(status: Int) async throws {
        let fixture = CheckingFixture(["HEAD /": .respond(status: status), "/": .respond()])
        let record = try await fixture.check("/", once)
        #expect(record.verdict == .ok)
        #expect(record.attempts == 2)
        #expect(fixture.asked == ["HEAD /", "GET /"])
        #expect(fixture.instants == [0, 50])
    }

    @Test func `a reset and a hang on HEAD are not the last word`() async throws {
        let site: ScriptedSite = [
            "HEAD /reset": .reset, "/reset": .respond(), "HEAD /hang": .hang, "/hang": .respond(),
        ]
        let records = try await CheckingFixture(site).check(["http://a.example/reset", "http://a.example/hang"], once)
        #expect(records.map(\.verdict) == [.ok, .ok])
        #expect(records.map(\.attempts) == [2, 2])
    }

    @Test func `accepted statuses are ok`() async throws {
        let policy = CheckPolicy(accepted: [403...403, 500...599])
        for status in [403, 500, 599] {
            let record = try await CheckingFixture(["/": .respond(status: status)]).check("/", policy)
            #expect(record.verdict == .ok)
            #expect(record.attempts == 1)
        }
    }

    @Test func `a permanent redirect to a page that answers is moved`() async throws {
        let fixture = CheckingFixture([
            "/a": .redirect(to: "http://new.example/b", status: 301), "/b": .redirect(to: "/c", status: 308),
            "/c": .respond(),
        ])
        let record = try await fixture.check("/a#part")
        #expect(record.verdict == .moved)
        #expect(record.location == "http://new.example/c#part")
        #expect(record.status == 200)
        #expect(record.attempts == 3)
    }

    @Test func `a redirect that names a part of the page brings it along`() async throws {
        let fixture = CheckingFixture(["/a": .redirect(to: "/b#new", status: 301), "/b": .respond()])
        #expect(try await fixture.check("/a#old").location == "http://shelf.example/b#new")
    }

    @Test func `http to https is a move like any other`() async throws {
        let away = ScriptedSite.Behaviour.redirect(to: "https://shelf.example/b", status: 301)
        let fixture = CheckingFixture(["/a": away, "/b": .respond()])
        let record = try await fixture.check("/a")
        #expect(record.verdict == .moved)
        #expect(record.location == "https://shelf.example/b")
    }

    @Test(arguments: [(301, 302), (302, 301), (307, 308), (303, 302)])
    func `one temporary redirect on the way makes it ok`(first: Int, second: Int) async throws {
        let fixture = CheckingFixture([
            "/a": .redirect(to: "/b", status: first), "/b": .redirect(to: "/c", status: second), "/c": .respond(),
        ])
        let record = try await fixture.check("/a")
        #expect(record.verdict == .ok)
        #expect(record.location == nil)
    }

    @Test func `a permanent redirect to a missing page is dead`() async throws {
        let fixture = CheckingFixture(["/a": .redirect(to: "/b", status: 301), "/b": .respond(status: 404)])
        let record = try await fixture.check("/a")
        #expect(record.verdict == .dead)
        #expect(record.location == nil)
        #expect(fixture.asked == ["HEAD /a", "HEAD /b", "GET /b"])
    }

    @Test func `a loop is flaky, and ends when an address comes back`() async throws {
        let fixture = CheckingFixture(["/a": .redirect(to: "/b", status: 301), "/b": .redirect(to: "/a", status: 301)])
        let record = try await fixture.check("/a")
        #expect(record.verdict == .flaky)
        #expect(record.reason == "redirects go in a circle")
        #expect(record.attempts == 2)
    }

    @Test func `ten redirects are followed, and the eleventh is not`() async throws {
        let chain = ScriptedSite(
            Dictionary(uniqueKeysWithValues: (1...11).map { ("/\($0)", .redirect(to: "/\($0 - 1)", status: 301)) })
                .merging(["/0": .respond()]) { first, _ in first })
        #expect(try await CheckingFixture(chain).check("/10").verdict == .moved)
        let record = try await CheckingFixture(chain).check("/11")
        #expect(record.verdict == .flaky)
        #expect(record.reason == "more than 10 redirects")
        #expect(record.attempts == 11)
    }

    @Test(arguments: [
        "ftp://a.example/", "javascript:alert(1)", "file:///etc/passwd", "mailto:a@b.example", "", "http://",
    ])
    func `an address that is none of the web's gets neither a request nor a verdict`(url: String) async throws {
        let fixture = CheckingFixture([:])
        let outcomes = try await fixture.outcomes([url])
        #expect(outcomes == [.notRequested(links([url])[0], reason: "not an http or https address")])
        #expect(fixture.asked.isEmpty)
        #expect(try await fixture.checker.latest().isEmpty)
    }

    @Test func `a record carries the time in whole seconds, and the duration`() async throws {
        let fixture = CheckingFixture(["/": .delayed(by: .milliseconds(1234), .respond())])
        let start = fixture.clock.now
        let record = try await fixture.check("/")
        #expect(record.milliseconds == 1234)
        #expect(record.checked == start + 1)
    }
}
