package import Core

/// Sends a request again when another client lost the connection, or the server asked to come back soon.
///
/// GET and HEAD, the only methods there are, change nothing at the server, so sending them twice is safe (RFC 9110,
/// section 9.2.2). The last answer, or error, is passed on as it is. A request's time-out holds for each attempt.
package struct RetryingHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let clock: any WallClock
    private let attempts: Int
    private let firstDelay: Duration
    private let longestDelay: Duration

    /// Makes a client around another.
    ///
    /// - Parameters:
    ///   - client: The one that sends.
    ///   - clock: By which to wait.
    ///   - attempts: How often to send at most; at least 1.
    ///   - firstDelay: How long to wait before the second attempt; doubled before each that follows.
    ///   - longestDelay: How long to wait at most; a server that asks for more is not asked again.
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
