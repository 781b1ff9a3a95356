import AsyncStreams
package import Core
import Foundation
import LibraryInterface
package import PagesInterface

extension StoredLinkLibrary {
    package func readPages(
        of ids: [Link.ID],
        report: (Link, Result<String?, PageError>) async throws -> Void
    ) async throws -> [Link] {
        let links = AsyncThrowingStream(try await links(ids))
        var read: [(link: Link, page: Page)] = []
        try await links.concurrentMap(limit: Self.concurrency, order: .elements) {
            [pages] link -> (Link, Result<Page, PageError>)? in
            do throws(PageError) {
                return (link, .success(try await pages.page(of: link.url) ?? Page()))
            } catch {
                return Task.isCancelled ? nil : (link, .failure(error))
            }
        } deliver: { link, result in
            if case .success(let page) = result {
                read.append((link, page))
            }
            try await report(link, result.map(\.title))
        }
        // After a cancellation, the pages read so far are saved too.
        let updated = try await update(read)
        try Task.checkCancellation()
        return updated
    }

    /// Updates links from their pages in one change. Edits that were made since the links were read
    /// are kept, and removed links are skipped.
    private func update(_ pages: [(link: Link, page: Page)]) async throws -> [Link] {
        try await change(.edit) { transaction in
            try pages.compactMap { before, page in
                guard let known = try transaction.link(id: before.id), known.url == before.url
                else {
                    return nil
                }
                var link = known
                // A title that changed after the page was requested was edited by the user, so it
                // is kept.
                if known.title == before.title {
                    link.title = page.title ?? known.title
                }
                link.note = known.note ?? page.description
                return link == known ? nil : try transaction.update(known, to: link)
            }
        }
    }
}

extension PageReader {
    /// Reads the page at the URL of a link. Returns `nil` if the URL is not an `http` or `https`
    /// URL.
    func page(of url: String) async throws(PageError) -> Page? {
        guard let url = URL(string: url), url.httpHost != nil else {
            return nil
        }
        return try await page(at: url)
    }
}
