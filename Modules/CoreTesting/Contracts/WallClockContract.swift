public import Core
import Foundation
public import Testing

/// A rule of the contract that every clock must satisfy.
public struct WallClockContract: Sendable, CaseIterable, CustomTestStringConvertible {
    public let testDescription: String
    private let body: @Sendable (any WallClock) async throws -> Void

    private init(_ rule: String, body: @escaping @Sendable (any WallClock) async throws -> Void) {
        testDescription = rule
        self.body = body
    }

    /// Checks the rule against a clock. The clock must not be set back during the check.
    public func check(_ clock: any WallClock) async throws {
        try await body(clock)
    }

    public static let allCases: [Self] = [
        Self("the time is in this century and does not go back") { clock in
            let before = clock.now
            #expect(before > Date(timeIntervalSince1970: 946_684_800))
            #expect(clock.now >= before)
        },
        Self("a sleep of zero or less ends immediately") { clock in
            for duration in [Duration.zero, .seconds(-3600)] {
                try await clock.sleep(for: duration)
            }
        },
        Self("a canceled sleep throws an error") { clock in
            let sleeper = Task { try await clock.sleep(for: .seconds(3600)) }
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
        },
        Self("even a sleep of zero throws an error in a canceled task") { clock in
            let sleeper = Task {
                while !Task.isCancelled {
                    await Task.yield()
                }
                try await clock.sleep(for: .zero)
            }
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
        },
    ]
}
