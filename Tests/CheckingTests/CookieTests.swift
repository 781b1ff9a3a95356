import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Testing

/// Tests of sites that expect the client to send their cookies back.
struct CookieTests {
    /// Returns the record of a check, and the `Cookie` fields of the requests in order.
    ///
    /// - Parameters:
    ///   - site: The responses to requests.
    ///   - withCookie: The responses to requests that contain the cookie `a=1`.
    private func check(
        _ url: String,
        _ site: ScriptedSite,
        withCookie: ScriptedSite = ScriptedSite(otherwise: .respond()),
        at location: SourceLocation = #_sourceLocation
    ) async throws -> (record: CheckRecord, cookies: [String?]) {
        let fixture = CheckingFixture()
        let http = CookieClient(site, withCookie: withCookie)
        var policy = CheckPolicy(interval: .zero, retries: 0)
        policy.hosts["rule.example", default: HostRule()].headers = ["Cookie": "b=2"]
        let check = fixture.checker(http: http).check(links([url]), policy: policy)
        let record = try await fixture.outcomes(of: check).first?.record
        return (try #require(record, sourceLocation: location), http.cookies.all)
    }

    private func setting(
        _ cookie: String,
        to location: String,
        status: Int = 302
    ) -> ScriptedSite.Behavior {
        .respond(status: status, headers: ["Set-Cookie": cookie, "Location": location])
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a page that sets a cookie and redirects to itself is ok`(status: Int) async throws {
        let found = try await check(
            "http://a.example/",
            ["/": setting("a=1; path=/; HttpOnly; SameSite=Lax", to: "/", status: status)]
        )
        #expect(found.record.verdict == .ok)
        #expect(found.record.location == nil)
        #expect(found.cookies == [nil, "a=1"])
    }

    @Test func `a page that sets a cookie on another page and redirects back is ok`() async throws {
        let found = try await check(
            "http://a.example/page",
            [
                "/page": .redirect(to: "/setc?ru=/page", status: 301),
                "/setc?ru=/page": setting("a=1; Path=/", to: "/page", status: 301),
            ]
        )
        #expect(found.record.verdict == .ok)
        #expect(found.record.location == nil)
        #expect(found.cookies == [nil, nil, "a=1"])
    }

    @Test func `a page that redirects to itself despite its cookie is a redirect loop`()
        async throws
    {
        let site: ScriptedSite = ["/": setting("a=1", to: "/")]
        let found = try await check("http://a.example/", site, withCookie: site)
        #expect(found.record.verdict == .flaky)
        #expect(found.record.reason == "redirect loop")
    }

    @Test func `a page that sets another cookie each time has too many redirects`() async throws {
        let site: ScriptedSite = [
            "/": .sequence((0...50).map { setting("n=\($0)", to: "/") })
        ]
        let found = try await check("http://a.example/", site)
        #expect(found.record.reason == "more than 20 redirects")
        #expect(found.record.attempts == 42)
    }

    @Test func `the cookie of a rule is sent together with the cookies of the site`() async throws {
        let site: ScriptedSite = ["/": setting("a=1", to: "/")]
        let found = try await check("http://rule.example/", site)
        #expect(found.cookies == ["b=2", "b=2; a=1"])
    }

    @Test func `a check does not send the cookies of another check`() async throws {
        let http = CookieClient(
            ScriptedSite(otherwise: .respond(headers: ["Set-Cookie": "a=1"])),
            withCookie: ScriptedSite(otherwise: .respond())
        )
        let checker = CheckingFixture().checker(http: http)
        // The second request is sent after the response to the first one.
        let policy = CheckPolicy(perHost: 1, interval: .zero)
        for try await _ in checker.check(links(urls(2)), policy: policy) {}
        #expect(http.cookies.all == [nil, nil])
    }

    @Test func `a response can set several cookies, replace them and remove them`() async throws {
        let first = HTTPHeaders([
            ("Set-Cookie", "a=1; Path=/; Expires=Fri, 01 Jan 2038 00:00:00 GMT"),
            ("Set-Cookie", "b=2; Path=/x"),
            ("Location", "/x"),
        ])
        let second = HTTPHeaders([
            ("Set-Cookie", "a=3; Path=/"),
            ("Set-Cookie", "b=; Path=/x; Max-Age=0"),
            ("Location", "/x/y"),
        ])
        let found = try await check(
            "http://a.example/",
            ["/": .respond(status: 302, headers: first)],
            withCookie: ["/x": .respond(status: 302, headers: second), "/x/y": .respond()]
        )
        #expect(found.cookies == [nil, "b=2; a=1", "a=3"])
    }
}

/// A client that serves another site to requests with a cookie, and records the cookies.
private struct CookieClient: HTTPClient {
    private let client: ScriptedHTTPClient
    private let cookieClient: ScriptedHTTPClient
    let cookies = RecordedCalls<String?>()

    init(_ site: ScriptedSite, withCookie: ScriptedSite) {
        client = ScriptedHTTPClient(site)
        cookieClient = ScriptedHTTPClient(withCookie)
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let field = request.headers["Cookie"]
        cookies.append(field)
        let isKnown = field?.contains("a=") == true
        return try await (isKnown ? cookieClient : client).send(request)
    }
}
