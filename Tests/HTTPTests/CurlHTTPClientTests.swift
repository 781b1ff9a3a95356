import Core
import CoreTesting
import Foundation
import HTTP
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CurlHTTPClientTests {
    private let client = CurlHTTPClient(userAgent: "shelf/test")

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

    @Test func `what begins while every exchange is looked at is not forgotten until the next time`() async throws {
        try await LoopbackServer.serving(["/": .respond(body: "hello")]) { server in
            // The client is woken to begin the second exchange, and finds that time has passed when it has just begun.
            let (start, wakes) = (ContinuousClock.now, Watched(Int?.none))
            let client = CurlHTTPClient(userAgent: "shelf/test") {
                wakes.withLock { count in
                    count = count.map { $0 + 1 }
                    return start + .seconds((count ?? 0) > 1 ? 1 : 0)
                }
            }
            _ = try await client.send(HTTPRequest(.get, server.url))
            wakes.withLock { $0 = 0 }
            let response = try await client.send(HTTPRequest(.get, server.url, timeout: .seconds(20)))
            #expect(response.status == 200)
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
                let client = CurlHTTPClient(userAgent: "shelf/test")
                let hang = HTTPRequest(.get, server.url.appending(path: "hang"), timeout: .milliseconds(10))
                await #expect(throws: HTTPError.timedOut) { try await client.send(hang) }
                let response = try await client.send(HTTPRequest(.get, server.url))
                #expect(response.status == 200)
            }
        }
    }

    @Test func `a header value that is no UTF-8 is read as ISO 8859-1`() async throws {
        let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Name: caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
        try await LoopbackServer.serving(["/": .raw(answer, .cancelled)]) { server in
            let response = try await client.send(HTTPRequest(.get, server.url))
            #expect(response.headers["X-Name"] == "caf\u{e9}")
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

    @Test func `a password in the address stays at home`() async throws {
        try await LoopbackServer.serving(["/": .respond(status: 401, headers: ["WWW-Authenticate": "Basic"])]) {
            server in
            var address = try #require(URLComponents(url: server.url, resolvingAgainstBaseURL: false))
            (address.user, address.password) = ("ann", "secret")
            let response = try await client.send(HTTPRequest(.get, #require(address.url)))
            #expect(response.status == 401)
            #expect(server.requests.map { $0.headers["Authorization"] } == [nil])
        }
    }

    @Test func `requests one after the other share a connection`() async throws {
        try await LoopbackServer.serving(["/": .respond(body: "hello")]) { server in
            for _ in 1...5 { _ = try await client.send(HTTPRequest(.get, server.url, bodyLimit: 5)) }
            _ = try await client.send(HTTPRequest(.head, server.url))
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `an address of IPv6 is one like any other`() async throws {
        let closed = try #require(URL(string: "http://[::1]:1/"))
        await #expect(throws: HTTPError.cannotConnect(host: "::1")) {
            try await client.send(HTTPRequest(.get, closed))
        }
        // Not every machine has the loopback address of IPv6.
        guard LoopbackServer.hasIPv6 else { return }
        try await LoopbackServer.serving(["/": .respond()], at: ["::1"]) { server in
            #expect(server.url.absoluteString.hasPrefix("http://[::1]:"))
            let response = try await client.send(HTTPRequest(.get, server.url))
            #expect(response.status == 200)
        }
    }

    @Test(arguments: [(1_000, 1_000), (1, 1_000_000)])
    func `headers that are too large are said to be`(lines: Int, length: Int) async throws {
        let line = "X-Filler: \(String(repeating: "a", count: length))\r\n"
        let head = Array("HTTP/1.1 200 OK\r\n\(String(repeating: line, count: lines))\r\n".utf8)
        try await LoopbackServer.serving(["/": .raw(head, .malformedResponse(reason: ""))]) { server in
            let failure = await client.failure(.get, server.url)
            #expect(failure == .malformedResponse(reason: "its headers are too large"))
        }
    }
}
