import AsyncStreams
import Core
package import LibraryInterface
import PagesInterface

extension StoredLinkLibrary {
    package func add(_ draft: LinkDraft, fetching: Bool) async throws -> Addition {
        try await save(try await prepare(draft, fetching: fetching))
    }

    package func add(
        fetching: Bool,
        _ next: @escaping @Sendable () async throws -> SourcedDraft?,
        report: (SourcedDraft, Result<Addition, LibraryError>) async throws -> Void
    ) async throws {
        let drafts = AsyncThrowingStream(unfolding: next)
        try await drafts.concurrentMap(limit: Self.concurrency, order: .elements) {
            source -> (SourcedDraft, Result<PreparedDraft, any Error>)? in
            do {
                return (source, .success(try await prepare(source.draft, fetching: fetching)))
            } catch {
                return error is CancellationError ? nil : (source, .failure(error))
            }
        } deliver: { source, prepared in
            do {
                try await report(source, .success(try await save(prepared.get())))
            } catch let error as LibraryError {
                try await report(source, .failure(error))
            }
        }
        try Task.checkCancellation()
    }

    /// Returns a normalized draft. If `fetching` is true and the link lacks details, also reads its
    /// page.
    private func prepare(_ draft: LinkDraft, fetching: Bool) async throws -> PreparedDraft {
        var prepared = PreparedDraft(draft: try normalize(draft))
        guard fetching, try await lacksDetails(prepared.draft) else {
            return prepared
        }
        do {
            prepared.page = try await pages.page(of: prepared.draft.url)
        } catch {
            try Task.checkCancellation()
            prepared.pageError = error
        }
        return prepared
    }

    /// Returns whether the page could add details to a draft, or to the stored link with the same
    /// URL.
    private func lacksDetails(_ draft: LinkDraft) async throws -> Bool {
        // A draft with a title and a note needs no details from its page.
        guard draft.title == nil || draft.note == nil else {
            return false
        }
        guard let known = try await store.link(url: draft.url) else {
            return true
        }
        return known.title == nil && draft.title == nil
    }

    /// Saves a draft in one transaction. The transaction looks up the URL again, because another
    /// process may have added the link while the page was read.
    private func save(_ prepared: PreparedDraft) async throws -> Addition {
        try await store.transaction(at: clock.now) { transaction in
            var (addition, kind) = try transaction.add(prepared.complete, for: prepared.draft)
            addition.pageError = prepared.pageError
            return (addition, kind)
        }
    }

    private func normalize(_ draft: LinkDraft) throws(LibraryError) -> LinkDraft {
        do {
            return try urlPolicy.normalize(draft)
        } catch {
            throw .invalidURL(draft.url, reason: error)
        }
    }

    func normalize(_ url: String) throws(LibraryError) -> String {
        do {
            return try urlPolicy.normalize(url)
        } catch {
            throw .invalidURL(url, reason: error)
        }
    }
}

private struct PreparedDraft: Sendable {
    let draft: LinkDraft
    var page: Page?
    var pageError: PageError?

    /// The draft with the details that it lacks and the page has.
    var complete: LinkDraft {
        var complete = draft
        complete.title = draft.title ?? page?.title
        complete.note = draft.note ?? page?.description
        return complete
    }
}
