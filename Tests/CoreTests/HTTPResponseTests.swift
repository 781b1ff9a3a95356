import Core
import Foundation
import Testing

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

    @Test func `returns the delay that the Retry-After field requests`() throws {
        let field = "Sun, 06 Nov 1994 08:49:40 GMT"
        #expect(try response(503, ["Retry-After": field]).retryAfter(now: now) == .seconds(3))
        #expect(try response(503, ["Retry-After": "soon"]).retryAfter(now: now) == nil)
        #expect(try response(503, [:]).retryAfter(now: now) == nil)
    }
}
