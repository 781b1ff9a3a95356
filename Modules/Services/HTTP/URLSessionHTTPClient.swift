package import Core
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests over Foundation's URL loading system.
///
/// It keeps connections alive and nothing else: no cookies, no cache, no passwords. How many requests run at once is the
/// business of its callers. The session is opened by the first request and ends with the client.
package actor URLSessionHTTPClient: HTTPClient {
    private let userAgent: String
    private var opened: URLSession?

    /// Makes a client; nothing is opened yet.
    ///
    /// - Parameter userAgent: What the client calls itself (RFC 9110, section 10.1.5), unless a request says otherwise.
    package init(userAgent: String = "shelf/0.1 (+link library)") {
        self.userAgent = userAgent
    }

    deinit {
        // Without this the session and its threads would live for ever. Exchanges that are being cancelled come to their
        // end first; `invalidateAndCancel` would pull the session from under them.
        opened?.finishTasksAndInvalidate()
    }

    package nonisolated func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        guard ["http", "https"].contains(request.url.scheme?.lowercased()), request.url.host?.isEmpty == false
        else { throw .unsupportedAddress(request.url.absoluteString) }
        do {
            var exchange = HTTPExchange(request)
            return try await exchange.run(on: await session)
        } catch .noSuchHost(let host) {
            let isUnanswered = await HostLookup.outcome(of: host) == .unanswered
            throw isUnanswered ? .lookupFailed(host: host) : .noSuchHost(host)
        }
    }

    private var session: URLSession {
        if let opened { return opened }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["User-Agent": userAgent]
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = 1024
        let session = URLSession(configuration: configuration, delegate: HTTPSessionDelegate(), delegateQueue: nil)
        opened = session
        return session
    }
}
