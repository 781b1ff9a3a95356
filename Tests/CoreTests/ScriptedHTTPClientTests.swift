import Core
import CoreTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ScriptedHTTPClientTests {
    @Test(arguments: HTTPClientContract.allCases)
    func `satisfies the contract of an HTTP client`(rule: HTTPClientContract) async throws {
        try await rule.check(HTTPClientContract.mock())
    }

    @Test
    func
        `successive requests for one path get successive responses, and the last response repeats`()
        async throws
    {
        let url = try #require(URL(string: "http://shelf.example/a?b"))
        let client = ScriptedHTTPClient([
            "/a?b": .sequence([.respond(status: 503), .respond()]),
            "HEAD /a?b": .respond(status: 405),
        ])
        var statuses: [Int] = []
        for method in [HTTPRequest.Method.get, .head, .get, .get] {
            statuses.append(try await client.send(HTTPRequest(method, url)).status)
        }
        #expect(statuses == [503, 405, 200, 200])
        #expect(client.requests.map(\.url) == [url, url, url, url])
        // This path is not scripted.
        #expect(try await client.send(HTTPRequest(.get, url.appending(path: "c"))).status == 500)
    }

    @Test func `serves a site that lines describe`() async throws {
        let client = ScriptedHTTPClient(
            """
            /old 301 to /new
            HEAD /form 405
            /busy 429 Retry-After 60, then 200
            /page titled A page
            /broken resets
            * 404
            """
        )
        func response(_ method: HTTPRequest.Method, _ path: String) async throws -> HTTPResponse {
            let url = try #require(URL(string: "http://shelf.example\(path)"))
            return try await client.send(HTTPRequest(method, url))
        }
        #expect(try await response(.get, "/old").headers["Location"] == "/new")
        #expect(try await response(.head, "/form").status == 405)
        #expect(try await response(.get, "/form").status == 404)
        #expect(try await response(.get, "/busy").headers["Retry-After"] == "60")
        #expect(try await response(.get, "/busy").status == 200)
        #expect(try await response(.get, "/page").body == Data("<title>A page</title>".utf8))
        await #expect(throws: HTTPError.connectionLost(host: "shelf.example")) {
            try await response(.get, "/broken")
        }
    }

    @Test(arguments: [
        "returns", "200 later", "200 to", "200 after", "200 after 1", "200 after a s",
        "429 Retry-After soon",
    ])
    func `a line with an unknown response or option records an issue`(response: String) {
        withKnownIssue { _ = ScriptedSite(stringLiteral: "/ \(response)") }
    }

    @Test func `a request times out if its response takes as long as the timeout`() async throws {
        let clock = ManualClock()
        let client = ScriptedHTTPClient(["/": .delayed(by: .seconds(2), .respond())], clock: clock)
        let url = try #require(URL(string: "http://shelf.example/"))
        func status(timeout: Duration) async throws -> Int {
            let response = Task {
                try await client.send(HTTPRequest(.get, url, timeout: timeout)).status
            }
            _ = await clock.advanceToNextSleeper()
            return try await response.value
        }
        await #expect(throws: HTTPError.timedOut) { try await status(timeout: .seconds(2)) }
        #expect(try await status(timeout: .seconds(3)) == 200)
    }
}
