public import Foundation
package import Injection

/// Tells the time and waits.
///
/// `Swift.Clock` measures durations from an instant of its own and cannot tell the date, so that code that needs both
/// would need two collaborators; this is the one.
public protocol WallClock: Sendable {
    /// The date and time now.
    var now: Date { get }

    /// Waits for that long; returns at once when it is not positive.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// A container that provides the clock.
package protocol ClockProviding: SharedContainer {
    /// The clock.
    var clock: Factory<any WallClock> { get }
}
