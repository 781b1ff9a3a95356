public import Core
public import Foundation

/// What a web site answers, path by path; served in memory by ``ScriptedHTTPClient`` and for real by ``LoopbackServer``.
///
///     let site: ScriptedSite = [
///         "/": .respond(body: "hello"),
///         "/old": .redirect(to: "/", status: 301),
///         "HEAD /get-only": .respond(status: 405),
///         "/tired": .sequence([.respond(status: 503), .respond()]),
///     ]
public struct ScriptedSite: Sendable, ExpressibleByDictionaryLiteral {
    /// What happens to a request.
    public indirect enum Behaviour: Sendable {
        /// The server answers.
        case reply(Reply)
        /// The first request gets the first behaviour, the second the second; the last one repeats.
        case sequence([Behaviour])
        /// The server waits first, then behaves.
        case delayed(by: Duration, Behaviour)
        /// The server takes the request and never answers.
        case hang
        /// The server breaks the connection without an answer.
        case reset
        /// The server closes the connection without an answer.
        case close
        /// The server sends the header fields at once, then the body byte by byte, waiting before each.
        case trickle(Reply, every: Duration)
        /// The server sends the body again and again, without an end.
        case endless(Reply)
        /// The server sends these very bytes and closes.
        case raw([UInt8], HTTPError)
        /// The request fails for that reason; only in memory, a real server resets the connection instead.
        case fail(HTTPError)
    }

    /// An answer.
    public struct Reply: Sendable {
        /// The status code.
        public var status: Int
        /// The header fields beside `Content-Length`, which follows from the body.
        public var headers: HTTPHeaders
        /// The body, which is not sent in answer to HEAD.
        public var body: Data
        /// What `Content-Length` says instead of the truth, or nil for the truth.
        public var declaredLength: Int?

        /// Makes an answer; by default an empty 200.
        public init(status: Int = 200, headers: HTTPHeaders = [:], body: Data = Data(), declaredLength: Int? = nil) {
            self.status = status
            self.headers = headers
            self.body = body
            self.declaredLength = declaredLength
        }
    }

    private var behaviours: [String: Behaviour]
    private var otherwise: Behaviour

    /// Makes a site from behaviours by path, such as `/a?b=c`, or by method and path, such as `HEAD /a`.
    ///
    /// - Parameter otherwise: What happens on all other paths; by default an answer of 500 that says so, because what a
    ///   test has not scripted should not look like a page.
    public init(_ behaviours: [String: Behaviour], otherwise: Behaviour = .notScripted) {
        self.behaviours = behaviours
        self.otherwise = otherwise
    }

    /// Makes a site where the same happens on all paths.
    public init(otherwise: Behaviour) {
        self.init([:], otherwise: otherwise)
    }

    public init(dictionaryLiteral elements: (String, Behaviour)...) {
        self.init(Dictionary(uniqueKeysWithValues: elements))
    }

    /// The same site with one more path.
    public func serving(_ behaviour: Behaviour, at path: String) -> ScriptedSite {
        var site = self
        site.behaviours[path] = behaviour
        return site
    }

    /// The line of the script for a request, and what it says to the request that comes after `earlier` others there.
    func line(method: String, target: String) -> String {
        let own = "\(method) \(target)"
        return behaviours[own] == nil ? target : own
    }

    func behaviour(line: String, earlier: Int) -> Behaviour {
        (behaviours[line] ?? otherwise).step(earlier)
    }
}

extension ScriptedSite.Behaviour {
    /// The server answers with a text.
    public static func respond(status: Int = 200, headers: HTTPHeaders = [:], body: String = "") -> Self {
        .reply(ScriptedSite.Reply(status: status, headers: headers, body: Data(body.utf8)))
    }

    /// The server sends the client somewhere else.
    public static func redirect(to location: String, status: Int = 302) -> Self {
        .respond(status: status, headers: ["Location": location])
    }

    /// The answer to what a test has not scripted.
    public static var notScripted: Self { .respond(status: 500, body: "The script says nothing about this path.") }

    fileprivate func step(_ index: Int) -> Self {
        guard case .sequence(let steps) = self, let last = steps.last else { return self }
        return index < steps.count ? steps[index] : last
    }
}
