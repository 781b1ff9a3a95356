public import Core
public import Foundation
public import Testing

/// What every `HTTPClient` does; one rule a case.
///
///     @Test(arguments: HTTPClientContract.allCases)
///     func `the client keeps the contract`(rule: HTTPClientContract) async throws {
///         try await LoopbackServer.serving(HTTPClientContract.site) { server in
///             try await rule.check(client, at: server.url)
///         }
///     }
public enum HTTPClientContract: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case answer = "status, header fields and body arrive"
    case missing = "an answer of 404 is an answer"
    case unauthorized = "an answer of 401 is an answer, without a question for a password"
    case head = "HEAD has no body, whatever length the server declares"
    case redirect = "a redirect is an answer, and nobody follows it"
    case redirectToNowhere = "a redirect that names no place is an answer"
    case bodyLimit = "a body is cut at the limit"
    case bodyOfTheLimit = "a body exactly as long as the limit is whole"
    case unwanted = "a client that wants no body does not wait for one"
    case endless = "an endless body ends at the limit"
    case tooShort = "a body shorter than declared is a lost connection"
    case hang = "a server that never answers is given up in time"
    case trickle = "a server that answers byte by byte is given up in time"
    case refused = "a closed port is no connection"
    case unknownHost = "an unknown name is no such host"
    case reset = "a reset is a lost connection"
    case noAnswer = "a connection closed without an answer is a lost connection"
    case notHTTP = "an answer that is not HTTP is malformed"
    case unsupported = "addresses of other schemes are refused"
    case cancellation = "cancelling ends the exchange"
    case nonASCII = "header values beyond ASCII arrive"

    public var testDescription: String { rawValue }

    /// What the site must serve at the address that ``check(_:at:)`` is given.
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
            "/withheld": .trickle(ScriptedSite.Reply(body: Data("hello".utf8)), every: .seconds(3600)),
            "/hang": .hang,
            "/trickle": .trickle(
                ScriptedSite.Reply(body: Data(repeating: 0x61, count: 1000)), every: .milliseconds(20)),
            "/reset": .reset,
            "/close": .close,
            "/raw": .raw(Array("220 mail.example ready\r\n".utf8), .malformedResponse(reason: "")),
            "/hello": .reply(hello),
        ]
    }

    /// A mock that serves ``site`` wherever it is asked.
    public static func mock() -> ScriptedHTTPClient { ScriptedHTTPClient(site, clock: HastyClock()) }

    /// Checks the rule.
    ///
    /// - Parameters:
    ///   - client: The client. It must be able to reach `base`, where ``site`` is served.
    ///   - base: The root of the site, on a host that refuses connections at port 1; by default any, for a mock.
    public func check(
        _ client: any HTTPClient, at base: URL? = URL(string: "http://shelf.example/")
    ) async throws {
        let exchange = ContractExchange(client: client, base: try #require(base))
        switch self {
        case .answer, .missing, .unauthorized, .head, .nonASCII: try await checkAnswer(exchange)
        case .redirect, .redirectToNowhere: try await checkRedirect(exchange)
        case .bodyLimit, .bodyOfTheLimit, .unwanted, .endless, .tooShort: try await checkBody(exchange)
        case .hang, .trickle, .refused, .unknownHost, .reset, .noAnswer, .notHTTP, .unsupported, .cancellation:
            try await checkFailure(exchange)
        }
    }
}

/// A clock for which the short time-outs of the contract are over at once, and the long ones never.
private struct HastyClock: WallClock {
    let now = Date(timeIntervalSince1970: 1_700_000_000)

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        if duration > .seconds(1) { try await ManualClock().sleep(for: duration) }
    }
}
