package import Core
import Foundation

/// An HTTP client that waits for an interval between requests to the same host.
///
/// Requests to other hosts are not delayed.
package actor RateLimitedHTTPClient: HTTPClient {
    /// The number of hosts in `starts` at which the client removes the hosts that need not wait.
    private static let hostLimit = 1_000
    private let client: any HTTPClient
    private let clock: any WallClock
    private let interval: Duration
    /// The earliest start of the next request to each host.
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
        let host = request.url.host ?? ""
        let start = max(now, starts[host] ?? now)
        if starts.count >= Self.hostLimit {
            starts = starts.filter { $0.value > now }
        }
        starts[host] = start + interval / .seconds(1)
        do {
            try await clock.sleep(for: .seconds(start.timeIntervalSince(now)))
        } catch {
            throw .cancelled
        }
        return try await client.send(request)
    }
}
