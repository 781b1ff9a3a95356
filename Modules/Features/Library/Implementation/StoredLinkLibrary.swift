package import Core
import Foundation
package import LibraryInterface
package import PagesInterface

/// A library over any store of links, which asks pages for their titles.
package struct StoredLinkLibrary: LinkLibrary {
    let store: any LinkStore
    let clock: any WallClock
    private let pages: any PageReader

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

    package func add(_ draft: LinkDraft, fetching: Bool) async throws -> Addition {
        var draft = try tidied(draft)
        if let known = try await store.link(url: draft.url) { return Addition(link: known, isNew: false) }
        let pageError = fetching ? await fillIn(&draft) : nil
        // Another process may have saved it while the page was read, so the store is asked again.
        return try await store.transaction(.addition, at: clock.now) { [draft] transaction in
            if let known = try transaction.link(url: draft.url) { return Addition(link: known, isNew: false) }
            return Addition(link: try transaction.insert(draft), isNew: true, pageError: pageError)
        }
    }

    package func links(matching query: LinkQuery) async throws -> [Link] {
        try await store.links(matching: query)
    }

    package func batches(matching query: LinkQuery) -> AsyncThrowingStream<[Link], any Error> {
        let reader = LinkBatchReader(store: store, query: query)
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

    private func tidied(_ draft: LinkDraft) throws(LibraryError) -> LinkDraft {
        do {
            return try draft.tidied(now: clock.now, addresses: addresses)
        } catch {
            throw .invalidAddress(draft.url, reason: error)
        }
    }

    /// Asks the page for what the draft does not say; returns why it could not be read.
    private func fillIn(_ draft: inout LinkDraft) async -> PageError? {
        guard draft.title == nil || draft.note == nil, let url = URL(string: draft.url),
            ["http", "https"].contains(url.scheme)
        else { return nil }
        do {
            let page = try await pages.page(at: url)
            draft.title = draft.title ?? page.title
            draft.note = draft.note ?? page.description
            return nil
        } catch {
            return error
        }
    }
}
