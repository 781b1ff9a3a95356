package import Core
import Foundation

/// An HTTP client that retries a request after a lost connection or a temporary error status.
///
/// Requests can be repeated safely, because their method is GET or HEAD (RFC 9110, section 9.2.2).
/// The caller receives the last response or error unchanged. The timeout of a request applies to
/// each attempt.
package struct RetryingHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let clock: any WallClock
    private let attempts: Int
    private let firstDelay: Duration
    private let longestDelay: Duration

    /// Creates a client that sends its requests with another client.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts, at least 1.
    ///   - firstDelay: The delay before the second attempt. It doubles before each further attempt.
    ///   - longestDelay: The maximum delay. A request is not retried if the server asks for a
    ///     longer delay.
    package init(
        _ client: any HTTPClient,
        clock: any WallClock,
        attempts: Int = 3,
        firstDelay: Duration = .milliseconds(500),
        longestDelay: Duration = .seconds(10)
    ) {
        self.client = client
        self.clock = clock
        self.attempts = max(1, attempts)
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        var backoff = firstDelay
        for _ in 1..<attempts {
            var delay = min(backoff, longestDelay)
            do {
                let response = try await client.send(request)
                guard [429, 502, 503, 504].contains(response.status) else {
                    return response
                }
                delay = response.retryAfter(now: clock.now) ?? delay
                guard delay <= longestDelay else { return response }
            } catch .connectionLost {
                // The request is sent again after the usual delay.
            }
            do {
                try await clock.sleep(for: delay)
            } catch {
                throw .canceled
            }
            backoff *= 2
        }
        return try await client.send(request)
    }
}
