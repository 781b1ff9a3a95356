import Core
import Foundation
import Testing

struct HTTPHeadersTests {
    @Test
    func
        `the names of header fields are case-insensitive, and values of repeated names are joined`()
    {
        var headers = HTTPHeaders([("Accept", "text/html"), ("accept", "text/plain")])
        #expect(headers["ACCEPT"] == "text/html, text/plain")
        #expect(headers == HTTPHeaders([("ACCEPT", "text/html, text/plain")]))
        #expect(headers["Content-Length"] == nil)
        headers["aCCept"] = "2"
        #expect(headers.map(\.value) == ["2"])
        headers["Accept"] = nil
        #expect(Array(headers).isEmpty)
    }

    @Test func `the values of a repeated cookie are joined with line breaks`() {
        let headers = HTTPHeaders([
            ("Set-Cookie", "a=1; Expires=Thu, 01 Jan 1970"), ("set-cookie", "b=2"),
        ])
        #expect(headers["Set-Cookie"] == "a=1; Expires=Thu, 01 Jan 1970\nb=2")
    }
}

struct HTTPRequestTests {
    @Test func `by default, a request has a timeout of 20 seconds and a body limit of 1 MiB`()
        throws
    {
        let request = HTTPRequest(.get, try #require(URL(string: "http://shelf.example/")))
        #expect(request.timeout == .seconds(20))
        #expect(request.bodyLimit == 1_048_576)
        #expect(Array(request.headers).isEmpty)
    }
}

struct HTTPHostTests {
    @Test(arguments: [
        ("http://A.example/x", "a.example"), ("HTTPS://a.example", "a.example"),
        ("http://a.example:80/", "a.example"), ("https://a.example:443/", "a.example"),
        ("http://a.example:443/", "a.example:443"), ("https://a.example:80/", "a.example:80"),
        ("http://a.example:81/", "a.example:81"), ("https://a.example:444/", "a.example:444"),
        ("http://[::1]/", "[::1]"), ("http://[::1]:8080/", "[::1]:8080"),
        ("ftp://a.example/", nil), ("http:///x", nil), ("mailto:a@b.example", nil), ("/x", nil),
    ])
    func `the host of an HTTP URL has its port unless it is the default port`(
        text: String,
        host: String?
    ) throws {
        #expect(try #require(URL(string: text)).httpHost == host)
    }
}

struct HTTPResponseTests {
    private let now = Date(timeIntervalSince1970: 784_111_777)  // 6 November 1994, 08:49:37 GMT

    private func response(_ status: Int, _ headers: HTTPHeaders) throws -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: headers,
            url: try #require(URL(string: "http://shelf.example/a/b?c"))
        )
    }

    @Test func `resolves the location of a redirect against the requested URL`() throws {
        let target = try response(301, ["Location": "\\x"]).redirectTarget
        #expect(target?.absoluteString == "http://shelf.example/x")
        #expect(try response(302, ["Location": "mailto:a@b.example"]).redirectTarget == nil)
        #expect(try response(302, [:]).redirectTarget == nil)
    }

    @Test(arguments: [200, 201, 300, 301, 302, 303, 304, 307, 308, 404])
    func `only a response that is a redirect has a target`(status: Int) throws {
        let path = [301, 302, 303, 307, 308].contains(status) ? "/x" : nil
        #expect(try response(status, ["Location": "/x"]).redirectTarget?.path == path)
    }

    @Test func `a chain of redirects has at most twenty of them`() {
        var chain = RedirectChain<Int>()
        for request in 0...19 {
            chain.add(request)
            #expect(chain.hasRedirects == (request > 0))
        }
        #expect(chain.refusal(of: 20) == nil)
        chain.add(20)
        #expect(chain.refusal(of: 21) == "more than 20 redirects")
    }

    @Test func `a chain of redirects repeats no request`() {
        var chain = RedirectChain<String>()
        chain.add("/a")
        chain.add("/b")
        #expect(chain.refusal(of: "/a") == "redirect loop")
        #expect(chain.refusal(of: "/c") == nil)
    }

    @Test func `returns the delay that the Retry-After field requests`() throws {
        let field = "Sun, 06 Nov 1994 08:49:40 GMT"
        #expect(try response(503, ["Retry-After": field]).retryAfter(now: now) == .seconds(3))
        #expect(try response(503, ["Retry-After": "soon"]).retryAfter(now: now) == nil)
        #expect(try response(503, [:]).retryAfter(now: now) == nil)
    }
}
