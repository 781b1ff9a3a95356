import Foundation
import HTTPFields
import ProgramTesting
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

    /// A page, a cookie that the page sets, a URL, and the field of a request to the URL, if any.
    @Test(
        arguments: Row.table(
            """
            // A cookie without attributes is for the host, and for the folder of the page.
            http://www.a.example/dir/page → a=1 → /dir/other → a=1
            http://www.a.example/dir/page → a=1 → /dir → a=1
            http://www.a.example/dir/page → a=1 → /other →
            http://www.a.example/dir/page → a=1 → /directory →
            http://www.a.example/dir/page → a=1 → https://www.a.example/dir/ → a=1
            http://www.a.example/dir/page → a=1 → http://a.example/dir/x →
            http://www.a.example/dir/page → a=1 → http://x.www.a.example/dir/x →
            http://www.a.example → a=1 → /dir/x → a=1
            http://www.a.example/dir/page → a=1; Path=/ → http://www.a.example → a=1
            http://www.a.example/dir/page → a=1; Path=/ → /other → a=1
            http://www.a.example/dir/page → a=1; Path=/oth → /other →
            http://www.a.example/dir/page → a=1; Path=/other → /other/page → a=1
            http://www.a.example/dir/page → a=1; Path=relative → /dir/x → a=1
            http://www.a.example/dir/page → a=1; Path=/; Domain=a.example → http://a.example/ → a=1
            http://www.a.example/dir/page → a=1; Path=/; Domain=.A.example → http://b.a.example/ → a=1
            http://www.a.example/dir/page → a=1; Path=/; Domain=a.example → http://nota.example/ →
            http://www.a.example/dir/page → a=1; Path=/; Domain=b.example → http://b.example/ →
            http://www.a.example/dir/page → a=1; Path=/; Domain=b.example → /other →
            http://127.0.0.1/ → a=1; Path=/; Domain=0.0.1 → /x →
            http://www.a.example/dir/page → a=1; Path=/; Secure → /other →
            http://www.a.example/dir/page → a=1; Path=/; Secure → https://www.a.example/ → a=1
            http://www.a.example/dir/page → a=1; Path=/; SECURE → /other →
            http://www.a.example/dir/page → a=1; Path=/ → http://WWW.A.example/ → a=1
            http://WWW.A.example/ → a=1; Path=/ → http://www.a.example/ → a=1
            http://www.a.example/dir/page → a=1; Path=/; Secure → HTTPS://www.a.example/ → a=1
            http://www.a.example/dir/page → a = 1 ;path=/ → /other → a=1
            http://www.a.example/dir/page → =1; Path=/ → /other →
            http://www.a.example/dir/page → nonsense → /dir/x →
            """
        )
    )
    func `a cookie is sent to the hosts and paths that it is for`(row: Row) throws {
        #expect(try field([row[1]], from: row[0], to: row[2]) ?? "" == row[3])
    }

    /// Attributes of a cookie, and the field of a later request, if any.
    @Test(
        arguments: Row.table(
            """
            Max-Age=0 →
            Max-Age=-1 →
            Max-Age=1 → a=1
            Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT → a=1
            Max-Age=0; Expires=Fri, 01 Jan 2038 00:00:00 GMT →
            Expires=Thu, 01 Jan 2026 12:00:00 GMT →
            Expires=Thu, 01 Jan 2026 12:00:01 GMT → a=1
            Expires=Thu, 01 Jan 2026 12:01:00 GMT → a=1
            Expires=Thu, 01 Jan 2026 11:59:59 GMT →
            Expires=Thu, 01-Jan-1970 00:00:01 GMT →
            Expires=Fri, 2 january 2026 0:00:00 UTC → a=1
            Expires=Sun, 01 Feb 2026 00:00:00 GMT → a=1
            Expires=Wednesday, 31-Dec-25 23:59:59 GMT →
            Expires=Wednesday, 01-Jan-38 00:00:00 GMT → a=1
            Expires=Thursday, 01-Jan-70 00:00:00 GMT →
            Expires=soon → a=1
            // A date that does not exist is ignored.
            Expires=Tue, 30 Feb 2021 00:00:00 GMT → a=1
            Expires=Thu, 01 Jan 1970 24:00:00 GMT → a=1
            """
        )
    )
    func `a cookie is sent until it expires`(row: Row) throws {
        #expect(try field(["a=1; Path=/; \(row[0])"], to: "/") ?? "" == row[1])
    }

    @Test(arguments: [("23:59:58", false), ("23:59:59", true)])
    func `a year of two digits from 70 is in the 20th century`(time: String, isSent: Bool) throws {
        // Friday, 31 December 1999, 23:59:58 GMT.
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
