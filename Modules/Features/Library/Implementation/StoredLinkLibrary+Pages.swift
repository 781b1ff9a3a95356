package import Core
import Foundation
package import LibraryInterface
import PagesInterface
import Synchronization

extension StoredLinkLibrary {
    package func readPages(
        of ids: [Link.ID], report: (PageReading) async throws -> Void
    ) async throws -> [Link] {
        let rest = Mutex(try await links(ids)[...])
        var work = OrderedWork {
            rest.withLock { $0.popFirst() }
        } work: { [pages] link -> (Link, Result<Page, PageError>)? in
            do throws(PageError) {
                return (link, .success(try await pages.page(of: link.url) ?? Page()))
            } catch {
                return Task.isCancelled ? nil : (link, .failure(error))
            }
        }
        var read: [(link: Link, page: Page)] = []
        do {
            try await work.run { link, result in
                switch result {
                case .success(let page):
                    read.append((link, page))
                    try await report(PageReading(link, title: page.title))
                case .failure(let error): try await report(PageReading(link, error: error))
                }
            }
        } catch is CancellationError {
            _ = try await takeOver(read)
            throw CancellationError()
        }
        return try await takeOver(read)
    }

    /// Changes links by what their pages say, in one change; what others have changed or removed meanwhile stays so.
    private func takeOver(_ pages: [(link: Link, page: Page)]) async throws -> [Link] {
        // In a task of its own, as cancelling must not cancel a write.
        try await Task {
            try await store.transaction(.edit, at: clock.now) { transaction in
                try pages.compactMap { before, page in
                    guard let known = try transaction.link(id: before.id), known.url == before.url,
                        var link = known.changed(by: page, since: before)
                    else { return nil }
                    link.updated = max(known.updated, clock.now.wholeSeconds)
                    try transaction.update(link)
                    return link
                }
            }
        }.value
    }
}

extension Link {
    /// The link with what its page says, or nil when that is nothing new; a title that is not that of before is somebody's own.
    fileprivate func changed(by page: Page, since before: Link) -> Link? {
        var link = self
        if title == before.title { link.title = page.title ?? title }
        link.note = note ?? page.description
        return link == self ? nil : link
    }
}

extension PageReader {
    /// The page at an address of the library; nil for one that is not of the web.
    func page(of address: String) async throws(PageError) -> Page? {
        guard let url = URL(string: address), ["http", "https"].contains(url.scheme) else { return nil }
        return try await page(at: url)
    }
}
