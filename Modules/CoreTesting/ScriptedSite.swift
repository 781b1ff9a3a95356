public import Core
public import Foundation

/// The responses of a web site, keyed by path. ``ScriptedHTTPClient`` serves the site from memory,
/// and ``LoopbackServer`` serves it over sockets.
///
///     let site: ScriptedSite = [
///         "/": .respond(body: "hello"),
///         "/old": .redirect(to: "/", status: 301),
///         "HEAD /get-only": .respond(status: 405),
///         "/tired": .sequence([.respond(status: 503), .respond()]),
///     ]
public struct ScriptedSite: Sendable, ExpressibleByDictionaryLiteral {
    /// The response of a server to a request, or a failure.
    public indirect enum Behavior: Sendable {
        case reply(Reply)
        /// Successive requests get successive behaviors. The last behavior repeats.
        case sequence([Behavior])
        /// The server waits before it performs the behavior.
        case delayed(by: Duration, Behavior)
        /// The server accepts the request and never responds.
        case hang
        case reset
        /// The server closes the connection without a response.
        case close
        /// The server sends the header fields immediately, then the body byte by byte, with a pause
        /// before each byte.
        case trickle(Reply, every: Duration)
        /// The server repeats the body endlessly.
        case endless(Reply)
        /// Over sockets, the server sends exactly these bytes and closes the connection. In memory,
        /// the request fails with the error.
        case raw([UInt8], HTTPError)
        /// In memory, the request fails with the error. Over sockets, the server resets the
        /// connection.
        case fail(HTTPError)
    }

    public struct Reply: Sendable {
        public var status: Int
        /// The header fields other than `Content-Length`.
        public var headers: HTTPHeaders
        public var body: Data
        /// An incorrect `Content-Length` to declare, or `nil` to declare the correct length.
        public var declaredLength: Int?

        /// Creates a response. By default, it has the status 200 and an empty body.
        public init(
            status: Int = 200,
            headers: HTTPHeaders = [:],
            body: Data = Data(),
            declaredLength: Int? = nil
        ) {
            self.status = status
            self.headers = headers
            self.body = body
            self.declaredLength = declaredLength
        }
    }

    private var behaviors: [String: Behavior]
    private var otherwise: Behavior

    /// Creates a site from a dictionary of behaviors. A key is a path, such as `/a?b=c`, or a
    /// method and a path, such as `HEAD /a`.
    ///
    /// - Parameter otherwise: The behavior for all other paths. By default, the response has the
    ///   status 500.
    public init(_ behaviors: [String: Behavior], otherwise: Behavior = .notScripted) {
        self.behaviors = behaviors
        self.otherwise = otherwise
    }

    public init(otherwise: Behavior) {
        self.init([:], otherwise: otherwise)
    }

    public init(dictionaryLiteral elements: (String, Behavior)...) {
        self.init(Dictionary(uniqueKeysWithValues: elements))
    }

    public func serving(_ behavior: Behavior, at path: String) -> ScriptedSite {
        var site = self
        site.behaviors[path] = behavior
        return site
    }

    fileprivate func key(method: String, target: String) -> String {
        let own = "\(method) \(target)"
        return behaviors[own] == nil ? target : own
    }

    fileprivate func behavior(for key: String, earlier: Int) -> Behavior {
        let behavior = behaviors[key] ?? otherwise
        guard case .sequence(let steps) = behavior, let last = steps.last else {
            return behavior
        }
        return earlier < steps.count ? steps[earlier] : last
    }
}

extension ScriptedSite.Behavior {
    public static func respond(
        status: Int = 200,
        headers: HTTPHeaders = [:],
        body: String = ""
    ) -> Self {
        .reply(ScriptedSite.Reply(status: status, headers: headers, body: Data(body.utf8)))
    }

    public static func redirect(to location: String, status: Int = 302) -> Self {
        .respond(status: status, headers: ["Location": location])
    }

    public static var notScripted: Self {
        .respond(status: 500, body: "This path is not scripted.")
    }

    /// A response of 265 bytes that decompresses to a gigabyte of zeros. It is compressed three
    /// times with gzip, as its header fields declare.
    public static var gigabyteOfGzip: Self {
        let text =
            "H4sIAAAAAAACA5Pv5mAAASbmt3cW5gUXyrQ9LFuboWamtkzgsZpHmkcXY/cNkSTFmTMdFt1OWWBwh1NCj0GknKF4d0NqUmQA99K3vjqW7z/P"
            + "+H/R/ufTJ7a/bKRz3/jk1fUcf93/dHp9fH76bmWg4QkPpoVPn3xWwqBq26+/r85qAoUMSt5/+77sduCDh29eej8HCjQc/P3l0Y+T3/gb"
            + "dx/9vbIYKHLggey/vfPytzfEr37Prv6OESjU/N3dAOTaIBZmILnAFcyJAnMU3JA4ozKjMqMyozKjMqMyBGX0vn1Pm6374PHfR4dfX1Su"
            + "/vf2+c/bX63/819Jbz1z4g0/AwDYL/M5IwcAAA=="
        let body = Data(base64Encoded: text) ?? Data()
        return .reply(
            ScriptedSite.Reply(headers: ["Content-Encoding": "gzip, gzip, gzip"], body: body)
        )
    }
}

public struct RecordedRequest: Sendable, Hashable {
    public let method: String
    public let url: URL
    public let headers: HTTPHeaders
    /// The time at which the request arrived.
    public let received: Date

    public init(method: String, url: URL, headers: HTTPHeaders, received: Date) {
        self.method = method
        self.url = url
        self.headers = headers
        self.received = received
    }
}

/// The requests that a site has received, which determine its next responses.
public struct RequestLog: Sendable {
    public private(set) var requests: [RecordedRequest] = []
    private var counts: [String: Int] = [:]

    public init() {}

    /// Records a request and returns the site's behavior for the request.
    public mutating func record(
        _ request: RecordedRequest,
        target: String,
        site: ScriptedSite
    ) -> ScriptedSite.Behavior {
        requests.append(request)
        let key = site.key(method: request.method, target: target)
        defer {
            counts[key, default: 0] += 1
        }
        return site.behavior(for: key, earlier: counts[key, default: 0])
    }
}
