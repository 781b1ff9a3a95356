package import Core
import Foundation

/// An HTTP client that retries a request if the connection was lost, or if the server requests a retry soon; GET and HEAD are safe to repeat (RFC 9110, section
/// 9.2.2). The caller receives the last response or error unchanged. The timeout of a request applies to each attempt.
package struct RetryingHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let clock: any WallClock
    private let attempts: Int
    private let firstDelay: Duration
    private let longestDelay: Duration

    /// - Parameters:
    ///   - attempts: The maximum number of attempts; at least 1.
    ///   - firstDelay: The delay before the second attempt; doubles before each further attempt.
    ///   - longestDelay: The maximum delay. A request is not retried if the server demands a longer one.
    package init(
        _ client: any HTTPClient, clock: any WallClock, attempts: Int = 3, firstDelay: Duration = .milliseconds(500),
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
                guard [429, 502, 503, 504].contains(response.status) else { return response }
                delay = response.retryAfter(now: clock.now) ?? delay
                guard delay <= longestDelay else { return response }
            } catch .connectionLost {
                // Sent again after the usual delay.
            }
            do { try await clock.sleep(for: delay) } catch { throw .cancelled }
            backoff *= 2
        }
        return try await client.send(request)
    }
}

/// An HTTP client that keeps an interval between the starts of requests to the same host. Other hosts are not delayed.
package actor RateLimitedHTTPClient: HTTPClient {
    /// The number of remembered hosts above which hosts without a delay are forgotten.
    private static let hostLimit = 1_000
    private let client: any HTTPClient
    private let clock: any WallClock
    private let interval: Duration
    /// The earliest start of the next request to each host.
    private var starts: [String: Date] = [:]

    package init(_ client: any HTTPClient, clock: any WallClock, interval: Duration = .milliseconds(50)) {
        self.client = client
        self.clock = clock
        self.interval = interval
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let now = clock.now
        let host = request.url.host ?? ""
        let start = max(now, starts[host] ?? now)
        if starts.count >= Self.hostLimit { starts = starts.filter { $0.value > now } }
        starts[host] = start + interval / .seconds(1)
        do { try await clock.sleep(for: .seconds(start.timeIntervalSince(now))) } catch { throw .cancelled }
        return try await client.send(request)
    }
}
