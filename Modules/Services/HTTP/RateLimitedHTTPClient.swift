package import Core
import Foundation

/// An HTTP client that waits for an interval between requests to the same host.
///
/// Requests to different hosts do not delay each other.
package actor RateLimitedHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let clock: any WallClock
    private let interval: Duration
    /// For each host that must not receive a request immediately, the earliest time of the next
    /// request.
    private var starts: [String: Date] = [:]

    /// Creates a client that sends its requests with another client.
    package init(
        _ client: any HTTPClient,
        clock: any WallClock,
        interval: Duration = .milliseconds(50)
    ) {
        self.client = client
        self.clock = clock
        self.interval = interval
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let now = clock.now
        let host = request.url.httpHost ?? ""
        starts = starts.filter { $0.value > now }
        let start = starts[host] ?? now
        starts[host] = start + interval / .seconds(1)
        do {
            try await clock.sleep(for: .seconds(start.timeIntervalSince(now)))
        } catch {
            throw .canceled
        }
        return try await client.send(request)
    }
}
