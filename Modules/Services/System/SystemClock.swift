import Core
package import Foundation

/// The system clock.
package struct SystemClock: WallClock {
    package init() {}

    package var now: Date { Date() }

    package func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        try await Task.sleep(for: duration, clock: .continuous)
    }
}
