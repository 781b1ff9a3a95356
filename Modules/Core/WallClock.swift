public import Foundation
package import Injection

/// A clock that returns dates and sleeps.
///
/// `Swift.Clock` has no dates, so code that needs dates and sleeps would need two dependencies.
public protocol WallClock: Sendable {
    var now: Date { get }

    /// Sleeps for a duration. Returns immediately if the duration is not positive.
    ///
    /// - Throws: `CancellationError` if the task is canceled.
    func sleep(for duration: Duration) async throws
}

package protocol ClockProviding: SharedContainer { var clock: Factory<any WallClock> { get } }

extension Date {
    public static func + (date: Date, duration: Duration) -> Date {
        date.addingTimeInterval(duration / .seconds(1))
    }

    public static func - (date: Date, duration: Duration) -> Date {
        date.addingTimeInterval(-(duration / .seconds(1)))
    }

    /// Returns the duration since another date. It is negative if `other` is later.
    public func duration(since other: Date) -> Duration {
        .seconds(timeIntervalSince(other))
    }

    /// Creates a date from whole seconds since 1970. Stores represent dates in this form.
    public init(seconds: Int64) {
        self.init(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// The whole seconds since 1970, rounded down.
    public var seconds: Int64 { Int64(timeIntervalSince1970.rounded(.down)) }
    /// The date rounded down to whole seconds, which is the precision of dates in a library.
    public var wholeSeconds: Date {
        Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
    }
}
