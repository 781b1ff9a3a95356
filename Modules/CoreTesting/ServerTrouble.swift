import Core
public import Foundation
public import Testing

/// What servers do to those who check links, one case each, with the verdict that is right and the number of requests it takes.
///
///     @Test(arguments: ServerTrouble.allCases)
///     func `a server in trouble gets the verdict it deserves`(trouble: ServerTrouble) async throws {
///         let record = try await check(trouble.url(at: base))  // where trouble.site(elsewhere:) is served
///         #expect(record.verdict == trouble.verdict)
///     }
///
/// The numbers hold for HEAD first and two retries. A bad certificate is not among them: ``LoopbackServer`` has none.
public enum ServerTrouble: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case waitSeconds = "429 with Retry-After in seconds, then an answer"
    case waitDate = "429 with Retry-After as a date, then an answer"
    case waitHour = "429 with a Retry-After of an hour"
    case tooMany = "429 for ever"
    case brokenOnce = "503 once, then an answer"
    case waitMaintenance = "503 with Retry-After, then an answer"
    case broken = "503 for ever"
    case noHeadForbidden = "HEAD refused with 403"
    case noHeadMissing = "HEAD refused with 404"
    case noHeadNotAllowed = "HEAD refused with 405"
    case noHeadNotImplemented = "HEAD refused with 501"
    case missing = "404 to everything"
    case password = "401"
    case moved = "a chain of three permanent redirects"
    case passedOn = "a chain of three redirects, one of them temporary"
    case movedAway = "a permanent redirect to another host"
    case movedToNothing = "a permanent redirect to a missing page"
    case loop = "two redirects in a circle"
    case ownLoop = "a redirect to itself"
    case endlessChain = "a chain of redirects without an end"
    case nowhere = "a redirect that names no place"
    case resetOnce = "a reset, then an answer"
    case reset = "resets for ever"
    case close = "connections closed without an answer"
    case hang = "no answer, ever"
    case trickle = "a body that trickles"
    case endless = "a body without an end"
    case bomb = "a gigabyte of gzip in a kilobyte"
    case tooLong = "a Content-Length that is too large"
    case garbage = "an answer that is not HTTP"
    case hugeHead = "a head of a megabyte"
    case refused = "a port that is closed"
    case unknownHost = "a host that does not exist"

    public var testDescription: String { rawValue }

    /// The address to check.
    ///
    /// - Parameter base: The root of a server of ``site(elsewhere:now:)``, on a host that refuses connections at port 1.
    public func url(at base: URL) -> String {
        switch self {
        case .unknownHost: "http://shelf.invalid/"
        case .refused: "http://\(base.host ?? ""):1/"
        default: base.absoluteString
        }
    }

    /// What the server does.
    ///
    /// - Parameters:
    ///   - elsewhere: An address on another host that answers.
    ///   - now: The time by the clock of whoever checks.
    public func site(elsewhere: URL, now: Date) -> ScriptedSite {
        switch self {
        case .waitSeconds, .waitDate, .waitHour, .waitMaintenance: waitingSite(now: now)
        case .tooMany: ["/": .respond(status: 429)]
        case .brokenOnce: ["/": .sequence([.respond(status: 503), .respond()])]
        case .broken: ["/": .respond(status: 503)]
        case .noHeadForbidden: ["HEAD /": .respond(status: 403), "/": .respond()]
        case .noHeadMissing: ["HEAD /": .respond(status: 404), "/": .respond()]
        case .noHeadNotAllowed: ["HEAD /": .respond(status: 405), "/": .respond()]
        case .noHeadNotImplemented: ["HEAD /": .respond(status: 501), "/": .respond()]
        case .missing: ["/": .respond(status: 404)]
        case .password: ["/": .respond(status: 401)]
        case .moved, .passedOn, .movedAway, .movedToNothing, .loop, .ownLoop, .endlessChain, .nowhere:
            redirectingSite(elsewhere: elsewhere)
        case .resetOnce: ["/": .sequence([.reset, .respond()])]
        case .reset: ["/": .reset]
        case .close: ["/": .close]
        case .hang: ["/": .hang]
        case .trickle, .endless, .bomb, .tooLong: ["HEAD /": .respond(status: 405), "/": body]
        case .garbage: ["/": .raw(Array("220 mail.example ready\r\n".utf8), .malformedResponse(reason: ""))]
        case .hugeHead: ["/": .raw(Self.megabyteOfFields, .malformedResponse(reason: ""))]
        case .refused, .unknownHost: [:]
        }
    }

    private func waitingSite(now: Date) -> ScriptedSite {
        let date = DateFormatter()
        date.locale = Locale(identifier: "en_US_POSIX")
        date.timeZone = TimeZone(secondsFromGMT: 0)
        date.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let wait =
            switch self {
            case .waitDate: date.string(from: now + 3)
            case .waitHour: "3600"
            default: "3"
            }
        let status = self == .waitMaintenance ? 503 : 429
        return ["/": .sequence([.respond(status: status, headers: ["Retry-After": wait]), .respond()])]
    }

    private func redirectingSite(elsewhere: URL) -> ScriptedSite {
        switch self {
        case .moved, .passedOn:
            [
                "/": .redirect(to: "/1", status: 301), "/1": .redirect(to: "2", status: self == .moved ? 308 : 307),
                "/2": .redirect(to: "/3?a", status: 301), "/3?a": .respond(),
            ]
        case .movedAway: ["/": .redirect(to: elsewhere.absoluteString, status: 301)]
        case .movedToNothing: ["/": .redirect(to: "/1", status: 301), "/1": .respond(status: 404)]
        case .loop: ["/": .redirect(to: "/1", status: 301), "/1": .redirect(to: "/", status: 301)]
        case .ownLoop: ["/": .redirect(to: "/", status: 301)]
        case .endlessChain:
            ScriptedSite(
                (0..<20).reduce(into: ["/": .redirect(to: "/0")]) { $0["/\($1)"] = .redirect(to: "/\($1 + 1)") })
        default: ["/": .respond(status: 302)]
        }
    }

    /// What GET gets.
    private var body: ScriptedSite.Behaviour {
        let text = Data(repeating: 0x61, count: 4096)
        return switch self {
        case .trickle: .trickle(ScriptedSite.Reply(body: text), every: .seconds(1))
        case .endless: .endless(ScriptedSite.Reply(body: text))
        case .bomb: .gigabyteOfGzip
        default: .reply(ScriptedSite.Reply(body: text, declaredLength: 1_000_000))
        }
    }

    private static var megabyteOfFields: [UInt8] {
        let line = "X-Filler: \(String(repeating: "a", count: 1000))\r\n"
        return Array("HTTP/1.1 200 OK\r\n\(String(repeating: line, count: 1000))\r\n".utf8)
    }
}
