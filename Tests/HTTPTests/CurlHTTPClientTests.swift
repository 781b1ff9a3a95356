import Core
import CoreTesting
import Foundation
import HTTP
import ProgramTesting
import ServerTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CurlHTTPClientTests {
    private let client = CurlHTTPClient(userAgent: "shelf/test")

    private func get(_ url: URL) async throws -> HTTPResponse {
        try await client.send(HTTPRequest(.get, url))
    }

    /// Returns the response of a server with one behavior, or throws the client's error.
    private func response(
        of behavior: ScriptedSite.Behavior,
        to method: HTTPRequest.Method = .get,
        bodyLimit: Int = 1 << 20,
        timeout: Duration = .seconds(20)
    ) async throws -> HTTPResponse {
        try await LoopbackServer.serving(["/": behavior]) { server in
            let request = HTTPRequest(method, server.url, timeout: timeout, bodyLimit: bodyLimit)
            return try await client.send(request)
        }
    }

    @Test(arguments: HTTPClientContract.allCases)
    func `satisfies the contract of an HTTP client`(rule: HTTPClientContract) async throws {
        try await LoopbackServer.serving(HTTPClientContract.site) { server in
            try await rule.check(client, at: server.url)
        }
    }

    // MARK: - Requests

    @Test func `sends the headers of a request, and the client's user agent by default`()
        async throws
    {
        try await LoopbackServer.serving(["/": .respond(body: "hello")]) { server in
            let headers: HTTPHeaders = ["User-Agent": "someone", "X-A": "b"]
            _ = try await get(server.url)
            _ = try await client.send(HTTPRequest(.get, server.url, headers: headers))
            _ = try await client.send(HTTPRequest(.get, server.url, headers: ["X-A": ""]))
            let agents = server.requests.map { $0.headers["User-Agent"] }
            #expect(agents == ["shelf/test", "someone", "shelf/test"])
            #expect(server.requests.map { $0.headers["X-A"] } == [nil, "b", ""])
        }
    }

    @Test(arguments: ["http:///a", "https:a", "mailto:a@shelf.example"])
    func `rejects a URL without a host or with another scheme`(text: String) async throws {
        let url = try #require(URL(string: text))
        await #expect(throws: HTTPError.unsupportedURL(text)) { try await get(url) }
    }

    @Test func `accepts a scheme in uppercase`() async throws {
        try await LoopbackServer.serving(["/": .respond()]) { server in
            let text = server.url.absoluteString.replacing("http:", with: "HTTP:")
            let url = try #require(URL(string: text))
            #expect(try await get(url).status == 200)
        }
    }

    @Test func `neither stores cookies nor caches responses`() async throws {
        let headers: HTTPHeaders = [
            "Set-Cookie": "a=b; Path=/",
            "Cache-Control": "max-age=3600",
            "ETag": "\"1\"",
        ]
        let site: ScriptedSite = ["/": .respond(headers: headers, body: "hello")]
        try await LoopbackServer.serving(site) { server in
            _ = try await get(server.url)
            _ = try await get(server.url)
            #expect(server.requests.map { $0.headers["Cookie"] } == [nil, nil])
            #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, nil])
        }
    }

    @Test func `never sends the password that a URL contains`() async throws {
        let site: ScriptedSite = [
            "/": .respond(status: 401, headers: ["WWW-Authenticate": "Basic"])
        ]
        try await LoopbackServer.serving(site) { server in
            var address = try #require(
                URLComponents(url: server.url, resolvingAgainstBaseURL: false)
            )
            address.user = "ann"
            address.password = "secret"
            let response = try await get(#require(address.url))
            #expect(response.status == 401)
            #expect(server.requests.map { $0.headers["Authorization"] } == [nil])
        }
    }

    /// Runs in a separate process, because all tests in a process share its environment.
    @Test func `uses the proxy in the environment, but not for loopback addresses`() async {
        await #expect(processExitsWith: .success) {
            let remote = [
                "http://shelf.example/", "http://127.example.com/", "http://10.0.0.1/",
            ]
            let local = [
                "http://127.0.0.1:1/", "http://127.1.2.3:1/", "http://localhost:1/",
                "http://a.localhost:1/", "http://A.LocalHost:1/", "http://[::1]:1/",
            ]
            try await LoopbackServer.serving(ScriptedSite(otherwise: .respond())) { proxy in
                use(proxy, for: "http")
                let client = CurlHTTPClient(userAgent: "shelf/test")
                for text in local + remote {
                    let url = try #require(URL(string: text))
                    _ = try? await client.send(HTTPRequest(.get, url, timeout: .seconds(5)))
                }
                #expect(proxy.requests.map(\.url.absoluteString) == remote)
            }
        }
    }

    /// Runs in a separate process, because all tests in a process share its environment.
    @Test func `does not mistake the answer of a proxy for the response of the server`() async {
        await #expect(processExitsWith: .success) {
            let answer = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
            let site = ScriptedSite(otherwise: .raw(answer, .canceled))
            try await LoopbackServer.serving(site) { proxy in
                use(proxy, for: "https")
                let client = CurlHTTPClient(userAgent: "shelf/test")
                let url = try #require(URL(string: "https://shelf.example/"))
                await #expect(throws: HTTPError.self) {
                    try await client.send(HTTPRequest(.get, url, bodyLimit: 0))
                }
                #expect(proxy.requests.map(\.method) == ["CONNECT"])
            }
        }
    }

    /// Runs in a separate process, because all tests in a process share its environment.
    @Test(arguments: ["http", "https"])
    func `returns status 407 if a proxy requires a password`(scheme: String) async {
        await #expect(processExitsWith: .success) { [scheme] in
            try await LoopbackServer.serving(ScriptedSite(otherwise: .respond(status: 407))) {
                proxy in
                use(proxy, for: scheme)
                let client = CurlHTTPClient(userAgent: "shelf/test")
                let url = try #require(URL(string: "\(scheme)://shelf.example/"))
                let response = try await client.send(HTTPRequest(.get, url, bodyLimit: 0))
                #expect(response.status == 407)
            }
        }
    }

    @Test func `connects over IPv6`() async throws {
        let closed = try #require(URL(string: "http://[::1]:1/"))
        await #expect(throws: HTTPError.cannotConnect(host: "::1")) { try await get(closed) }
        // Not every machine has the IPv6 loopback address.
        guard LoopbackServer.hasIPv6 else { return }
        try await LoopbackServer.serving(["/": .respond()], at: "::1") { server in
            #expect(server.url.absoluteString.hasPrefix("http://[::1]:"))
            let response = try await get(server.url)
            #expect(response.status == 200)
        }
    }

    @Test(arguments: [
        (Int32(0), false),
        (EAI_NONAME, false),
        (EAI_AGAIN, true),
        (EAI_FAIL, true),
        (EAI_SYSTEM, true),
        (EAI_MEMORY, true),
    ])
    func `a host counts as missing only if a name server responds`(_ code: Int32, _ mayExist: Bool)
    {
        #expect(HostLookup.isTemporaryFailure(code: code) == mayExist)
    }

    @Test(arguments: ["localhost", "a.invalid"])
    func `reports no temporary failure for an existing host or for a host in the domain invalid`(
        host: String
    ) async {
        #expect(await !HostLookup.isTemporaryFailure(host))
    }

    // MARK: - Responses

    @Test func `reports why libcurl rejects a response`() async {
        let reason = "Received HTTP/0.9 when not allowed"
        await #expect(throws: HTTPError.malformedResponse(reason: reason)) {
            try await response(of: .raw(Array("nonsense\r\n".utf8), .canceled))
        }
    }

    @Test(arguments: [HTTPRequest.Method.head, .get])
    func `a field line without a colon ends the head but not the exchange`(
        method: HTTPRequest.Method
    ) async throws {
        let text = "HTTP/1.1 404 Gone\r\nA: b\r\nnonsense\r\nContent-Length: 2\r\n\r\nhi"
        let behavior = ScriptedSite.Behavior.raw(Array(text.utf8), .malformedResponse(reason: ""))
        let response = try await response(of: behavior, to: method)
        #expect(response.status == 404)
        #expect(response.headers == ["A": "b"])
        #expect(response.isTruncated)
    }

    @Test func `skips an informational response`() async throws {
        let answer =
            "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
        let response = try await response(of: .raw(Array(answer.utf8), .canceled))
        #expect(response.status == 200)
        #expect(response.body == Data("hi".utf8))
    }

    @Test(arguments: [(1_000, 1_000), (1, 1_000_000)])
    func `reports headers that are too large`(lines: Int, length: Int) async {
        let line = "X-Filler: \(String(repeating: "a", count: length))\r\n"
        let head = Array("HTTP/1.1 200 OK\r\n\(String(repeating: line, count: lines))\r\n".utf8)
        await #expect(throws: HTTPError.malformedResponse(reason: "its headers are too large")) {
            try await response(of: .raw(head, .malformedResponse(reason: "")))
        }
    }

    @Test func `decompresses a body`() async throws {
        // The output of `printf 'hello hello hello hello' | gzip -9n | base64`.
        let hello = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA=="))
        let reply = ScriptedSite.Reply(headers: ["Content-Encoding": "gzip"], body: hello)
        try await LoopbackServer.serving(["/": .reply(reply)]) { server in
            let response = try await get(server.url)
            #expect(String(decoding: response.body, as: UTF8.self) == "hello hello hello hello")
            #expect(!response.isTruncated)
            let accepted = try #require(server.requests.first?.headers["Accept-Encoding"])
            #expect(accepted.contains("gzip"))
        }
    }

    @Test func `stops decompressing a gigabyte of gzip at the limit`() async throws {
        let response = try await response(of: .gigabyteOfGzip, bodyLimit: 100_000)
        #expect(response.body == Data(repeating: 0, count: 100_000))
        #expect(response.isTruncated)
    }

    @Test(arguments: ["gzip", "unknown"])
    func `reports broken or unknown compression`(encoding: String) async {
        let reason = "unknown or invalid compression"
        await #expect(throws: HTTPError.malformedResponse(reason: reason)) {
            try await response(
                of: .respond(headers: ["Content-Encoding": encoding], body: "hello")
            )
        }
    }

    @Test func `a response without a body is complete even if the limit is zero`() async throws {
        let site: ScriptedSite = [
            "/": .respond(), "/none": .respond(status: 204), "/hello": .respond(body: "hello"),
        ]
        try await LoopbackServer.serving(site) { server in
            let none = server.url.appending(path: "none")
            let hello = server.url.appending(path: "hello")
            for request in [
                HTTPRequest(.get, server.url, bodyLimit: 0),
                HTTPRequest(.get, none, bodyLimit: 0),
                HTTPRequest(.head, hello, bodyLimit: 0),
            ] {
                let response = try await client.send(request)
                #expect(!response.isTruncated)
            }
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `a request can have the longest possible timeout`() async throws {
        let response = try await response(of: .respond(), timeout: .seconds(Int64.max))
        #expect(response.status == 200)
    }

    @Test func `a request with a timeout of zero times out immediately`() async {
        await #expect(throws: HTTPError.timedOut) {
            try await response(of: .hang, timeout: .zero)
        }
    }

    @Test func `does not retain a body after passing on the response`() async throws {
        let body = String(repeating: "a", count: 100_000)
        try await LoopbackServer.serving(["/": .respond(body: body)]) { server in
            let request = HTTPRequest(.get, server.url, bodyLimit: 1 << 20)
            var bodies = try await withThrowingTaskGroup(of: Data.self) { group in
                for _ in 1...8 {
                    group.addTask { [client] in try await client.send(request).body }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // Afterwards, the client has processed the end of all exchanges.
            _ = try await client.send(request)
            for index in bodies.indices {
                #expect(bodies[index].count == body.utf8.count)
                // Changing a body in place is possible only if nothing else refers to it.
                let address = bodies[index].address
                bodies[index][0] = UInt8(ascii: "b")
                #expect(bodies[index].address == address)
            }
        }
    }

    // MARK: - TLS

    @Test func `times out if the server does not support TLS`() async throws {
        try await LoopbackServer.serving([:]) { server in
            let address = server.url.absoluteString.replacing("http:", with: "https:")
            let url = try #require(URL(string: address))
            // The server mistakes the TLS handshake for a request that never ends.
            await #expect(throws: HTTPError.timedOut) {
                try await client.send(HTTPRequest(.get, url, timeout: .milliseconds(200)))
            }
        }
    }

    @Test func `trusts only a certificate from a trusted authority for the host`() async throws {
        try await TLSServer.serving { server in
            let trusting = CurlHTTPClient(userAgent: "shelf/test", authorities: server.certificate)
            let unknown = try await #require(throws: HTTPError.self) { try await get(server.url) }
            #expect(unknown.explanation.hasPrefix("cannot trust '127.0.0.1': "))
            #expect(unknown.explanation.contains("certificate"))
            _ = try await trusting.send(HTTPRequest(.get, server.url))
            let address = server.url.absoluteString.replacing("127.0.0.1", with: "localhost")
            let otherHost = HTTPRequest(.get, try #require(URL(string: address)))
            let other = try await #require(throws: HTTPError.self) {
                try await trusting.send(otherHost)
            }
            #expect(other.explanation.hasPrefix("cannot trust 'localhost': "))
        }
    }
}

/// Makes this process use a proxy, even for hosts that the environment of the caller excludes.
private func use(_ proxy: LoopbackServer, for scheme: String) {
    unsafe setenv("\(scheme)_proxy", proxy.url.absoluteString, 1)
    for name in ["no_proxy", "NO_PROXY"] {
        unsafe unsetenv(name)
    }
}

extension Data {
    /// The address of the first byte.
    fileprivate var address: UInt {
        // The address is only compared.
        unsafe withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
}
