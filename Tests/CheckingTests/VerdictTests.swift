import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import ProgramTesting
import Testing
import WebURLs

@Suite(.timeLimit(.minutes(5)))
struct VerdictTests {
    @Test func `a link that answers HEAD is ok after one request`() async throws {
        let fixture = CheckingFixture("/ 200 after 1.234 s")
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

    /// Statuses, each with its verdict, the number of requests, and the reason.
    private static let statuses = Row.table(
        """
        300 → flaky → 2 → unexpected status 300
        304 → flaky → 2 → unexpected status 304
        399 → flaky → 2 → unexpected status 399
        400 → blocked → 2 → refused with status 400
        401 → blocked → 2 → requires a password
        403 → blocked → 2 → forbidden
        404 → dead → 2 → not found
        405 → blocked → 2 → refused with status 405
        406 → blocked → 2 → refused with status 406
        407 → blocked → 1 → the proxy requires a password (407)
        408 → flaky → 3 → the server timed out
        410 → dead → 2 → gone
        425 → flaky → 3 → too early
        429 → blocked → 3 → too many requests
        451 → blocked → 1 → withheld for legal reasons
        500 → flaky → 3 → server error 500
        501 → flaky → 2 → server error 501
        503 → flaky → 3 → server error 503
        599 → flaky → 3 → server error 599
        600 → blocked → 2 → refused with status 600
        999 → blocked → 2 → refused with status 999
        """
    )

    @Test(arguments: statuses)
    func `each status leads to its verdict after one, two or three requests`(
        row: Row
    ) async throws {
        let status = try #require(Int(row[0]))
        let record = try await CheckingFixture("/ \(status) to /").check("/")
        #expect(record.verdict.rawValue == row[1])
        #expect(record.status == status)
        #expect(record.attempts == Int(row[2]))
        #expect(record.reason == row[3])
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
        (.tooManyRedirects, .flaky, "too many redirects", 1),
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

    @Test(
        arguments: Row.table(
            """
            302 → http:// → flaky → redirect to an invalid URL
            302 → https:// → flaky → redirect to an invalid URL
            302 → → flaky → redirect without a target
            307 → none → flaky → redirect without a target
            301 → mailto:a@b.example → blocked → redirect to a URL that cannot be requested (mailto:)
            302 → intent://a.example/#Intent;end → blocked → redirect to a URL that cannot be requested (intent:)
            302 → FILE:///etc/passwd → blocked → redirect to a URL that cannot be requested (file:)
            302 → web+z39.50-r:a → blocked → redirect to a URL that cannot be requested (web+z39.50-r:)
            """
        )
    )
    func `the reason states why a redirect is not followed`(row: Row) async throws {
        // The field is surrounded by spaces.
        let headers: HTTPHeaders = row[1] == "none" ? [:] : ["Location": " \(row[1]) "]
        let status = try #require(Int(row[0]))
        let fixture = CheckingFixture(["/": .respond(status: status, headers: headers)])
        let record = try await fixture.check("/")
        #expect(record.verdict.rawValue == row[2])
        #expect(record.reason == row[3])
        #expect(record.attempts == 2)
    }

    @Test(arguments: [403, 429, 503])
    func `a challenge for browsers is blocked after one request and does not slow down the host`(
        status: Int
    ) async throws {
        let headers: HTTPHeaders = ["cf-mitigated": "challenge"]
        let fixture = CheckingFixture([
            "/1": .respond(status: status, headers: headers),
            "/2": .respond(),
        ])
        let records = try await fixture.check(urls(2))
        #expect(records.map(\.verdict) == [.blocked, .ok])
        #expect(records.first?.reason == "requires a browser (\(status))")
        #expect(fixture.requests == ["HEAD /1", "HEAD /2"])
        #expect(fixture.times == [0, 50])
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
        #expect(await fixture.savedLinks == [2])
    }

    @Test(
        arguments: "400 401 403 404 405 408 410 425 429 500 501 resets hangs".split(separator: " ")
    )
    func `if a HEAD request fails, a GET request determines the verdict`(
        failure: Substring
    ) async throws {
        let fixture = CheckingFixture(
            """
            HEAD / \(failure)
            / 200
            """
        )
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
        let site: ScriptedSite = """
            HEAD /a 301 to /b
            GET /a 200
            """
        let fixture = CheckingFixture(site.serving(failure, at: "/b"))
        let record = try await fixture.check("/a", CheckPolicy(retries: 0))
        #expect(record.verdict == .ok)
        #expect(record.location == nil)
        #expect(fixture.requests == ["HEAD /a", "HEAD /b", "GET /a"])
    }

    @Test func `only the redirects of GET determine whether a page has moved`() async throws {
        let fixture = CheckingFixture(
            """
            HEAD /a 302 to /missing
            /missing 404
            GET /a 301 to /new
            /new 200
            """
        )
        let record = try await fixture.check("/a#part")
        #expect(record.verdict == .moved)
        #expect(record.location == "http://shelf.example/new#part")
        #expect(record.reason == "moved permanently")
    }

    @Test func `requests have the header fields that browsers send`() async throws {
        let fixture = CheckingFixture("/ 200")
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
        let record = try await CheckingFixture("/ \(status)").check("/", policy)
        #expect(record.verdict == .ok)
        #expect(record.attempts == 1)
    }

    @Test func `a redirect with an accepted status is not followed`() async throws {
        let fixture = CheckingFixture("/ 301 to /new")
        var policy = CheckPolicy()
        policy.accepted = [301...301]
        let record = try await fixture.check("/", policy)
        #expect(record.verdict == .ok)
        #expect(record.status == 301)
        #expect(record.location == nil)
        #expect(fixture.requests == ["HEAD /"])
    }

    /// The path of a link, the targets of two redirects, and the new URL.
    @Test(
        arguments: Row.table(
            """
            /a#part → http://new.example/b → /c → http://new.example/c#part
            /a#part → http://new.example/b#own → /c → http://new.example/c#own
            /a → https://shelf.example/b → /c#own → https://shelf.example/c#own
            """
        )
    )
    func `the record of a permanent redirect contains the new URL with its fragment`(
        row: Row
    ) async throws {
        let fixture = CheckingFixture(
            """
            /a 301 to \(row[1])
            /b 308 to \(row[2])
            /c 200
            """
        )
        let record = try await fixture.check(row[0])
        #expect(record.verdict == .moved)
        #expect(record.location == row[3])
        #expect(record.status == 200)
        #expect(record.attempts == 3)
    }

    /// The statuses of redirects, and the URL to which the link has moved, if it has.
    private static let chains = Row.table(
        """
        301 302 → /1
        308 301 307 → /2
        301 303 301 → /1
        302 301 →
        307 308 →
        303 302 →
        """
    )

    @Test(arguments: chains)
    func `a link has moved to the end of its first permanent redirects`(row: Row) async throws {
        let redirects = row[0].split(separator: " ").enumerated().map { number, status in
            "/\(number) \(status) to /\(number + 1)\n"
        }
        let record = try await CheckingFixture("\(redirects.joined())* 200").check("/0#part")
        let hasMoved = !row[1].isEmpty
        #expect(record.verdict == (hasMoved ? .moved : .ok))
        #expect(record.location == (hasMoved ? "http://shelf.example\(row[1])#part" : nil))
    }

    @Test func `a link that is redirected back to itself has not moved`() async throws {
        let fixture = CheckingFixture([
            "/a": .sequence([.redirect(to: "/b", status: 301), .respond()]),
            "/b": .respond(status: 302, headers: ["Location": "/a", "Set-Cookie": "a=1"]),
        ])
        #expect(try await fixture.check("/a").verdict == .ok)
    }

    @Test func `follows twenty redirects, but neither another redirect nor a loop`() async throws {
        var pages: [String: ScriptedSite.Behavior] = [
            "/0": .respond(), "/a": .redirect(to: "/b"), "/b": .redirect(to: "/a"),
        ]
        for number in 1...21 {
            pages["/\(number)"] = .redirect(to: "/\(number - 1)", status: 301)
        }
        let chain = ScriptedSite(pages)
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
        #expect(await fixture.savedLinks == [])
    }

    @Test(arguments: [false, true])
    func `a skipped host is never requested, even after a redirect`(isShared: Bool) async throws {
        let site: ScriptedSite = "/ 301 to http://skipped.example/page"
        let fixture = CheckingFixture(site, isShared: isShared)
        var policy = CheckPolicy()
        policy.hosts["skipped.example", default: HostRule()].isSkipped = true
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
        #expect(await fixture.savedLinks == [])
    }

    @Test
    func `a link whose URL matches a skipped pattern is not reported with an earlier verdict`()
        async throws
    {
        let fixture = CheckingFixture()
        let urls = ["http://a.example/1.pdf", "http://a.example/2"]
        var policy = CheckPolicy(interval: .zero, maxAge: .seconds(3600))
        _ = try await fixture.check(urls, policy)
        policy.skipped = [URLPattern("*.doc"), URLPattern("*.pdf"), URLPattern("*1.pdf")]
        let outcomes = try await fixture.outcomes(urls, policy)
        #expect(outcomes.map(\.record?.verdict) == [nil, .ok])
        let reason = "the URL matches '*.pdf'"
        #expect(outcomes.first == .notRequested(links(urls)[0], reason: reason))
        #expect(fixture.requests.sorted() == ["HEAD /1.pdf", "HEAD /2"])
    }
}
