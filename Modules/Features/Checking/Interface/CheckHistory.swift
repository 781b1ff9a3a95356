public import Core
package import Injection

/// The records of earlier checks. All methods throw only `StoreError`.
public protocol CheckHistory: Sendable {
    /// Returns the latest record of each of `links`, or of all links if `links` is `nil`. The
    /// result omits links that were removed or never checked.
    func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord]
    /// Returns the records of a link, newest first.
    func history(of link: Link.ID) async throws -> [CheckRecord]
    /// Returns the latest run of each of `links`, or of all links if `links` is `nil`. The result
    /// omits links that were removed or never checked.
    func verdictRuns(of links: [Link.ID]?) async throws -> [Link.ID: VerdictRun]
}

/// A store of check records. It opens no file or connection until it is first used.
package protocol CheckHistoryStore: CheckHistory {
    /// Stores all records, or none of them if an error is thrown. Canceling the task does not
    /// interrupt the call.
    ///
    /// The records of removed links are skipped. The record of a link is also skipped if the
    /// current URL of the link differs from the checked URL in `urls`. If `urls` has no entry for a
    /// link, the record is stored regardless of the link's current URL.
    func append(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws
    /// Begins a session of a check that several programs share. Returns `nil` if the store does not
    /// support sessions.
    ///
    /// The session joins the check that other sessions perform at the moment, so the links that
    /// they have checked are not checked again. If there are no other sessions, a new check begins.
    ///
    /// - Parameter start: The position in the history at which the check of the program began if
    ///   its previous session was lost, otherwise `nil`.
    func beginSession(resuming start: Int64?) async throws -> (any CheckSession)?
}

extension CheckHistoryStore {
    package func append(_ records: [CheckRecord]) async throws {
        try await append(records, of: [:])
    }
    package func beginSession(resuming start: Int64?) async throws -> (any CheckSession)? {
        nil
    }
}

/// A container that provides the store of check records.
package protocol CheckHistoryProviding: SharedContainer {
    var checkHistoryStore: Factory<any CheckHistoryStore> { get }
}
