package import Core
package import LibraryInterface
import PagesInterface

extension StoredLinkLibrary {
    package func add(_ draft: LinkDraft, fetching: Bool) async throws -> Addition {
        try await save(prepared(draft, fetching: fetching))
    }

    package func add(
        fetching: Bool, _ next: @escaping @Sendable () async throws -> SourcedDraft?,
        report: (SourcedDraft, Result<Addition, LibraryError>) async throws -> Void
    ) async throws {
        var work = OrderedWork(next) { source -> (SourcedDraft, Result<PreparedDraft, any Error>)? in
            do {
                return (source, .success(try await prepared(source.draft, fetching: fetching)))
            } catch {
                return error is CancellationError ? nil : (source, .failure(error))
            }
        }
        try await work.run { source, prepared in
            do {
                let draft = try prepared.get()
                // In a task of its own, as cancelling must not cancel a write: what was read is kept.
                try await report(source, .success(Task { try await save(draft) }.value))
            } catch let error as LibraryError {
                try await report(source, .failure(error))
            }
        }
    }

    /// Brings a draft into the form that is kept, and asks its page for what is missing.
    private func prepared(_ draft: LinkDraft, fetching: Bool) async throws -> PreparedDraft {
        var prepared = PreparedDraft(draft: try tidied(draft), isDated: draft.added != nil)
        let known = try await store.link(url: prepared.draft.url)
        prepared.isKnown = known != nil
        let lacks = known.map { $0.title == nil && draft.title == nil } ?? (draft.title == nil || draft.note == nil)
        guard fetching, lacks else { return prepared }
        do {
            let page = try await pages.page(of: prepared.draft.url)
            prepared.draft.title = prepared.draft.title ?? page?.title
            prepared.draft.note = prepared.draft.note ?? page?.description
        } catch {
            try Task.checkCancellation()
            prepared.pageError = error
        }
        return prepared
    }

    /// Saves a link, or lets the one at its address learn from it.
    private func save(_ prepared: PreparedDraft) async throws -> Addition {
        let draft = prepared.draft
        return try await store.transaction(prepared.isKnown ? .edit : .addition, at: clock.now) { transaction in
            // Another process may have saved it while the page was read.
            guard let known = try transaction.link(url: draft.url) else {
                return Addition(try transaction.insert(draft), .added, pageError: prepared.pageError)
            }
            guard let learned = known.learning(from: draft, dated: prepared.isDated, now: clock.now) else {
                return Addition(known, .unchanged, pageError: prepared.pageError)
            }
            try transaction.update(learned)
            return Addition(learned, .merged, pageError: prepared.pageError)
        }
    }

    private func tidied(_ draft: LinkDraft) throws(LibraryError) -> LinkDraft {
        do {
            return try draft.tidied(now: clock.now, addresses: addresses)
        } catch {
            throw .invalidAddress(draft.url, reason: error)
        }
    }
}

/// A link that is about to be saved.
private struct PreparedDraft: Sendable {
    var draft: LinkDraft
    /// Whether its date was given.
    var isDated: Bool
    /// Whether a link at its address is there.
    var isKnown = false
    /// Why its page could not be read.
    var pageError: PageError?
}
