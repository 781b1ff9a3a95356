import Core
import Foundation

/// The backoff for a host that refuses requests with status 429 or 503, and does not specify a
/// delay in a `Retry-After` field.
///
/// Each refusal pauses the host and doubles the interval between requests. Each answer shortens the
/// interval a little, so the rate approaches the rate that the host permits. While the host is
/// slowed down, it gets one request at a time.
struct HostBackoff: Sendable {
    /// The first pause. It doubles with each further refusal until a request is answered.
    private static let firstPause = Duration.milliseconds(500)
    /// The minimum value of the interval that the first refusal doubles, even if the policy permits
    /// a shorter interval.
    private static let shortestInterval = Duration.milliseconds(50)
    private static let longestInterval = Duration.seconds(10)
    /// The maximum number of successive pauses. If the host still refuses requests after these
    /// pauses, further pauses are futile. Together, the pauses take 63.5 seconds, because servers
    /// commonly count the requests in one minute.
    static let pauseLimit = 7

    private let usual: Duration
    /// The minimum time between the starts of two requests.
    private(set) var interval: Duration
    /// The number of pauses since the last answer.
    private var pauses = 0
    private var pauseEnd = Date.distantPast
    private var hasAnswered = false

    /// Creates the state for a host that has not refused a request yet.
    ///
    /// - Parameter interval: The interval between requests that the policy specifies.
    init(interval usual: Duration) {
        self.usual = usual
        interval = usual
    }

    /// Whether the host is slowed down. The interval stays the same if the policy already specifies
    /// a longer one than a backoff may have.
    var isActive: Bool { interval > usual || 1...Self.pauseLimit ~= pauses }

    /// Whether the host has refused requests even after all pauses. Until the host answers a
    /// request, there are no more pauses, and its refusals are final.
    private var isFutile: Bool { pauses > Self.pauseLimit }

    /// Records that the host answered a request instead of refusing it.
    mutating func answer() {
        hasAnswered = true
        pauses = 0
        let shorter = interval * 31 / 32
        interval = shorter > max(usual, Self.shortestInterval) ? shorter : usual
    }

    /// Records that the host refused a request. Returns the time until which the host is paused.
    mutating func refuse(at now: Date) -> Date {
        // Requests that were sent before the pause may still be refused.
        guard now >= pauseEnd, !isFutile else {
            return pauseEnd
        }
        let doubled = max(interval, Self.shortestInterval) * 2
        interval = max(min(doubled, Self.longestInterval), usual)
        let pause = max(interval, Self.firstPause * (1 << pauses))
        pauses += 1
        if isFutile {
            interval = usual
        }
        pauseEnd = isFutile ? now : now + pause
        return pauseEnd
    }

    /// Returns the maximum number of retries of a link that the host refused.
    ///
    /// If the host answered other requests, status 429 means that the request rate is too high, so
    /// the link gets additional retries. Status 503 may be caused by the link itself, so it does
    /// not permit additional retries.
    ///
    /// - Parameter usual: The maximum number of retries after other temporary failures.
    func retryLimit(status: Int, usual: Int) -> Int {
        if isFutile {
            0
        } else if status == 429, hasAnswered, usual > 0 {
            max(usual, Self.pauseLimit)
        } else {
            usual
        }
    }
}
