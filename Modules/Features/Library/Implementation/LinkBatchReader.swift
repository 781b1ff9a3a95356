import Core

/// Reads the links of a query batch by batch: their identities at once, eight bytes each, and their texts as they are wanted.
actor LinkBatchReader {
    /// How many links are read at once: enough that asking costs little, few enough that they take little memory.
    private static let batchSize = 500

    private let store: any LinkStore
    private let query: LinkQuery
    private var remaining: ArraySlice<Link.ID>?

    init(store: any LinkStore, query: LinkQuery) {
        self.store = store
        self.query = query
    }

    /// The next batch, which is never empty, or nil at the end.
    func next() async throws -> [Link]? {
        if remaining == nil { remaining = try await store.ids(matching: query)[...] }
        while let ids = remaining?.prefix(Self.batchSize), !ids.isEmpty {
            remaining = remaining?.dropFirst(ids.count)
            let links = try await store.links(Array(ids))
            if !links.isEmpty { return links }
        }
        return nil
    }
}
