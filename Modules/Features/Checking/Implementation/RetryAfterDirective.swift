import Core
import Foundation

/// A directive in a `Retry-After` field that applies to all links of the host.
enum RetryAfterDirective: Equatable {
    /// Send no requests for the duration.
    case pause(Duration)
    /// Send no more requests in this run.
    case stop

    /// The longest pause that a check waits for. Servers commonly request one minute.
    static let longestPause = Duration.seconds(60)

    /// Reads the directive of a response. Returns nil if there is none.
    ///
    /// The status 429 applies to the client (RFC 6585, section 4), so a long pause stops all
    /// requests to the host. The status 503 may concern only one page. A short pause then applies
    /// to the host, and a long one only to the link.
    init?(_ result: Result<HTTPResponse, HTTPError>, from host: CheckHost, now: Date) {
        guard case .success(let response) = result,
            response.status == 429 || response.status == 503,
            !host.accepts(response.status),
            let pause = response.retryAfter(now: now)
        else { return nil }
        if pause <= Self.longestPause {
            self = .pause(pause)
        } else if response.status == 429 {
            self = .stop
        } else {
            return nil
        }
    }
}
