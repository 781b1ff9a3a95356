import CheckingInterface
import Core
import PagesInterface

/// The dependencies that all checks share.
struct CheckEnvironment: Sendable {
    let http: any HTTPClient
    let history: any CheckHistoryStore
    let pages: (any PageParser)?
    let clock: any WallClock
    /// The number of links without an outcome at which a shared check stops reading more links.
    let window: Int

    /// Retries `operation` for up to `duration` while the store is locked or cannot be reached.
    func persistently<Value: Sendable>(
        for duration: Duration,
        _ operation: @Sendable () async throws -> Value
    ) async throws -> Value {
        let end = clock.now + duration
        while true {
            do {
                return try await operation()
            } catch let error as StoreError {
                guard error.isTemporary, clock.now < end, !Task.isCancelled else {
                    throw error
                }
                try? await clock.sleep(for: .milliseconds(500))
            }
        }
    }
}

extension StoreError {
    /// Whether the error is temporary, so that the store may become available again.
    var isTemporary: Bool {
        switch self {
        case .unreachable, .locked: true
        default: false
        }
    }
}
