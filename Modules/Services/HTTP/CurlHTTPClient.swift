package import Core
import Foundation

/// Sends requests over libcurl, many at once on one thread.
///
/// It keeps connections alive, over HTTP/2 where the server has it, and nothing else: no cookies, no cache, no passwords.
/// How many requests run at once is the business of its callers. Nothing is opened before the first request.
package final class CurlHTTPClient: HTTPClient {
    private let loop: CurlLoop

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - userAgent: What the client calls itself (RFC 9110, section 10.1.5), unless a request says otherwise.
    ///   - authorities: The path of a PEM file of the certificate authorities to trust; nil for those of the system.
    ///   - now: The time, by which every exchange is looked at now and then, whether anything has happened or not.
    package init(
        userAgent: String, authorities: String? = nil, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        loop = CurlLoop(userAgent: userAgent, authorities: authorities, now: now)
    }

    deinit {
        // Whoever sends holds the client, so no exchange runs any more.
        loop.stop()
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard ["http", "https"].contains(request.url.scheme?.lowercased()), request.url.host?.isEmpty == false
        else { throw .unsupportedAddress(request.url.absoluteString) }
        do {
            return try await exchange(request).get()
        } catch .noSuchHost(let host) {
            let isUnanswered = await HostLookup.outcome(of: host) == .unanswered
            throw isUnanswered ? .lookupFailed(host: host) : .noSuchHost(host)
        }
    }

    private func exchange(_ request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
        let exchange = CurlExchange(request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { loop.start(exchange, answer: $0) }
        } onCancel: {
            loop.cancel(exchange)
        }
    }
}
