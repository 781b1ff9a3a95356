public import Foundation
public import Injection

/// A clock that provides the current date and can sleep.
///
/// `Swift.Clock` does not provide dates, so code that reads the date and sleeps would need two
/// clocks.
public protocol WallClock: Sendable {
    var now: Date { get }

    /// Sleeps for a duration. Returns immediately if the duration is not positive.
    ///
    /// - Throws: `CancellationError` if the task is canceled.
    func sleep(for duration: Duration) async throws
}

public protocol ClockProviding: SharedContainer { var clock: Factory<any WallClock> { get } }

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
    public var wholeSeconds: Date { Date(seconds: seconds) }
}

extension Duration {
    /// The duration in milliseconds, rounded up so that no positive duration becomes 0.
    ///
    /// A timeout of zero means that a call does not wait. Many C libraries, however, wait without
    /// limit if the timeout is 0, so the callers of these libraries pass at least 1.
    public var milliseconds: Int64 {
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        return Int64(clamping: rest > 0 ? whole + 1 : whole)
    }
}
