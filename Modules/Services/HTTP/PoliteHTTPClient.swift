package import Core
import Foundation

/// An HTTP client that waits for an interval between requests to the same host, and retries a
/// request after a lost connection or a temporary error status.
///
/// Requests to different hosts do not delay each other. Requests can be repeated safely, because
/// their method is GET or HEAD (RFC 9110, section 9.2.2). The caller receives the last response or
/// error unchanged. The timeout of a request applies to each attempt.
package actor PoliteHTTPClient: HTTPClient {
    /// The delay before the second attempt. It doubles before each further attempt.
    private static let firstDelay = Duration.milliseconds(500)
    /// The maximum delay. A request is not retried if the server asks for a longer delay.
    private static let longestDelay = Duration.seconds(10)

    private let client: any HTTPClient
    private let clock: any WallClock
    private let interval: Duration
    private let attempts: Int
    /// For each host that must not receive a request immediately, the earliest time of the next
    /// request.
    private var starts: [String: Date] = [:]

    /// Creates a client that sends its requests with another client.
    ///
    /// - Parameters:
    ///   - interval: The minimum time between the starts of two requests to the same host.
    ///   - attempts: The maximum number of attempts, at least 1.
    package init(
        _ client: any HTTPClient,
        clock: any WallClock,
        interval: Duration,
        attempts: Int = 3
    ) {
        self.client = client
        self.clock = clock
        self.interval = interval
        self.attempts = max(1, attempts)
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        var backoff = Self.firstDelay
        for _ in 1..<attempts {
            var delay = min(backoff, Self.longestDelay)
            do {
                let response = try await attempt(request)
                guard [429, 502, 503, 504].contains(response.status) else {
                    return response
                }
                delay = response.retryAfter(now: clock.now) ?? delay
                guard delay <= Self.longestDelay else { return response }
            } catch .connectionLost {
                // The request is sent again after the usual delay.
            }
            try await sleep(for: delay)
            backoff *= 2
        }
        return try await attempt(request)
    }

    /// Sends a request when the interval after the previous request to its host has passed.
    private func attempt(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let now = clock.now
        let host = request.url.httpHost ?? ""
        starts = starts.filter { $0.value > now }
        let start = starts[host] ?? now
        starts[host] = start + interval
        try await sleep(for: start.duration(since: now))
        return try await client.send(request)
    }

    private func sleep(for duration: Duration) async throws(HTTPError) {
        do {
            try await clock.sleep(for: duration)
        } catch {
            throw .canceled
        }
    }
}
