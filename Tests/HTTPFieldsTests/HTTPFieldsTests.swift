import Foundation
import HTTPFields
import ProgramTesting
import Testing

struct HTTPFieldsTests {
    private let page = URL(string: "http://shelf.example/a/b?c")!
    private let now = Date(timeIntervalSince1970: 784_111_777)  // 6 November 1994, 08:49:37 GMT

    @Test func `repairs a location, parses a date, and stores a cookie`() {
        let target = URL(location: "\\\\other.example\\x", on: page)  // http://other.example/x
        let delay = Duration(retryAfter: "Sun, 06 Nov 1994 08:49:40 GMT", now: now)
        var cookies = CookieJar()
        cookies.add("a=1; Path=/", from: page, now: now)
        let field = cookies.field(for: page)  // a=1
        #expect(target?.absoluteString == "http://other.example/x")
        #expect(delay == .seconds(3))
        #expect(field == "a=1")
    }

    @Test(
        arguments: Row.table(
            """
            http://other.example/ → http://other.example/
            /x → http://shelf.example/x
            x → http://shelf.example/a/x
            ../x → http://shelf.example/x
            ?y → http://shelf.example/a/b?y
            //other.example/x → http://other.example/x
            HTTPS://other.example/ → https://other.example/
            #y → http://shelf.example/a/b?c#y
            \\\\other.example\\x?\\ → http://other.example/x?%5C
            \\x → http://shelf.example/x
            http:\\\\other.example\\x → http://other.example/x
            /x\u{9}y → http://shelf.example/xy
            ///other.example/x → http://other.example/x
            http:////other.example/x → http://other.example/x
            http:/x → http://shelf.example/x
            http:x → http://shelf.example/a/x
            https:/other.example/x → https://other.example/x
            https:other.example → https://other.example
            """
        )
    )
    func `resolves a location against the URL of the page`(row: Row) {
        #expect(URL(location: row[0], on: page)?.absoluteString == row[1])
        #expect(URL(location: " \(row[0]) ", on: page)?.absoluteString == row[1])
    }

    @Test(arguments: ["/x", "http:/x", "http://shelf.example/x"])
    func `the scheme of the page is case-insensitive`(location: String) throws {
        let page = try #require(URL(string: "HTTP://shelf.example/a"))
        let target = try #require(URL(location: location, on: page)).absoluteString
        #expect(target.lowercased() == "http://shelf.example/x")
    }

    @Test(arguments: [
        "javascript:alert(1)", "ftp://other.example/", "file:///etc/passwd", "http://",
        "mailto:a@b.example",
    ])
    func `ignores a location that is not an HTTP URL`(location: String) {
        #expect(URL(location: location, on: page) == nil)
    }

    @Test(arguments: [
        ("120", 120),
        ("0", 0),
        (" 7 ", 7),
        ("Sun, 06 Nov 1994 08:49:40 GMT", 3),
        ("Sunday, 06-Nov-94 08:49:40 GMT", 3),
        ("Sun Nov  6 08:49:40 1994", 3),
        ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
    ])
    func `parses Retry-After as seconds or as a date`(value: String, seconds: Int) {
        #expect(Duration(retryAfter: value, now: now) == .seconds(seconds))
    }

    @Test(arguments: ["", " ", "soon", "-5", "1.5", "Sun, 06 Nov"])
    func `ignores an invalid Retry-After field`(value: String) {
        #expect(Duration(retryAfter: value, now: now) == nil)
    }

    @Test func `clamps a Retry-After delay that overflows`() throws {
        let delay = Duration(retryAfter: "99999999999999999999", now: now)
        #expect(try #require(delay) > .seconds(3600))
    }
}
