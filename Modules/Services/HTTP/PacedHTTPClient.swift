package import Core
import Foundation

/// Lets some time pass between the starts of two requests to one host; other hosts are not held up.
package actor PacedHTTPClient: HTTPClient {
    /// How many hosts are remembered before those are forgotten that need no pause any more.
    private static let hostLimit = 1_000

    private let client: any HTTPClient
    private let clock: any WallClock
    private let interval: Duration
    /// When the next request to a host may start.
    private var starts: [String: Date] = [:]

    /// Makes a client around another.
    ///
    /// - Parameters:
    ///   - client: The one that sends.
    ///   - clock: By which to wait.
    ///   - interval: How long from one start to the next; not negative.
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
