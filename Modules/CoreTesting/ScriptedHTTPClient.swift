public import Core
import Foundation

/// An HTTP client that serves a ``ScriptedSite`` from memory and records the requests.
///
/// Every host and port serves the site, with two exceptions: host names that end in `.invalid` are
/// unknown (RFC 2606), and port 1 refuses connections. Redirects, limits and timeouts work as in a
/// real client. The given clock measures the timeouts.
public final class ScriptedHTTPClient: HTTPClient {
    private let site: ScriptedSite
    private let clock: any WallClock
    private let log = WaitableValue(RequestLog())

    /// Creates a client. By default, time does not advance, so a hanging request ends only when it
    /// is canceled.
    public init(_ site: ScriptedSite, clock: any WallClock = ManualClock()) {
        self.site = site
        self.clock = clock
    }

    public var requests: [RecordedRequest] { log.withLock { $0.requests } }

    /// Waits until the client has received `count` requests, or until the calling task is canceled.
    public func waitForRequests(_ count: Int) async {
        await log.wait { $0.requests.count >= count }
    }

    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .canceled }
        guard let address = URLComponents(url: request.url, resolvingAgainstBaseURL: true),
            ["http", "https"].contains(address.scheme?.lowercased()), let host = address.host,
            !host.isEmpty
        else { throw .unsupportedURL(request.url.absoluteString) }

        let path = address.percentEncodedPath.isEmpty ? "/" : address.percentEncodedPath
        let target = path + (address.percentEncodedQuery.map { "?\($0)" } ?? "")
        let recorded = RecordedRequest(
            method: request.method.rawValue,
            url: request.url,
            headers: request.headers,
            received: clock.now
        )
        let behavior = log.withLock { $0.record(recorded, target: target, site: site) }
        if host.hasSuffix(".invalid") {
            throw .noSuchHost(host)
        }
        if address.port == 1 {
            throw .cannotConnect(host: host)
        }
        return try await perform(behavior, request, host: host, timeLeft: request.timeout)
    }

    private func perform(
        _ behavior: ScriptedSite.Behavior,
        _ request: HTTPRequest,
        host: String,
        timeLeft: Duration
    ) async throws(HTTPError) -> HTTPResponse {
        switch behavior {
        case .reply(let reply):
            let isCut =
                (reply.declaredLength ?? 0) > reply.body.count
                && request.bodyLimit > reply.body.count
            if isCut, request.method == .get {
                throw .connectionLost(host: host)
            }
            return response(
                reply,
                to: request,
                body: reply.body.prefix(reply.declaredLength ?? .max)
            )
        case .sequence(let steps):
            return try await perform(
                steps.first ?? .notScripted,
                request,
                host: host,
                timeLeft: timeLeft
            )
        case .delayed(let delay, let next):
            try await wait(delay, atMost: timeLeft)
            return try await perform(next, request, host: host, timeLeft: timeLeft - delay)
        case .hang:
            try await wait(timeLeft, atMost: timeLeft)
            throw .timedOut
        case .trickle(let reply, let pause):
            let bytes = request.method == .get ? min(reply.body.count, request.bodyLimit) : 0
            try await wait(pause * bytes, atMost: timeLeft)
            return response(reply, to: request, body: reply.body)
        case .endless(let reply):
            let repeats = reply.body.isEmpty ? 0 : request.bodyLimit / reply.body.count + 1
            return response(
                reply,
                to: request,
                body: Data((0..<repeats).map { _ in reply.body }.joined())
            )
        case .reset, .close: throw .connectionLost(host: host)
        case .raw(_, let error), .fail(let error): throw error
        }
    }

    private func wait(_ duration: Duration, atMost limit: Duration) async throws(HTTPError) {
        do {
            try await clock.sleep(for: min(duration, limit))
        } catch {
            throw .canceled
        }
        if duration >= limit {
            throw .timedOut
        }
    }

    private func response(
        _ reply: ScriptedSite.Reply,
        to request: HTTPRequest,
        body: Data
    ) -> HTTPResponse {
        let wanted = request.method == .get ? body.prefix(request.bodyLimit) : Data()
        return HTTPResponse(
            status: reply.status,
            headers: reply.headers,
            body: Data(wanted),
            isTruncated: request.method == .get && body.count > request.bodyLimit,
            url: request.url
        )
    }
}
