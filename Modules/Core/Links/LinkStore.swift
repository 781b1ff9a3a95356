public import Foundation
package import Injection

/// Keeps the links of one library, and a journal of what changed them.
///
/// Nothing is opened before the first use. All methods throw ``StoreError`` and nothing else of their own.
public protocol LinkStore: Sendable {
    /// The links that match, in the order asked for.
    func links(matching query: LinkQuery) async throws -> [Link]

    /// The identities of the links that match, in the order asked for.
    func ids(matching query: LinkQuery) async throws -> [Link.ID]

    /// The links of those identities that are there, in that order.
    func links(_ ids: [Link.ID]) async throws -> [Link]

    /// The link at that normalised address, or nil.
    func link(url: String) async throws -> Link?

    /// Every tag that a link has, in the order of ``TagCount``.
    func tags() async throws -> [TagCount]

    /// Runs `body` as one unit: all of its changes are kept, or, when it throws, none of them.
    ///
    /// `body` runs alone: no other transaction of any process comes in between. It must not call back into the store.
    /// What it changes becomes one change of the journal; nothing does when it changes nothing.
    ///
    /// - Parameters:
    ///   - kind: What the journal calls it.
    ///   - date: When the journal says it was made.
    func transaction<Result: Sendable>(
        _ kind: LinkChange.Kind, at date: Date, _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result

    /// Takes back the newest change of the journal, whoever made it, and forgets it; nil when there is none.
    ///
    /// Links come back with their identities, dates, tags and the history of their checks.
    ///
    /// - Parameter isDryRun: Whether to say what would be undone, and change nothing.
    func undo(isDryRun: Bool) async throws -> LinkChange?
}

extension LinkStore {
    /// The link of that identity, or nil.
    public func link(id: Link.ID) async throws -> Link? {
        try await links([id]).first
    }
}

/// A container that provides the store of the library.
///
/// The links and the history of their checks are one store: removing a link removes its checks. One factory provides both, so that
/// a registration cannot replace one and leave the other.
package protocol StoreProviding: SharedContainer {
    /// The store of the links and of their check history.
    var store: Factory<any LinkStore & CheckHistoryStore> { get }
}
