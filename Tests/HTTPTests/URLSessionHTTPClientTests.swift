import Core
import CoreTesting
import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.minutes(1)))
struct URLSessionHTTPClientTests {
    private let client = URLSessionHTTPClient(userAgent: "shelf/test")

    @Test(arguments: HTTPClientContract.allCases)
    func `the client keeps the contract`(rule: HTTPClientContract) async throws {
        try await LoopbackServer.serving(HTTPClientContract.site) { server in
            try await rule.check(client, at: server.url)
        }
    }

    @Test func `the client says who it is, unless the request says otherwise`() async throws {
        try await LoopbackServer.serving(["/": .respond()]) { server in
            _ = try await client.send(HTTPRequest(.get, server.url))
            _ = try await client.send(HTTPRequest(.get, server.url, headers: ["User-Agent": "someone", "X-A": "b"]))
            #expect(server.requests.map { $0.headers["User-Agent"] } == ["shelf/test", "someone"])
            #expect(server.requests.map { $0.headers["X-A"] } == [nil, "b"])
        }
    }

    @Test func `cookies are not sent back, and nothing is answered from a cache`() async throws {
        let headers: HTTPHeaders = ["Set-Cookie": "a=b; Path=/", "Cache-Control": "max-age=3600", "ETag": "\"1\""]
        try await LoopbackServer.serving(["/": .respond(headers: headers, body: "hello")]) { server in
            for _ in 1...2 { _ = try await client.send(HTTPRequest(.get, server.url)) }
            #expect(server.requests.count == 2)
            #expect(server.requests.allSatisfy { $0.headers["Cookie"] == nil && $0.headers["If-None-Match"] == nil })
        }
    }

    @Test func `cancelling ends an exchange that has begun`() async throws {
        try await LoopbackServer.serving(["/": .hang]) { server in
            let request = HTTPRequest(.get, server.url, timeout: .seconds(3600))
            let task = Task { try await client.send(request) }
            await server.waitForRequests(1)
            task.cancel()
            await #expect(throws: HTTPError.cancelled) { try await task.value }
        }
    }

    @Test func `a hundred requests to one host run at once`() async throws {
        try await LoopbackServer.serving(ScriptedSite(otherwise: .hang)) { server in
            let request = HTTPRequest(.get, server.url, timeout: .seconds(3600))
            let tasks = (1...100).map { _ in Task { try await client.send(request) } }
            await server.waitForRequests(100)
            #expect(server.requests.count == 100)
            for task in tasks { task.cancel() }
            for task in tasks { _ = await task.result }
        }
    }

    @Test func `a client that is dropped while exchanges are being cancelled does no harm`() async throws {
        try await LoopbackServer.serving(["/": .respond(body: "hello"), "/hang": .hang]) { server in
            for _ in 1...20 {
                let client = URLSessionHTTPClient()
                let hang = HTTPRequest(.get, server.url.appending(path: "hang"), timeout: .milliseconds(1))
                await #expect(throws: HTTPError.timedOut) { try await client.send(hang) }
                let response = try await client.send(HTTPRequest(.get, server.url))
                #expect(response.status == 200)
            }
        }
    }

    @Test func `bytes that are no UTF-8 in a header do no harm`() async throws {
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Name: caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
        try await LoopbackServer.serving(["/": .raw(answer, .cancelled), "/next": .respond()]) { server in
            // Foundation on Linux refuses the whole response; elsewhere the value arrives.
            _ = try? await client.send(HTTPRequest(.get, server.url))
            let response = try await client.send(HTTPRequest(.get, server.url.appending(path: "next")))
            #expect(response.status == 200)
        }
    }

    @Test func `an informational response is not the answer`() async throws {
        let answer = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
        try await LoopbackServer.serving(["/": .raw(Array(answer.utf8), .cancelled)]) { server in
            let response = try await client.send(HTTPRequest(.get, server.url))
            #expect(response.status == 200)
            #expect(response.body == Data("hi".utf8))
        }
    }

    @Test func `a server that does not speak TLS is not trusted`() async throws {
        try await LoopbackServer.serving([:]) { server in
            var address = try #require(URLComponents(url: server.url, resolvingAgainstBaseURL: false))
            address.scheme = "https"
            let url = try #require(address.url)
            // The server takes the greeting for a request that never ends, so the deadline has to end it.
            await #expect(throws: HTTPError.timedOut) {
                try await client.send(HTTPRequest(.get, url, timeout: .milliseconds(200)))
            }
        }
    }
}
