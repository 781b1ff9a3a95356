import Core
import Foundation

/// A demand in a response that applies to all requests to its host.
enum HostDirective: Equatable {
    /// Send no requests for the duration.
    case pause(Duration)
    /// Send fewer requests. The response does not state how many.
    case slowDown
    /// Send no more requests in this run.
    case stop

    /// The longest pause that a check waits for. Servers commonly request a pause of one minute,
    /// which the limit permits.
    static let longestPause = Duration.seconds(60)

    /// Creates the directive in a response, or returns `nil` if the response has none.
    ///
    /// Status 429 applies to the client (RFC 6585, section 4), so a long pause stops all requests
    /// to the host. Status 503 may concern only one page, so a short pause applies to the host, but
    /// a long pause only to the link.
    init?(_ response: HTTPResponse, from host: HostPolicy, now: Date) {
        guard response.status == 429 || response.status == 503, !host.accepts(response.status)
        else {
            return nil
        }
        guard let pause = response.retryAfter(now: now) else {
            self = .slowDown
            return
        }
        if pause <= Self.longestPause {
            self = .pause(pause)
        } else if response.status == 429 {
            self = .stop
        } else {
            return nil
        }
    }
}
