public import Core
import Foundation
import Testing

/// The rules for every clock.
public enum WallClockContract: String, CaseIterable, Sendable {
    case timeDoesNotGoBack = "the time is in this century, and does not go back"
    case nonpositiveSleepsReturn = "a sleep that is not positive ends at once"
    case cancelledSleepsThrow = "a canceled sleep throws"
    case cancelledTasksDoNotSleep = "in a canceled task even an empty sleep throws"

    /// Checks the rule on `clock`, whose date must not be set back during the check.
    public func check(_ clock: any WallClock) async throws {
        switch self {
        case .timeDoesNotGoBack:
            let before = clock.now
            #expect(before > Date(timeIntervalSince1970: 946_684_800) && clock.now >= before)
        case .nonpositiveSleepsReturn:
            for duration in [Duration.zero, .seconds(-3600)] { try await clock.sleep(for: duration) }
        case .cancelledSleepsThrow:
            let sleeper = Task { try await clock.sleep(for: .seconds(3600)) }
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
        case .cancelledTasksDoNotSleep:
            let sleeper = Task {
                while !Task.isCancelled { await Task.yield() }
                try await clock.sleep(for: .zero)
            }
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
        }
    }
}
