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
    /// The delay before the second attempt. It doubles before each further attempt.
    private static let firstDelay = Duration.milliseconds(500)
    /// The maximum delay. A request is not retried if the server asks for a longer delay.
    private static let longestDelay = Duration.seconds(10)

    /// Creates a client that sends its requests with another client.
    ///
    /// - Parameter attempts: The maximum number of attempts, at least 1.
    package init(_ client: any HTTPClient, clock: any WallClock, attempts: Int = 3) {
        self.client = client
        self.clock = clock
        self.attempts = max(1, attempts)
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        var backoff = Self.firstDelay
        for _ in 1..<attempts {
            var delay = min(backoff, Self.longestDelay)
            do {
                let response = try await client.send(request)
                guard [429, 502, 503, 504].contains(response.status) else {
                    return response
                }
                delay = response.retryAfter(now: clock.now) ?? delay
                guard delay <= Self.longestDelay else { return response }
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
