import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import ServerTesting
import Testing
import WebURLs

@Suite(.timeLimit(.minutes(5)))
struct VerdictTests {
    /// `ServerFaultTests` in BootstrapTests performs the same checks over sockets.
    @Test(arguments: ServerFault.allCases)
    func `a link to a failing server has the correct verdict`(fault: ServerFault) async throws {
        let base = try #require(URL(string: "http://shelf.example/"))
        let elsewhere = try #require(URL(string: "http://new.example/page"))
        let site = fault.site(elsewhere: elsewhere).serving(.respond(), at: elsewhere.path)
        let fixture = CheckingFixture(site)
        let record = try #require(try await fixture.check([fault.url(at: base)]).first)
        #expect(record.verdict == fault.verdict)
        #expect((record.location != nil) == (fault.verdict == .moved))
        #expect(record.attempts == fault.requests)
        #expect(fixture.requests.count == fault.requests)
    }

    @Test func `a link that answers HEAD is ok after one request`() async throws {
        let fixture = CheckingFixture(["/": .delayed(by: .milliseconds(1234), .respond())])
        let start = fixture.clock.now
        let record = try await fixture.check("/")
        #expect(
            record
                == CheckRecord(
                    link: 1,
                    verdict: .ok,
                    status: 200,
                    attempts: 1,
                    milliseconds: 1234,
                    checked: start + 1
                )
        )
        #expect(fixture.requests == ["HEAD /"])
        #expect(await fixture.history.latest(of: nil) == [1: record])
    }

    @Test(arguments: [
        (300, Verdict.flaky, 2),
        (304, .flaky, 2),
        (399, .flaky, 2),
        (400, .blocked, 2),
        (401, .blocked, 2),
        (403, .blocked, 2),
        (404, .dead, 2),
        (405, .blocked, 2),
        (406, .blocked, 2),
        (407, .blocked, 1),
        (408, .flaky, 3),
        (410, .dead, 2),
        (425, .flaky, 3),
        (429, .blocked, 3),
        (451, .blocked, 1),
        (500, .flaky, 3),
        (501, .flaky, 2),
        (503, .flaky, 3),
        (599, .flaky, 3),
        (600, .blocked, 2),
        (999, .blocked, 2),
    ])
    func `each status leads to its verdict after one, two or three requests`(
        status: Int,
        verdict: Verdict,
        attempts: Int
    ) async throws {
        let record = try await CheckingFixture(["/": .respond(status: status)]).check("/")
        #expect(record.verdict == verdict)
        #expect(record.status == status)
        #expect(record.attempts == attempts)
        #expect(record.reason?.isEmpty == false)
    }

    @Test(arguments: [
        (300, "unexpected status 300"),
        (399, "unexpected status 399"),
        (400, "refused with status 400"),
        (401, "requires a password"),
        (403, "forbidden"),
        (404, "not found"),
        (407, "the proxy requires a password (407)"),
        (408, "the server timed out"),
        (410, "gone"),
        (425, "too early"),
        (429, "too many requests"),
        (451, "withheld for legal reasons"),
        (500, "server error 500"),
        (599, "server error 599"),
        (600, "refused with status 600"),
    ])
    func `the reason states what the status means`(status: Int, reason: String) async throws {
        let headers: HTTPHeaders = ["Location": "/"]
        let fixture = CheckingFixture(["/": .respond(status: status, headers: headers)])
        #expect(try await fixture.check("/").reason == reason)
    }

    @Test(arguments: [
        (
            HTTPError.lookupFailed(host: "a"), Verdict.flaky,
            "name lookup failed; check the network", 1
        ),
        (.noSuchHost("shelf.example"), .dead, "no such host: shelf.example", 1),
        (.cannotConnect(host: "a"), .flaky, "cannot connect", 3),
        (.connectionLost(host: "a"), .flaky, "connection lost", 3),
        (.timedOut, .flaky, "timed out", 3),
        (
            .untrustedServer(host: "a", reason: "the certificate has expired"), .flaky,
            "the certificate has expired", 1
        ),
        (.malformedResponse(reason: "garbage"), .flaky, "invalid response: garbage", 2),
    ])
    func `each error leads to its verdict after one, two or three requests`(
        error: HTTPError,
        verdict: Verdict,
        reason: String,
        attempts: Int
    ) async throws {
        let record = try await CheckingFixture(["/": .fail(error)]).check("/")
        #expect(record.verdict == verdict)
        #expect(record.status == nil)
        #expect(record.reason == reason)
        #expect(record.attempts == attempts)
    }

    @Test(arguments: [
        (302, "http://", "redirect to an invalid URL"),
        (302, " ", "redirect without a target"),
        (307, nil, "redirect without a target"),
        (304, nil, "unexpected status 304"),
        (300, "/", "unexpected status 300"),
    ])
    func `the reason states why a redirect is not followed`(
        status: Int,
        location: String?,
        reason: String
    ) async throws {
        let headers = location.map { ["Location": $0] as HTTPHeaders } ?? [:]
        let fixture = CheckingFixture(["/": .respond(status: status, headers: headers)])
        let record = try await fixture.check("/")
        #expect(record.verdict == .flaky)
        #expect(record.reason == reason)
        #expect(record.attempts == 2)
    }

    @Test(arguments: [
        (301, "mailto:a@b.example", "mailto"),
        (302, "intent://a.example/#Intent;end", "intent"),
        (302, " FILE:///etc/passwd", "file"),
    ])
    func `a link that redirects to an app is blocked`(
        status: Int,
        location: String,
        scheme: String
    ) async throws {
        let headers: HTTPHeaders = ["Location": location]
        let fixture = CheckingFixture(["/": .respond(status: status, headers: headers)])
        let record = try await fixture.check("/")
        #expect(record.verdict == .blocked)
        #expect(record.reason == "redirect to a URL that cannot be requested (\(scheme):)")
        #expect(record.attempts == 2)
    }

    @Test(arguments: [403, 429, 503])
    func `a challenge for browsers is blocked after one request and does not slow down the host`(
        status: Int
    ) async throws {
        let headers: HTTPHeaders = ["cf-mitigated": "challenge"]
        let fixture = CheckingFixture(["/": .respond(status: status, headers: headers)])
        let start = fixture.clock.now
        let record = try await fixture.check("/")
        #expect(record.verdict == .blocked)
        #expect(record.reason == "requires a browser (\(status))")
        #expect(record.attempts == 1)
        #expect(fixture.clock.now.timeIntervalSince(start) < 0.1)
    }

    @Test func `a request that the client rejects is not counted`() async throws {
        let error = HTTPError.unsupportedURL("http://shelf.example/")
        let record = try await CheckingFixture(["/": .fail(error)]).check("/")
        #expect(record.verdict == .flaky)
        #expect(record.reason == "the URL cannot be requested")
        #expect(record.attempts == 0)
    }

    @Test func `a link whose request was canceled has no outcome`() async throws {
        let fixture = CheckingFixture(["/a": .fail(.canceled), "/b": .respond()])
        let outcomes = try await fixture.outcomes([
            "http://shelf.example/a", "http://shelf.example/b",
        ])
        #expect(outcomes.map(\.link.id) == [2])
        #expect(await fixture.history.latest(of: nil).keys.sorted() == [2])
    }

    @Test(
        arguments: [
            .respond(status: 400),
            .respond(status: 401),
            .respond(status: 403),
            .respond(status: 404),
            .respond(status: 405),
            .respond(status: 408),
            .respond(status: 410),
            .respond(status: 425),
            .respond(status: 429),
            .respond(status: 500),
            .respond(status: 501),
            .reset,
            .hang,
        ] as [ScriptedSite.Behavior]
    )
    func `if a HEAD request fails, a GET request determines the verdict`(
        failure: ScriptedSite.Behavior
    ) async throws {
        let fixture = CheckingFixture(["HEAD /": failure, "/": .respond()])
        #expect(try await fixture.check("/", CheckPolicy(retries: 0)).verdict == .ok)
        #expect(fixture.requests == ["HEAD /", "GET /"])
    }

    @Test(
        arguments: [
            .respond(status: 404),
            .respond(status: 403),
            .redirect(to: "/b"),
            .redirect(to: "ftp://a.example/"),
            .fail(.noSuchHost("gone.example")),
        ] as [ScriptedSite.Behavior]
    )
    func `if a HEAD request fails after a redirect, GET begins again at the saved URL`(
        failure: ScriptedSite.Behavior
    ) async throws {
        let fixture = CheckingFixture([
            "HEAD /a": .redirect(to: "/b", status: 301), "/b": failure, "GET /a": .respond(),
        ])
        let record = try await fixture.check("/a", CheckPolicy(retries: 0))
        #expect(record.verdict == .ok)
        #expect(record.location == nil)
        #expect(fixture.requests == ["HEAD /a", "HEAD /b", "GET /a"])
    }

    @Test func `only the redirects of GET determine whether a page has moved`() async throws {
        let fixture = CheckingFixture([
            "HEAD /a": .redirect(to: "/missing", status: 302),
            "/missing": .respond(status: 404),
            "GET /a": .redirect(to: "/new", status: 301),
            "/new": .respond(),
        ])
        let record = try await fixture.check("/a#part")
        #expect(record.verdict == .moved)
        #expect(record.location == "http://shelf.example/new#part")
        #expect(record.reason == "moved permanently")
    }

    @Test func `requests have the header fields that browsers send`() async throws {
        let fixture = CheckingFixture(["/": .respond()])
        _ = try await fixture.check("/")
        let headers = try #require(fixture.http.requests.first).headers
        let types = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        #expect(headers["Accept"] == types)
        #expect(headers["Accept-Language"] == "en,*;q=0.5")
    }

    @Test(arguments: [403, 500, 599])
    func `a link with an accepted status is ok`(status: Int) async throws {
        var policy = CheckPolicy()
        policy.accepted = [403...403, 500...599]
        let record = try await CheckingFixture(["/": .respond(status: status)]).check("/", policy)
        #expect(record.verdict == .ok)
        #expect(record.attempts == 1)
    }

    @Test func `a redirect with an accepted status is not followed`() async throws {
        let fixture = CheckingFixture(["/": .redirect(to: "/new", status: 301)])
        var policy = CheckPolicy()
        policy.accepted = [301...301]
        let record = try await fixture.check("/", policy)
        #expect(record.verdict == .ok)
        #expect(record.status == 301)
        #expect(record.location == nil)
        #expect(fixture.requests == ["HEAD /"])
    }

    @Test(arguments: [
        ("/a#part", "http://new.example/b", "/c", "http://new.example/c#part"),
        ("/a#part", "http://new.example/b#own", "/c", "http://new.example/c#own"),
        ("/a", "https://shelf.example/b", "/c#own", "https://shelf.example/c#own"),
    ])
    func `the record of a permanent redirect contains the new URL with its fragment`(
        path: String,
        first: String,
        second: String,
        location: String
    ) async throws {
        let fixture = CheckingFixture([
            "/a": .redirect(to: first, status: 301), "/b": .redirect(to: second, status: 308),
            "/c": .respond(),
        ])
        let record = try await fixture.check(path)
        #expect(record.verdict == .moved)
        #expect(record.location == location)
        #expect(record.status == 200)
        #expect(record.attempts == 3)
    }

    @Test(arguments: [
        ([301, 302], "/1"), ([308, 301, 307], "/2"), ([301, 303, 301], "/1"),
    ])
    func `a link has moved to the end of its first permanent redirects`(
        statuses: [Int],
        location: String
    ) async throws {
        let redirects = statuses.enumerated().map { number, status in
            ("/\(number)", ScriptedSite.Behavior.redirect(to: "/\(number + 1)", status: status))
        }
        let site = ScriptedSite(Dictionary(uniqueKeysWithValues: redirects), otherwise: .respond())
        let record = try await CheckingFixture(site).check("/0#part")
        #expect(record.verdict == .moved)
        #expect(record.location == "http://shelf.example\(location)#part")
    }

    @Test func `a link that is redirected back to itself has not moved`() async throws {
        let fixture = CheckingFixture([
            "/a": .sequence([.redirect(to: "/b", status: 301), .respond()]),
            "/b": .respond(status: 302, headers: ["Location": "/a", "Set-Cookie": "a=1"]),
        ])
        #expect(try await fixture.check("/a").verdict == .ok)
    }

    @Test(arguments: [(302, 301), (307, 308), (303, 302)])
    func `a link that is redirected temporarily is ok`(first: Int, second: Int) async throws {
        let fixture = CheckingFixture([
            "/a": .redirect(to: "/b", status: first), "/b": .redirect(to: "/c", status: second),
            "/c": .respond(),
        ])
        let record = try await fixture.check("/a")
        #expect(record.verdict == .ok)
        #expect(record.location == nil)
    }

    @Test func `follows twenty redirects, but neither another redirect nor a loop`() async throws {
        let chain = ScriptedSite(
            Dictionary(
                uniqueKeysWithValues: (1...21).map {
                    ("/\($0)", .redirect(to: "/\($0 - 1)", status: 301))
                }
            )
            .merging(["/0": .respond(), "/a": .redirect(to: "/b"), "/b": .redirect(to: "/a")]) {
                first,
                _ in first
            }
        )
        #expect(try await CheckingFixture(chain).check("/20").verdict == .moved)
        for (path, reason, attempts) in [
            ("/21", "more than 20 redirects", 42),
            ("/a", "redirect loop", 4),
        ] {
            let record = try await CheckingFixture(chain).check(path)
            #expect(record.verdict == .flaky)
            #expect(record.reason == reason)
            #expect(record.attempts == attempts)
        }
    }

    @Test(arguments: [
        "ftp://a.example/", "javascript:alert(1)", "file:///etc/passwd", "mailto:a@b.example", "",
        "http://",
    ])
    func `a link without an HTTP URL is not requested and has no verdict`(url: String) async throws
    {
        let fixture = CheckingFixture([:])
        #expect(
            try await fixture.outcomes([url]) == [
                .notRequested(links([url])[0], reason: "not an http or https URL")
            ]
        )
        #expect(fixture.requests.isEmpty)
        #expect(await fixture.history.latest(of: nil).isEmpty)
    }

    @Test(arguments: [false, true])
    func `a skipped host is never requested, even after a redirect`(isShared: Bool) async throws {
        let site: ScriptedSite = ["/": .redirect(to: "http://skipped.example/page", status: 301)]
        let fixture = CheckingFixture(site, isShared: isShared)
        var policy = CheckPolicy()
        policy.hosts["skipped.example"] = HostRule()
        policy.hosts["skipped.example"]?.isSkipped = true
        let urls = ["http://a.example/", "https://skipped.example/"]
        let links = links(urls)
        let reason = "a rule skips the host skipped.example"
        #expect(
            try await fixture.outcomes(urls, policy) == [
                .notRequested(links[0], reason: reason),
                .notRequested(links[1], reason: reason),
            ]
        )
        #expect(fixture.requests == ["HEAD /"])
        #expect(await fixture.history.latest(of: nil).isEmpty)
    }

    @Test
    func `a link whose URL matches a skipped pattern is not reported with an earlier verdict`()
        async throws
    {
        let fixture = CheckingFixture()
        let urls = ["http://a.example/1.pdf", "http://a.example/2"]
        var policy = CheckPolicy(interval: .zero, maxAge: .seconds(3600))
        _ = try await fixture.check(urls, policy)
        policy.skipped = [URLPattern("*.doc"), URLPattern("*.pdf")]
        let outcomes = try await fixture.outcomes(urls, policy)
        #expect(outcomes.map(\.record?.verdict) == [nil, .ok])
        let reason = "the URL matches '*.pdf'"
        #expect(outcomes.first == .notRequested(links(urls)[0], reason: reason))
        #expect(fixture.requests.sorted() == ["HEAD /1.pdf", "HEAD /2"])
    }
}
