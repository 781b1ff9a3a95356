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
        store.batches(matching: normalize(query))
    }

    private func normalize(_ query: LinkQuery) -> LinkQuery {
        urlPolicy.normalize(query, at: clock.now)
    }

    package func links(_ ids: [Link.ID]) async throws -> [Link] {
        try await store.links(requiring: ids)
    }

    package func remove(_ ids: [Link.ID]) async throws -> [Link] {
        try await change(.removal) { try $0.remove(ids) }
    }

    package func undo(isDryRun: Bool) async throws -> LinkChange? {
        try await store.undo(isDryRun: isDryRun)
    }

    /// Runs a transaction with the current date.
    func change<Result: Sendable>(
        _ kind: LinkChange.Kind,
        isDryRun: Bool = false,
        _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction(kind, at: clock.now, isDryRun: isDryRun, body)
    }
}
