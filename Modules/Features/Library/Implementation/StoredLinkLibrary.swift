package import Core
import Foundation
package import LibraryInterface
package import PagesInterface

/// A library over any store of links, which asks pages for their titles.
package struct StoredLinkLibrary: LinkLibrary {
    private let store: any LinkStore
    private let pages: any PageReader
    private let clock: any WallClock

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
        if let known = try await store.transaction({ [url = draft.url] in try $0.link(url: url) }) {
            return Addition(link: known, isNew: false)
        }
        let pageError = fetching ? await fillIn(&draft) : nil
        // Another process may have saved it while the page was read, so the store is asked again.
        return try await store.transaction { [draft] transaction in
            if let known = try transaction.link(url: draft.url) { return Addition(link: known, isNew: false) }
            return Addition(link: try transaction.insert(draft), isNew: true, pageError: pageError)
        }
    }

    package func links(matching query: LinkQuery) async throws -> [Link] {
        try await store.links(matching: query)
    }

    package func links(_ ids: [Link.ID]) async throws -> [Link] {
        let ids = ids.withoutRepetitions
        return try await store.links(ids).complete(for: ids)
    }

    package func remove(_ ids: [Link.ID]) async throws -> [Link] {
        try await store.transaction { transaction in
            let ids = ids.withoutRepetitions
            let links = try ids.compactMap { try transaction.link(id: $0) }.complete(for: ids)
            for link in links { try transaction.remove(id: link.id) }
            return links
        }
    }

    package func merge(isDryRun: Bool, _ feed: @escaping MergeFeed) async throws -> MergeReport {
        do {
            return try await store.transaction { transaction in
                var merger = LinkMerger(transaction: transaction, now: clock.now, addresses: addresses)
                try feed { try merger.merge($0) }
                if isDryRun { throw DryRun(report: merger.report) }
                return merger.report
            }
        } catch let dryRun as DryRun {
            return dryRun.report
        }
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

extension [Link.ID] {
    /// The identities, each once, in the order in which they come first.
    fileprivate var withoutRepetitions: [Link.ID] {
        var seen: Set<Link.ID> = []
        return filter { seen.insert($0).inserted }
    }
}

extension [Link] {
    /// The links, if they are all that were asked for.
    fileprivate func complete(for ids: [Link.ID]) throws(LibraryError) -> [Link] {
        let missing = Set(ids).subtracting(map(\.id))
        guard missing.isEmpty else { throw .noSuchLinks(ids.filter(missing.contains)) }
        return self
    }
}
