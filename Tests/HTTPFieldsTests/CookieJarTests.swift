import Foundation
import HTTPFields
import Testing

struct CookieJarTests {
    /// Thursday, 1 January 2026, 12:00:00 GMT.
    private let now = Date(timeIntervalSince1970: 1_767_268_800)

    /// Returns the `Cookie` field of a request after a page has set cookies.
    private func field(
        _ cookies: [String],
        from page: String = "http://www.a.example/dir/page",
        to target: String
    ) throws -> String? {
        let page = try #require(URL(string: page))
        var jar = CookieJar()
        for cookie in cookies {
            jar.add(cookie, from: page, now: now)
        }
        return jar.field(for: try #require(URL(string: target, relativeTo: page)).absoluteURL)
    }

    /// A cookie that a page sets, a URL, and whether a request to the URL contains the cookie.
    struct Scope: CustomTestStringConvertible {
        let cookie: String
        let page: String
        let target: String
        let isSent: Bool

        init(
            _ cookie: String,
            at page: String = "http://www.a.example/dir/page",
            to target: String,
            _ isSent: Bool
        ) {
            self.cookie = cookie
            self.page = page
            self.target = target
            self.isSent = isSent
        }

        var testDescription: String { "\(cookie) from \(page) to \(target)" }
    }

    @Test(arguments: [
        // A cookie without attributes is for the host, and for the folder of the page.
        Scope("a=1", to: "/dir/other", true),
        Scope("a=1", to: "/dir", true),
        Scope("a=1", to: "/other", false),
        Scope("a=1", to: "/directory", false),
        Scope("a=1", to: "https://www.a.example/dir/", true),
        Scope("a=1", to: "http://a.example/dir/x", false),
        Scope("a=1", to: "http://x.www.a.example/dir/x", false),
        Scope("a=1", at: "http://www.a.example", to: "/dir/x", true),
        Scope("a=1; Path=/", to: "/other", true),
        Scope("a=1; Path=/oth", to: "/other", false),
        Scope("a=1; Path=/other", to: "/other/page", true),
        Scope("a=1; Path=relative", to: "/dir/x", true),
        Scope("a=1; Path=/; Domain=a.example", to: "http://a.example/", true),
        Scope("a=1; Path=/; Domain=.A.example", to: "http://b.a.example/", true),
        Scope("a=1; Path=/; Domain=a.example", to: "http://nota.example/", false),
        Scope("a=1; Path=/; Domain=b.example", to: "http://b.example/", false),
        Scope("a=1; Path=/; Domain=b.example", to: "/other", false),
        Scope("a=1; Path=/; Domain=0.0.1", at: "http://127.0.0.1/", to: "/x", false),
        Scope("a=1; Path=/; Secure", to: "/other", false),
        Scope("a=1; Path=/; Secure", to: "https://www.a.example/", true),
        Scope("a=1; Path=/; SECURE", to: "/other", false),
        Scope("a=1; Path=/", to: "http://WWW.A.example/", true),
        Scope("a=1; Path=/", at: "http://WWW.A.example/", to: "http://www.a.example/", true),
        Scope("a=1; Path=/; Secure", to: "HTTPS://www.a.example/", true),
        Scope(" a = 1 ;path=/", to: "/other", true),
        Scope("=1; Path=/", to: "/other", false),
        Scope("nonsense", to: "/dir/x", false),
    ])
    func `a cookie is sent to the hosts and paths that it is for`(scope: Scope) throws {
        let field = try field([scope.cookie], from: scope.page, to: scope.target)
        #expect(field == (scope.isSent ? "a=1" : nil))
    }

    @Test(arguments: [
        ("Max-Age=0", false),
        ("Max-Age=-1", false),
        ("Max-Age=1", true),
        ("Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", true),
        ("Max-Age=0; Expires=Fri, 01 Jan 2038 00:00:00 GMT", false),
        ("Expires=Thu, 01 Jan 2026 12:00:00 GMT", false),
        ("Expires=Thu, 01 Jan 2026 12:00:01 GMT", true),
        ("Expires=Thu, 01 Jan 2026 12:01:00 GMT", true),
        ("Expires=Thu, 01 Jan 2026 11:59:59 GMT", false),
        ("Expires=Thu, 01-Jan-1970 00:00:01 GMT", false),
        ("Expires=Fri, 2 january 2026 0:00:00 UTC", true),
        ("Expires=Sun, 01 Feb 2026 00:00:00 GMT", true),
        ("Expires=Wednesday, 31-Dec-25 23:59:59 GMT", false),
        ("Expires=Wednesday, 01-Jan-38 00:00:00 GMT", true),
        ("Expires=Thursday, 01-Jan-70 00:00:00 GMT", false),
        ("Expires=soon", true),
    ])
    func `a cookie is sent until it expires`(attributes: String, isSent: Bool) throws {
        let field = try field(["a=1; Path=/; \(attributes)"], to: "/")
        #expect(field == (isSent ? "a=1" : nil))
    }

    @Test(arguments: [("23:59:58", false), ("23:59:59", true)])
    func `a year of two digits from 70 is in the 20th century`(time: String, isSent: Bool) throws {
        /// Friday, 31 December 1999, 23:59:58 GMT.
        let now = Date(timeIntervalSince1970: 946_684_798)
        let page = try #require(URL(string: "http://a.example/"))
        var jar = CookieJar()
        jar.add("a=1; Expires=Friday, 31-Dec-99 \(time) GMT", from: page, now: now)
        #expect(jar.field(for: page) == (isSent ? "a=1" : nil))
    }

    @Test func `cookies with longer paths are sent first, and others in the order of arrival`()
        throws
    {
        let cookies = ["a=1; Path=/", "b=2; Path=/", "c=3; Path=/dir", "d=4; Path=/dir/page"]
        #expect(try field(cookies, to: "/dir/page") == "d=4; c=3; a=1; b=2")
    }

    @Test func `a jar stores the 50 newest cookies`() throws {
        let cookies = (1...60).map { "c\($0)=1" }
        #expect(try field(cookies, to: "/dir/") == cookies.suffix(50).joined(separator: "; "))
    }

    @Test func `a cookie replaces only a cookie with the same name, domain and path`() throws {
        let cookies = [
            "a=1; Path=/", "b=2; Path=/", "a=3; Path=/dir", "a=4; Path=/; Domain=a.example",
        ]
        func fields(_ cookies: [String]) throws -> Set<String> {
            Set(try field(cookies, to: "/dir/x")?.components(separatedBy: "; ") ?? [])
        }
        #expect(try fields(cookies) == ["a=3", "a=1", "b=2", "a=4"])
        #expect(try fields(cookies + ["a=5; Path=/"]) == ["a=3", "a=5", "b=2", "a=4"])
        #expect(try fields(cookies + ["a=; Path=/; Max-Age=0"]) == ["a=3", "b=2", "a=4"])
    }
}
