public import Core
public import Foundation
public import Testing

/// The rules for every `HTTPClient`, one per case.
///
///     @Test(arguments: HTTPClientContract.allCases)
///     func `the client satisfies the contract`(rule: HTTPClientContract) async throws {
///         try await LoopbackServer.serving(HTTPClientContract.site) { server in
///             try await rule.check(client, at: server.url)
///         }
///     }
public enum HTTPClientContract: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case answer = "status, header fields, also beyond ASCII, and body arrive"
    case unauthorized = "a response of 401 is a response, and no password is asked for"
    case head = "HEAD has no body, regardless of the declared length"
    case redirect = "a redirect is a response, with or without a target, and not followed"
    case bodyLimit = "a body is cut at the limit, and complete if it is exactly as long"
    case unwanted = "a client that requests no body does not wait for it"
    case endless = "an endless body ends at the limit"
    case tooShort = "a body shorter than declared is a lost connection"
    case hang = "a server that never answers times out"
    case trickle = "a server that answers byte by byte times out"
    case refused = "a closed port cannot be connected to"
    case unknownHost = "an unknown name is not a host"
    case lost = "a connection is lost by a reset, and if it is closed without a response"
    case notHTTP = "a response that is not HTTP is malformed"
    case unsupported = "URLs of other schemes are rejected"
    case cancellation = "canceling ends the exchange"

    public var testDescription: String { rawValue }

    /// The site that must be served at the URL passed to ``check(_:at:)``.
    public static var site: ScriptedSite {
        let hello = ScriptedSite.Reply(body: Data("hello".utf8))
        return [
            "/": .respond(headers: ["Content-Type": "text/plain", "X-Name": "caf\u{e9}"], body: "hello"),
            "/missing": .respond(status: 404, body: "no"),
            "/unauthorized": .respond(
                status: 401, headers: ["WWW-Authenticate": "Basic realm=\"shelf\""], body: "who are you?"),
            "/permanent": .redirect(to: "/", status: 301),
            "/nowhere": .respond(status: 302),
            "/endless": .endless(ScriptedSite.Reply(body: Data(repeating: 0x61, count: 4096))),
            "/short": .reply(ScriptedSite.Reply(body: Data("hello".utf8), declaredLength: 50)),
            "/withheld": .trickle(hello, every: .seconds(3600)),
            "/hang": .hang,
            "/trickle": .trickle(
                ScriptedSite.Reply(body: Data(repeating: 0x61, count: 1000)), every: .milliseconds(20)),
            "/reset": .reset,
            "/close": .close,
            "/raw": .raw(Array("220 mail.example ready\r\n".utf8), .malformedResponse(reason: "")),
            "/hello": .reply(hello),
        ]
    }

    /// A mock that serves ``site`` at every URL.
    public static func mock() -> ScriptedHTTPClient { ScriptedHTTPClient(site, clock: ImmediateClock()) }

    /// Checks the rule on a client that can reach ``site`` at `base`.
    /// - Parameter base: The root of the site, on a host that refuses connections at port 1; any URL for a mock.
    public func check(_ client: any HTTPClient, at base: URL? = URL(string: "http://shelf.example/")) async throws {
        let base = try #require(base)
        let host = base.host ?? ""
        @Sendable func url(_ path: String) throws -> URL {
            try #require(URL(string: path, relativeTo: base)?.absoluteURL)
        }
        @Sendable func send(
            _ path: String, _ method: HTTPRequest.Method = .get, limit: Int = 1 << 20, timeout: Duration = .seconds(20)
        ) async throws -> HTTPResponse {
            try await client.send(HTTPRequest(method, url(path), timeout: timeout, bodyLimit: limit))
        }
        func expect(_ error: HTTPError, _ path: String, timeout: Duration = .seconds(20)) async {
            await #expect(throws: error) { try await send(path, timeout: timeout) }
        }
        switch self {
        case .answer:
            let response = try await send("/")
            #expect(response.status == 200)
            #expect(response.headers["content-type"] == "text/plain" && response.headers["X-Name"] == "caf\u{e9}")
            #expect(response.body == Data("hello".utf8) && !response.isTruncated)
            #expect(try response.url == url("/"))
            #expect(try await send("/missing").status == 404)
        case .unauthorized:
            let response = try await send("/unauthorized")
            #expect(response.status == 401 && response.body == Data("who are you?".utf8))
            #expect(try await send("/unauthorized", .head).status == 401)
        case .head:
            let response = try await send("/", .head)
            #expect(response.status == 200 && response.body.isEmpty && !response.isTruncated)
            #expect(try await send("/short", .head).status == 200)
        case .redirect:
            for method in [HTTPRequest.Method.get, .head] {
                let response = try await send("/permanent", method)
                #expect(response.status == 301)
                #expect(try response.redirectTarget == url("/"))
            }
            let response = try await send("/nowhere")
            #expect(response.status == 302 && response.redirectTarget == nil)
        case .bodyLimit:
            for (limit, body) in [(5, "hello"), (2, "he"), (0, "")] {
                let response = try await send("/hello", limit: limit)
                #expect(response.body == Data(body.utf8) && response.isTruncated == (limit < 5))
            }
        case .unwanted:
            let response = try await send("/withheld", limit: 0, timeout: .seconds(3600))
            #expect(response.status == 200 && response.body.isEmpty && response.isTruncated)
        case .endless:
            let response = try await send("/endless", limit: 100_000)
            #expect(response.body.count == 100_000 && response.isTruncated)
        case .tooShort: await expect(.connectionLost(host: host), "/short")
        case .hang: await expect(.timedOut, "/hang", timeout: .milliseconds(200))
        case .trickle: await expect(.timedOut, "/trickle", timeout: .milliseconds(200))
        case .refused: await expect(.cannotConnect(host: host), "http://\(host):1/")
        case .unknownHost: await expect(.noSuchHost("shelf.invalid"), "http://shelf.invalid/")
        case .lost: for path in ["/reset", "/close"] { await expect(.connectionLost(host: host), path) }
        case .unsupported: await expect(.unsupportedURL("ftp://\(host)/"), "ftp://\(host)/")
        case .notHTTP:
            await #expect {
                try await send("/raw")
            } throws: { error in
                if case HTTPError.malformedResponse = error { true } else { false }
            }
        case .cancellation:
            let task = Task { try await send("/hang", timeout: .seconds(3600)) }
            task.cancel()
            await #expect(throws: HTTPError.cancelled) { try await task.value }
        }
    }
}

/// A clock on which the short timeouts of the contract end at once, and the long ones never.
private struct ImmediateClock: WallClock {
    let now = Date(timeIntervalSince1970: 1_700_000_000)

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        if duration > .seconds(1) { try await ManualClock().sleep(for: duration) }
    }
}
