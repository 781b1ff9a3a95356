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

    package func links(matching query: LinkQuery) async throws -> [Link] {
        try await store.links(matching: normalize(query))
    }

    package func ids(matching query: LinkQuery) async throws -> [Link.ID] {
        try await store.ids(matching: normalize(query))
    }

    package func batches(matching query: LinkQuery) -> LinkBatches {
        let reader = LinkBatchReader(store: store, query: normalize(query))
        return { try await reader.next() }
    }

    private func normalize(_ query: LinkQuery) -> LinkQuery {
        urlPolicy.normalize(query, at: clock.now)
    }

    package func links(_ ids: [Link.ID]) async throws -> [Link] {
        let ids = ids.withoutDuplicates
        return try await store.links(ids).requiring(ids)
    }

    package func remove(_ ids: [Link.ID]) async throws -> [Link] {
        try await change(.removal) { transaction in
            let links = try transaction.links(ids)
            for link in links {
                try transaction.remove(id: link.id)
            }
            return links
        }
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
            return try await store.transaction(kind, at: clock.now) { transaction in
                let result = try body(transaction)
                if isDryRun {
                    throw DryRunRollback(result: result)
                }
                return result
            }
        } catch let dryRun as DryRunRollback<Result> {
            return dryRun.result
        }
    }
}

/// An error that is thrown at the end of a dry run to roll the transaction back.
private struct DryRunRollback<Result: Sendable>: Error { let result: Result }

extension LinkTransaction {
    func links(_ ids: [Link.ID]) throws -> [Link] {
        let ids = ids.withoutDuplicates
        return try ids.compactMap { try link(id: $0) }.requiring(ids)
    }

    func merge(_ draft: LinkDraft, into known: Link?) throws -> Addition {
        guard let known else {
            return Addition(try insert(draft), .added)
        }
        let merged = try update(known, to: known.merging(draft, at: date))
        return Addition(merged, merged == known ? .unchanged : .merged)
    }

    /// Updates a link and its date if anything changes. Returns the updated link.
    func update(_ link: Link, to changed: Link) throws -> Link {
        guard changed != link else { return link }
        var changed = changed
        changed.updated = max(link.updated, date.wholeSeconds)
        try update(changed)
        return changed
    }
}

extension [Link.ID] {
    fileprivate var withoutDuplicates: [Link.ID] {
        var seen: Set<Link.ID> = []
        return filter { seen.insert($0).inserted }
    }
}

extension [Link] {
    fileprivate func requiring(_ ids: [Link.ID]) throws(LibraryError) -> [Link] {
        let missing = Set(ids).subtracting(map(\.id))
        guard missing.isEmpty else {
            throw .noSuchLinks(ids.filter(missing.contains))
        }
        return self
    }
}
