public import Core
public import CoreTesting
public import Foundation
public import Testing

/// A server failure that a link checker must recognize, with the correct verdict and the expected
/// number of requests.
///
/// The values apply to a checker that first sends HEAD, retries twice, and uses a new
/// ``ManualClock``.
///
/// The cases do not include an invalid certificate, since ``LoopbackServer`` does not support TLS.
public struct ServerFault: Sendable, CaseIterable, CustomTestStringConvertible {
    public let testDescription: String
    public let verdict: Verdict
    public let requests: Int
    /// Whether the requests reach the server.
    public var isReachable: Bool { address == nil }
    /// Whether the verdict requires waiting for a request to time out.
    public private(set) var timesOut = false
    /// The URL to check, with `HOST` in place of the host, or `nil` for the root of the site.
    private var address: String?
    private let makeSite: @Sendable (_ elsewhere: URL) -> ScriptedSite

    /// Returns the URL to check.
    ///
    /// - Parameter base: The root of a server that serves ``site(elsewhere:)``, on a host that
    ///   refuses connections at port 1.
    public func url(at base: URL) -> String {
        address?.replacing("HOST", with: base.host ?? "") ?? base.absoluteString
    }
    /// Returns the site of the server. `elsewhere` is a URL on another host that responds.
    public func site(elsewhere: URL) -> ScriptedSite {
        makeSite(elsewhere)
    }

    public static let allCases: [ServerFault] = waits + rejections + redirects + failures + bodies

    private static let waits = [
        ServerFault("429 with Retry-After in seconds, then a response", .ok, 2, waiting("3")),
        ServerFault(
            "429 with Retry-After as a date, then a response",
            .ok,
            2,
            waiting("Tue, 14 Nov 2023 22:13:23 GMT")
        ),
        ServerFault("429 with a Retry-After of an hour", .blocked, 1, waiting("3600")),
        ServerFault("429 for every request", .blocked, 3, ["/": .respond(status: 429)]),
        ServerFault("503 with Retry-After, then a response", .ok, 2, waiting("3", status: 503)),
        ServerFault(
            "503 once, then a response",
            .ok,
            2,
            ["/": .sequence([.respond(status: 503), .respond()])]
        ),
        ServerFault("503 for every request", .flaky, 3, ["/": .respond(status: 503)]),
    ]

    private static let rejections =
        [403, 404, 405, 501].map { status in
            ServerFault(
                "HEAD rejected with \(status)",
                .ok,
                2,
                ["HEAD /": .respond(status: status), "/": .respond()]
            )
        } + [
            ServerFault("404 for every request", .dead, 2, ["/": .respond(status: 404)]),
            ServerFault("401", .blocked, 2, ["/": .respond(status: 401)]),
        ]

    private static let redirects = [
        ServerFault("a chain of three permanent redirects", .moved, 4, chain(second: 308)),
        ServerFault(
            "a chain of three redirects, the second of which is temporary",
            .moved,
            4,
            chain(second: 307)
        ),
        ServerFault("a permanent redirect to another host", .moved, 2) { elsewhere in
            ["/": .redirect(to: elsewhere.absoluteString, status: 301)]
        },
        ServerFault(
            "a permanent redirect to a missing page",
            .dead,
            4,
            ["/": .redirect(to: "/1", status: 301), "/1": .respond(status: 404)]
        ),
        ServerFault(
            "a permanent redirect of HEAD to a missing page",
            .ok,
            3,
            [
                "HEAD /": .redirect(to: "/1", status: 301), "/1": .respond(status: 404),
                "/": .respond(),
            ]
        ),
        ServerFault(
            "a cycle of two redirects",
            .flaky,
            4,
            ["/": .redirect(to: "/1", status: 301), "/1": .redirect(to: "/", status: 301)]
        ),
        ServerFault("a redirect to itself", .flaky, 2, ["/": .redirect(to: "/", status: 301)]),
        ServerFault(
            "an endless chain of redirects",
            .flaky,
            42,
            ScriptedSite(
                (0..<40).reduce(into: ["/": .redirect(to: "/0")]) {
                    $0["/\($1)"] = .redirect(to: "/\($1 + 1)")
                }
            )
        ),
        ServerFault("a redirect without a target", .flaky, 2, ["/": .respond(status: 302)]),
    ]

    private static let failures = [
        ServerFault("a reset, then a response", .ok, 2, ["/": .sequence([.reset, .respond()])]),
        ServerFault("a reset for every request", .flaky, 3, ["/": .reset]),
        ServerFault("a connection that is closed without a response", .flaky, 3, ["/": .close]),
        ServerFault("no response at all", .flaky, 3, ["/": .hang], timesOut: true),
        ServerFault("a closed port", .flaky, 3, [:], at: "http://HOST:1/"),
        ServerFault("a host that does not exist", .dead, 1, [:], at: "http://shelf.invalid/"),
        ServerFault("a response that is not HTTP", .flaky, 2, raw("220 mail.example ready\r\n")),
        ServerFault(
            "a response head of one megabyte",
            .flaky,
            2,
            raw(
                "HTTP/1.1 200 OK\r\n"
                    + String(
                        repeating: "X-Filler: \(String(repeating: "a", count: 1000))\r\n",
                        count: 1000
                    )
            )
        ),
    ]

    private static let bodies = [
        ServerFault("a body that trickles", .ok, 2, onlyGET(.trickle(page, every: .seconds(1)))),
        ServerFault("an endless body", .ok, 2, onlyGET(.endless(page))),
        ServerFault(
            "a small gzip body that expands to a gigabyte",
            .ok,
            2,
            onlyGET(.gigabyteOfGzip)
        ),
        ServerFault(
            "a Content-Length that is too large",
            .ok,
            2,
            onlyGET(.reply(ScriptedSite.Reply(body: page.body, declaredLength: 1_000_000)))
        ),
    ]

    private init(
        _ description: String,
        _ verdict: Verdict,
        _ requests: Int,
        _ site: ScriptedSite,
        at address: String? = nil,
        timesOut: Bool = false
    ) {
        self.init(description, verdict, requests) { _ in site }
        self.address = address
        self.timesOut = timesOut
    }

    private init(
        _ description: String,
        _ verdict: Verdict,
        _ requests: Int,
        _ site: @escaping @Sendable (_ elsewhere: URL) -> ScriptedSite
    ) {
        testDescription = description
        self.verdict = verdict
        self.requests = requests
        makeSite = site
    }

    private static let page = ScriptedSite.Reply(body: Data(repeating: 0x61, count: 4096))

    private static func waiting(_ retryAfter: String, status: Int = 429) -> ScriptedSite {
        [
            "/": .sequence([
                .respond(status: status, headers: ["Retry-After": retryAfter]),
                .respond(),
            ])
        ]
    }

    private static func chain(second: Int) -> ScriptedSite {
        [
            "/": .redirect(to: "/1", status: 301), "/1": .redirect(to: "2", status: second),
            "/2": .redirect(to: "/3?a", status: 301), "/3?a": .respond(),
        ]
    }

    private static func onlyGET(_ behavior: ScriptedSite.Behavior) -> ScriptedSite {
        ["HEAD /": .respond(status: 405), "/": behavior]
    }

    private static func raw(_ text: String) -> ScriptedSite {
        ["/": .raw(Array(text.utf8), .malformedResponse(reason: ""))]
    }
}
