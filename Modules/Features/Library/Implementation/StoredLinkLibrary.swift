package import Core
import Foundation
package import LibraryInterface
package import PagesInterface

package struct StoredLinkLibrary: LinkLibrary {
    /// The number of pages that are read at the same time.
    static let concurrency = 16

    let store: any LinkStore
    let clock: any WallClock
    let pages: any PageReader
    let urlPolicy: URLPolicy

    package init(
        store: any LinkStore,
        pages: any PageReader,
        clock: any WallClock,
        urlPolicy: URLPolicy = URLPolicy()
    ) {
        self.store = store
        self.pages = pages
        self.clock = clock
        self.urlPolicy = urlPolicy
    }

    package func undo(isDryRun: Bool) async throws -> LinkChange? {
        try await store.undo(isDryRun: isDryRun)
    }

    /// Runs a transaction with the current date. A dry run returns the result and rolls the
    /// transaction back.
    func change<Result: Sendable>(
        _ kind: LinkChange.Kind,
        isDryRun: Bool = false,
        _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result {
        do {
            return try await store.transaction(at: clock.now) { transaction in
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
}

/// An error that is thrown at the end of a dry run to roll the transaction back.
private struct DryRunRollback<Result: Sendable>: Error { let result: Result }

// MARK: - Reading

extension StoredLinkLibrary {
    package func links(matching query: LinkQuery) async throws -> [Link] {
        try await store.links(ids(matching: query))
    }

    package func ids(matching query: LinkQuery) async throws -> [Link.ID] {
        try await store.ids(matching: urlPolicy.normalize(query), at: clock.now)
    }

    package func batches(matching query: LinkQuery) -> LinkBatches {
        let reader = LinkBatchReader(library: self, query: query)
        return { try await reader.next() }
    }

    package func links(_ ids: [Link.ID]) async throws -> [Link] {
        let ids = ids.withoutDuplicates
        return try await store.links(ids).requiring(ids)
    }
}

/// A reader that returns the links of a query in batches.
///
/// The reader first reads all IDs, which occupy eight bytes each. It then reads the links of each
/// batch on request.
private actor LinkBatchReader {
    /// The number of links in a batch: large enough to amortize a request to a remote store, and
    /// small enough to use little memory.
    private static let size = 500
    private let library: StoredLinkLibrary
    private let query: LinkQuery
    private var remaining: ArraySlice<Link.ID>?

    init(library: StoredLinkLibrary, query: LinkQuery) {
        self.library = library
        self.query = query
    }

    func next() async throws -> [Link]? {
        if remaining == nil {
            remaining = try await library.ids(matching: query)[...]
        }
        while let ids = remaining?.prefix(Self.size), !ids.isEmpty {
            let links = try await library.store.links(Array(ids))
            // After an error, the next call reads the same links.
            remaining = remaining?.dropFirst(ids.count)
            if !links.isEmpty {
                return links
            }
        }
        return nil
    }
}
