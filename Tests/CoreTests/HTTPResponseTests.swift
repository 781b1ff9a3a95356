import Core
import Foundation
import Testing

struct HTTPResponseTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)  // 6 November 1994, 08:49:37 GMT

    private func response(_ status: Int, _ headers: HTTPHeaders) throws -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, url: try #require(URL(string: "http://shelf.example/a/b?c")))
    }

    @Test(arguments: [
        ("http://other.example/", "http://other.example/"), ("/x", "http://shelf.example/x"),
        ("x", "http://shelf.example/a/x"), ("../x", "http://shelf.example/x"), ("?y", "http://shelf.example/a/b?y"),
        ("//other.example/x", "http://other.example/x"), ("HTTPS://other.example/", "https://other.example/"),
        ("#y", "http://shelf.example/a/b?c#y"), (" /x ", "http://shelf.example/x"),
        ("\\\\other.example\\x?\\", "http://other.example/x?%5C"), ("\\x", "http://shelf.example/x"),
        ("http:\\\\other.example\\x", "http://other.example/x"), ("/x\ty", "http://shelf.example/xy"),
        ("///other.example/x", "http://other.example/x"), ("http:////other.example/x", "http://other.example/x"),
        ("http:/x", "http://shelf.example/x"), ("http:x", "http://shelf.example/a/x"),
        ("https:/other.example/x", "https://other.example/x"), ("https:other.example", "https://other.example"),
    ])
    func `a location is resolved against the address that answered`(location: String, target: String) throws {
        #expect(try response(301, ["Location": location]).redirectTarget?.absoluteString == target)
    }

    @Test(arguments: [
        "javascript:alert(1)", "ftp://other.example/", "file:///etc/passwd", "http://", "mailto:a@b.example",
    ])
    func `a location that is none of the web's leads nowhere`(location: String) throws {
        #expect(try response(302, ["Location": location]).redirectTarget == nil)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `each redirect leads to its location`(status: Int) throws {
        #expect(try response(status, ["Location": "/x"]).redirectTarget?.path == "/x")
    }

    @Test(arguments: [200, 201, 300, 304, 404])
    func `a location without a redirect leads nowhere`(status: Int) throws {
        #expect(try response(status, ["Location": "/x"]).redirectTarget == nil)
    }

    @Test(arguments: [
        ("120", 120), ("0", 0), (" 7 ", 7), ("Sun, 06 Nov 1994 08:49:40 GMT", 3),
        ("Sunday, 06-Nov-94 08:49:40 GMT", 3), ("Sun Nov  6 08:49:40 1994", 3), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
    ])
    func `a server says in seconds or by date how long to stay away`(value: String, seconds: Int) throws {
        #expect(try response(503, ["Retry-After": value]).retryAfter(now: now) == .seconds(seconds))
    }

    @Test(arguments: ["", "soon", "-5", "1.5", "Sun, 06 Nov"])
    func `what is neither seconds nor a date says nothing`(value: String) throws {
        #expect(try response(503, ["Retry-After": value]).retryAfter(now: now) == nil)
    }

    @Test func `more seconds than a number holds are very many`() throws {
        let wish = try response(503, ["Retry-After": "99999999999999999999"]).retryAfter(now: now)
        #expect(try #require(wish) > .seconds(3600))
    }
}
