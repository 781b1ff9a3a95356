import AsyncStreams
import Core
package import LibraryInterface
import PagesInterface

extension StoredLinkLibrary {
    package func add(_ draft: LinkDraft, fetching: Bool) async throws -> Addition {
        let (draft, page) = try await prepare(draft, fetching: fetching)
        return try await save(draft, page)
    }

    package func add(
        fetching: Bool,
        _ next: @escaping @Sendable () async throws -> SourcedDraft?,
        report: (SourcedDraft, Result<Addition, LibraryError>) async throws -> Void
    ) async throws {
        let drafts = AsyncThrowingStream(unfolding: next)
        try await drafts.concurrentMap(limit: Self.concurrency, order: .elements) {
            source -> (SourcedDraft, Result<(LinkDraft, Result<Page?, PageError>), any Error>)? in
            do {
                return (source, .success(try await prepare(source.draft, fetching: fetching)))
            } catch {
                return error is CancellationError ? nil : (source, .failure(error))
            }
        } deliver: { source, prepared in
            do {
                let (draft, page) = try prepared.get()
                try await report(source, .success(try await save(draft, page)))
            } catch let error as LibraryError {
                try await report(source, .failure(error))
            }
        }
        try Task.checkCancellation()
    }

    /// Returns a normalized draft and the page at its URL. The page is `nil` if the URL cannot be
    /// requested, if `fetching` is false, or if the link lacks no details.
    private func prepare(
        _ draft: LinkDraft,
        fetching: Bool
    ) async throws -> (LinkDraft, Result<Page?, PageError>) {
        let draft = try normalize(draft)
        guard fetching, try await lacksDetails(draft) else {
            return (draft, .success(nil))
        }
        do {
            return (draft, .success(try await pages.page(of: draft.url)))
        } catch {
            try Task.checkCancellation()
            return (draft, .failure(error))
        }
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

    /// Saves a draft in one transaction, with the details that it lacks and the page has. The
    /// transaction looks up the URL again, because another process may have added the link while
    /// the page was read.
    private func save(
        _ draft: LinkDraft,
        _ page: Result<Page?, PageError>
    ) async throws -> Addition {
        try await store.transaction(at: clock.now) { transaction in
            var complete = draft
            if case .success(let page?) = page {
                complete.title = draft.title ?? page.title
                complete.note = draft.note ?? page.description
            }
            let known = try transaction.link(url: draft.url)
            var addition = try transaction.merge(complete, into: known)
            addition.keepsTitle = draft.title != nil && draft.title != addition.link.title
            addition.keepsNote = draft.note != nil && draft.note != addition.link.note
            if case .failure(let error) = page {
                addition.pageError = error
            }
            return (addition, addition.isNew ? .addition : .edit)
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
