package import Core
package import Foundation
package import Injection

/// A store of the links of one library, with a journal of their changes.
///
/// A store opens no file or connection until it is first used. All methods throw only
/// `StoreError`, except that a transaction rethrows the errors of its body.
package protocol LinkStore: Sendable {
    /// Returns the IDs of the matching links in the order of the query.
    func ids(matching query: LinkQuery) async throws -> [Link.ID]
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

extension LinkStore {
    /// Runs `body` as one transaction with the given kind of change. A dry run returns the result
    /// and rolls the transaction back.
    package func transaction<Result: Sendable>(
        _ kind: LinkChange.Kind,
        at date: Date,
        isDryRun: Bool = false,
        _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result {
        do {
            return try await transaction(at: date) { transaction in
                let result = try body(transaction)
                if isDryRun {
                    throw DryRunRollback(result: result)
                }
                return (result, kind)
            }
        } catch let dryRun as DryRunRollback<Result> {
            return dryRun.result
        }
    }

    /// Returns the matching links in the order of the query. Links that are removed in the meantime
    /// are skipped.
    package func links(matching query: LinkQuery) async throws -> [Link] {
        try await links(ids(matching: query))
    }

    /// Returns the matching links in batches, in the order of the query.
    ///
    /// - Parameter size: The number of links in a batch. By default, it is large enough to amortize
    ///   a request, and small enough to use little memory.
    package func batches(matching query: LinkQuery, size: Int = 500) -> LinkBatches {
        let reader = LinkBatchReader(store: self, query: query, size: size)
        return { try await reader.next() }
    }
}

/// An error that is thrown at the end of a dry run to roll the transaction back.
private struct DryRunRollback<Result: Sendable>: Error { let result: Result }

/// A reader that returns the links of a query in batches.
///
/// The reader first reads all IDs, which occupy eight bytes each. It then reads the links of each
/// batch on request.
private actor LinkBatchReader {
    private let store: any LinkStore
    private let query: LinkQuery
    private let size: Int
    private var remaining: ArraySlice<Link.ID>?

    init(store: any LinkStore, query: LinkQuery, size: Int) {
        self.store = store
        self.query = query
        self.size = size
    }

    func next() async throws -> [Link]? {
        if remaining == nil {
            remaining = try await store.ids(matching: query)[...]
        }
        while let ids = remaining?.prefix(size), !ids.isEmpty {
            let links = try await store.links(Array(ids))
            // After an error, the next call reads the same links.
            remaining = remaining?.dropFirst(ids.count)
            if !links.isEmpty {
                return links
            }
        }
        return nil
    }
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

    /// Stores a new link with an ID that no link in the library has ever had.
    ///
    /// A draft without a date gets the date of the transaction. No stored link may have the same
    /// URL.
    func insert(_ draft: LinkDraft) throws -> Link
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
