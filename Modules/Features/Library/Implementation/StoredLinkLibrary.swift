package import Core
package import LibraryInterface
package import PagesInterface

/// A library over any store of links, which asks pages for their titles.
package struct StoredLinkLibrary: LinkLibrary {
    let store: any LinkStore
    let clock: any WallClock
    let pages: any PageReader

    /// What is done with addresses by choice.
    let addresses: AddressRules

    /// Makes a library from its collaborators; nothing is opened yet.
    package init(
        store: any LinkStore, pages: any PageReader, clock: any WallClock, addresses: AddressRules = AddressRules()
    ) {
        self.store = store
        self.pages = pages
        self.clock = clock
        self.addresses = addresses
    }

    package func links(matching query: LinkQuery) async throws -> [Link] {
        try await store.links(matching: query.withNormalAddresses(addresses))
    }

    package func ids(matching query: LinkQuery) async throws -> [Link.ID] {
        try await store.ids(matching: query.withNormalAddresses(addresses))
    }

    package func batches(matching query: LinkQuery) -> AsyncThrowingStream<[Link], any Error> {
        let reader = LinkBatchReader(store: store, query: query.withNormalAddresses(addresses))
        return AsyncThrowingStream { try await reader.next() }
    }

    package func links(_ ids: [Link.ID]) async throws -> [Link] {
        let ids = ids.withoutRepetitions
        return try await store.links(ids).complete(for: ids)
    }

    package func remove(_ ids: [Link.ID]) async throws -> [Link] {
        try await store.transaction(.removal, at: clock.now) { transaction in
            let links = try transaction.links(ids)
            for link in links { try transaction.remove(id: link.id) }
            return links
        }
    }

    package func merge(isDryRun: Bool, _ feed: @escaping MergeFeed) async throws -> MergeReport {
        do {
            return try await store.transaction(.merge, at: clock.now) { transaction in
                var merger = LinkMerger(transaction: transaction, now: clock.now, addresses: addresses)
                try feed { try merger.merge($0) }
                let report = try merger.finish()
                if isDryRun { throw DryRun(report: report) }
                return report
            }
        } catch let dryRun as DryRun {
            return dryRun.report
        }
    }

    package func undo(isDryRun: Bool) async throws -> LinkChange? {
        try await store.undo(isDryRun: isDryRun)
    }

    /// Thrown at the end of a dry run, so that the store takes everything back.
    private struct DryRun: Error {
        let report: MergeReport
    }
}
