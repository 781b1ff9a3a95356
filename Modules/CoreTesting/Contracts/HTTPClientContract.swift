public import Core
public import Foundation
public import Testing

/// A rule of the contract that every `HTTPClient` must satisfy.
///
///     @Test(arguments: HTTPClientContract.allCases)
///     func `the client satisfies the contract`(rule: HTTPClientContract) async throws {
///         try await LoopbackServer.serving(HTTPClientContract.site) { server in
///             try await rule.check(client, at: server.url)
///         }
///     }
public struct HTTPClientContract: Sendable, CaseIterable, CustomTestStringConvertible {
    public let testDescription: String
    private let body: @Sendable (ContractClient) async throws -> Void

    private init(_ rule: String, body: @escaping @Sendable (ContractClient) async throws -> Void) {
        testDescription = rule
        self.body = body
    }

    /// Checks the rule against a client that can reach ``site`` at `base`.
    ///
    /// - Parameter base: The root of the site. Its host must refuse connections on port 1. For a
    ///   mock, any URL is valid.
    public func check(
        _ client: any HTTPClient,
        at base: URL? = URL(string: "http://shelf.example/")
    ) async throws {
        try await body(ContractClient(client: client, base: try #require(base)))
    }

    /// The site that must be available at the URL passed to ``check(_:at:)``.
    public static var site: ScriptedSite {
        let hello = ScriptedSite.Reply(body: Data("hello".utf8))
        return [
            "/": .respond(
                headers: ["Content-Type": "text/plain", "X-Name": "caf\u{e9}"],
                body: "hello"
            ),
            "/missing": .respond(status: 404, body: "no"),
            "/unauthorized": .respond(
                status: 401,
                headers: ["WWW-Authenticate": "Basic realm=\"shelf\""],
                body: "who are you?"
            ),
            "/permanent": .redirect(to: "/", status: 301),
            "/nowhere": .respond(status: 302),
            "/endless": .endless(ScriptedSite.Reply(body: Data(repeating: 0x61, count: 4096))),
            "/short": .reply(ScriptedSite.Reply(body: Data("hello".utf8), declaredLength: 50)),
            "/withheld": .trickle(hello, every: .seconds(3600)),
            "/hang": .hang,
            "/trickle": .trickle(
                ScriptedSite.Reply(body: Data(repeating: 0x61, count: 1000)),
                every: .milliseconds(20)
            ),
            "/reset": .reset,
            "/close": .close,
            "/raw": .raw(Array("220 mail.example ready\r\n".utf8), .malformedResponse(reason: "")),
            "/hello": .reply(hello),
        ]
    }

    /// A mock that serves ``site`` at every URL.
    public static func mock() -> ScriptedHTTPClient {
        ScriptedHTTPClient(site, clock: ImmediateClock())
    }

    public static let allCases: [Self] = [responses, bodies, failures].flatMap(\.self)

    private static let responses: [Self] = [
        Self("a response contains the status, non-ASCII header fields and the body") { client in
            let response = try await client.send("/")
            #expect(response.status == 200)
            #expect(response.headers["content-type"] == "text/plain")
            #expect(response.headers["X-Name"] == "caf\u{e9}")
            #expect(response.body == Data("hello".utf8))
            #expect(!response.isTruncated)
            #expect(try response.url == client.url("/"))
            #expect(try await client.send("/missing").status == 404)
        },
        Self("the client returns a 401 response and does not ask for a password") { client in
            let response = try await client.send("/unauthorized")
            #expect(response.status == 401)
            #expect(response.body == Data("who are you?".utf8))
            #expect(try await client.send("/unauthorized", .head).status == 401)
        },
        Self("a response to HEAD has no body, regardless of the declared length") { client in
            let response = try await client.send("/", .head)
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
            #expect(!response.isTruncated)
            #expect(try await client.send("/short", .head).status == 200)
        },
        Self("the client returns redirects, with or without a target, and does not follow them") {
            client in
            for method in [HTTPRequest.Method.get, .head] {
                let response = try await client.send("/permanent", method)
                #expect(response.status == 301)
                #expect(try response.redirectTarget == client.url("/"))
            }
            let response = try await client.send("/nowhere")
            #expect(response.status == 302)
            #expect(response.redirectTarget == nil)
        },
    ]

    private static let bodies: [Self] = [
        Self("a body is truncated only if it is longer than the limit") { client in
            for (limit, body) in [(5, "hello"), (2, "he"), (0, "")] {
                let response = try await client.send("/hello", limit: limit)
                #expect(response.body == Data(body.utf8))
                #expect(response.isTruncated == (limit < 5))
            }
        },
        Self("the client does not wait for the body if the limit is zero") { client in
            let response = try await client.send("/withheld", limit: 0, timeout: .seconds(3600))
            #expect(response.status == 200)
            #expect(response.body.isEmpty)
            #expect(response.isTruncated)
        },
        Self("an endless body is truncated at the limit") { client in
            let response = try await client.send("/endless", limit: 100_000)
            #expect(response.body.count == 100_000)
            #expect(response.isTruncated)
        },
        Self("a body that is shorter than declared is reported as a lost connection") { client in
            await client.expect(.connectionLost(host: client.host), "/short")
        },
    ]

    private static let failures: [Self] = [
        Self("a request times out if the server never answers") { client in
            await client.expect(.timedOut, "/hang", timeout: .milliseconds(200))
        },
        Self("a request times out if the response arrives too slowly") { client in
            await client.expect(.timedOut, "/trickle", timeout: .milliseconds(200))
        },
        Self("a request to a closed port fails to connect") { client in
            await client.expect(.cannotConnect(host: client.host), "http://\(client.host):1/")
        },
        Self("a request to an unknown host reports the name of the host") { client in
            await client.expect(.noSuchHost("shelf.invalid"), "http://shelf.invalid/")
        },
        Self("a connection that ends without a response is reported as lost") { client in
            for path in ["/reset", "/close"] {
                await client.expect(.connectionLost(host: client.host), path)
            }
        },
        Self("a response that is not HTTP is reported as malformed") { client in
            await #expect {
                try await client.send("/raw")
            } throws: { error in
                if case HTTPError.malformedResponse = error {
                    true
                } else {
                    false
                }
            }
        },
        Self("a URL whose scheme is not HTTP or HTTPS is rejected") { client in
            let url = "ftp://\(client.host)/"
            await client.expect(.unsupportedURL(url), url)
        },
        Self("canceling the task ends the request") { client in
            let task = Task { try await client.send("/hang", timeout: .seconds(3600)) }
            task.cancel()
            await #expect(throws: HTTPError.canceled) { try await task.value }
        },
    ]
}

/// A client, and the URL of the contract's site.
private struct ContractClient: Sendable {
    let client: any HTTPClient
    let base: URL

    var host: String { base.host ?? "" }

    func url(_ path: String) throws -> URL {
        try #require(URL(string: path, relativeTo: base)?.absoluteURL)
    }

    @discardableResult
    func send(
        _ path: String,
        _ method: HTTPRequest.Method = .get,
        limit: Int = 1 << 20,
        timeout: Duration = .seconds(20)
    ) async throws -> HTTPResponse {
        try await client.send(HTTPRequest(method, url(path), timeout: timeout, bodyLimit: limit))
    }

    func expect(_ error: HTTPError, _ path: String, timeout: Duration = .seconds(20)) async {
        await #expect(throws: error) { try await send(path, timeout: timeout) }
    }
}

/// A clock on which the contract's short timeouts expire immediately and its long timeouts never
/// expire.
private struct ImmediateClock: WallClock {
    let now = Date(timeIntervalSince1970: 1_700_000_000)

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        if duration > .seconds(1) {
            try await ManualClock().sleep(for: duration)
        }
    }
}
