package import Core
package import Foundation
package import Injection

/// A store of the links of one library, with a journal of their changes.
///
/// A store opens no file or connection until it is first used. All methods throw only
/// `StoreError`, except that a transaction rethrows the errors of its body.
package protocol LinkStore: Sendable {
    /// Returns the IDs of the matching links in the order of the query.
    ///
    /// - Parameter date: The current date, at which the durations in the query end.
    func ids(matching query: LinkQuery, at date: Date) async throws -> [Link.ID]
    /// Returns the links with the given IDs, in the given order. IDs without a link are skipped.
    func links(_ ids: [Link.ID]) async throws -> [Link]
    func link(url: String) async throws -> Link?
    /// Returns all tags in use, most used first, then by name.
    func tags() async throws -> [TagCount]

    /// Runs `body` as one transaction, which stores all changes, or none if `body` throws an error.
    ///
    /// Transactions are serialized, even across processes. `body` must not call the store itself.
    /// Canceling the task does not interrupt a transaction, not even while it waits for another
    /// one.
    ///
    /// The changes become one journal entry with the given date and the kind that `body` returns.
    func transaction<Result: Sendable>(
        at date: Date,
        _ body: @Sendable (any LinkTransaction) throws -> (Result, LinkChange.Kind)
    ) async throws -> Result

    /// Reverts and returns the newest change in the journal, and removes its entry. A dry run only
    /// returns the change.
    ///
    /// Returns `nil` if the journal is empty. Reverting restores links with their IDs, dates, tags
    /// and check history. The reversal is also a transaction.
    func undo(isDryRun: Bool) async throws -> LinkChange?
}

/// The operations within a transaction of a ``LinkStore``. They may be used only until the body of
/// the transaction returns.
package protocol LinkTransaction {
    /// The date of the transaction, which is the date of all its changes.
    var date: Date { get }
    func link(id: Link.ID) throws -> Link?
    func link(url: String) throws -> Link?
    /// Returns the links with the given normalized URLs, in any order. A remote store needs only
    /// one round trip for all of them.
    func links(urls: [String]) throws -> [Link]
    /// Returns all tags in use, most used first, then by name.
    func tags() throws -> [TagCount]

    /// Stores a link with a new ID that no link in the library has ever had, and returns the stored
    /// link. The ID of the argument is ignored.
    ///
    /// No stored link may have the same URL.
    func insert(_ link: Link) throws -> Link
    func update(_ link: Link) throws
    func remove(id: Link.ID) throws
    /// Replaces the old tags with a new tag, or removes them if `new` is `nil`. Returns the number
    /// of links that had one of the old tags.
    ///
    /// After the replacement, all links share the spelling of the new tag.
    func replaceTags(_ old: Set<LinkTag>, with new: LinkTag?) throws -> Int

    /// Imports check records. The record of a link is skipped if the link was removed or already
    /// has a record that is at least as recent. Returns the links that received a record.
    ///
    /// The import is part of the transaction's change. Undoing the change removes the imported
    /// records and keeps all others.
    func importChecks(_ records: [CheckRecord]) throws -> Set<Link.ID>
}

extension LinkTransaction {
    /// Returns the links with the given normalized URLs.
    ///
    /// This default implementation looks up the links one by one, which is fast enough for local
    /// stores.
    package func links(urls: [String]) throws -> [Link] {
        try urls.compactMap { try link(url: $0) }
    }
}

/// A container that provides the store of the library.
package protocol LinkStoreProviding: SharedContainer {
    var linkStore: Factory<any LinkStore> { get }
}
