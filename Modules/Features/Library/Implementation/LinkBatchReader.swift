import Core
import LibraryInterface

/// A reader that returns the links of a query in batches.
///
/// The reader first reads all IDs, which occupy eight bytes each. It then reads the links of each
/// batch on request.
actor LinkBatchReader {
    /// The number of links in a batch: large enough to amortize a request, and small enough to use
    /// little memory.
    private static let batchSize = 500
    private let store: any LinkStore
    private let query: LinkQuery
    private var remaining: ArraySlice<Link.ID>?

    init(store: any LinkStore, query: LinkQuery) {
        self.store = store
        self.query = query
    }

    func next() async throws -> [Link]? {
        if remaining == nil {
            remaining = try await store.ids(matching: query)[...]
        }
        while let ids = remaining?.prefix(Self.batchSize), !ids.isEmpty {
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
