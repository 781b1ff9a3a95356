public import Core
import Foundation

extension LinkStore {
    /// Runs `body` as one unit, for tests that do not look at the journal.
    public func transaction<Result: Sendable>(
        _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result {
        try await transaction(.edit, at: Date(timeIntervalSince1970: 1_735_689_600), body)
    }
}
