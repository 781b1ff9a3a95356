import CheckingInterface
import Core
import Foundation

/// What an answer asks of everybody who wants something of its host, not only of the one who got it.
enum HostWish: Equatable {
    /// No request for that long.
    case pause(Duration)
    /// No request for longer than a check takes.
    case leaveAlone

    /// The longest that a check waits because a server asks for it: a minute is what many ask for.
    static let longestPause = Duration.seconds(60)

    /// Reads the wish of an answer, or nil when it has none.
    ///
    /// 429 is about the client (RFC 6585, section 4), so a long wish ends all that the run wants of the host. 503 may be about one
    /// page alone: a short wish holds for the host, a long one for nobody else.
    init?(_ result: Result<HTTPResponse, HTTPError>, policy: CheckPolicy, now: Date) {
        guard case .success(let response) = result, response.status == 429 || response.status == 503,
            !policy.accepts(response.status), let wish = response.retryAfter(now: now)
        else { return nil }
        if wish <= Self.longestPause {
            self = .pause(wish)
        } else if response.status == 429 {
            self = .leaveAlone
        } else {
            return nil
        }
    }
}
