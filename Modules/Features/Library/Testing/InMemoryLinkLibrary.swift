public import Core
import Foundation
public import LibraryInterface
public import PagesInterface
import Synchronization
public import WebURLs

/// An in-memory library for the tests of other features and of apps, which stores links as they
/// are.
///
/// The library has none of the rules of a real one: it does not normalize URLs, and a link whose
/// URL exists is unchanged. It reads no pages, and it throws an error if a test edits a link or a
/// tag.
public struct InMemoryLinkLibrary: LinkLibrary {
    /// The store of the links and their checks.
    package let store: InMemoryLinkStore
    private let onDraft: @Sendable (LinkDraft) -> WebURLError?
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// Creates a library with the given links, numbered from 1.
    ///
    /// - Parameters:
    ///   - checks: The checks of the links.
    ///   - onDraft: A closure that is called with each added or merged draft. It returns the reason
    ///     why the library rejects the URL of the draft, or `nil` to store the draft.
    public init(
        _ drafts: [LinkDraft] = [],
        checks: [CheckRecord] = [],
        onDraft: @escaping @Sendable (LinkDraft) -> WebURLError? = { _ in nil }
    ) {
        let links = zip(1..., drafts).map { [now] in Link(id: $0, $1, at: now) }
        store = InMemoryLinkStore(links, checks: checks)
        self.onDraft = onDraft
    }

    // MARK: Reading

    public func links(matching query: LinkQuery) async -> [Link] {
        await store.links(ids(matching: query))
    }

    public func ids(matching query: LinkQuery) async -> [Link.ID] {
        await store.ids(matching: query, at: now)
    }

    /// Returns batches of at most two links, so that tests need only a few links to read several
    /// batches.
    public func batches(matching query: LinkQuery) -> LinkBatches {
        let unread = Mutex<ArraySlice<Link.ID>?>(nil)
        return {
            var ids = unread.withLock(\.self)
            if ids == nil {
                ids = await self.ids(matching: query)[...]
            }
            unread.withLock { [ids] in $0 = ids?.dropFirst(2) }
            let batch = await store.links(Array(ids?.prefix(2) ?? []))
            return batch.isEmpty ? nil : batch
        }
    }

    public func links(_ ids: [Link.ID]) async throws -> [Link] {
        var seen: Set<Link.ID> = []
        let ids = ids.filter { seen.insert($0).inserted }
        let found = await store.links(ids)
        guard found.count == ids.count else {
            throw LibraryError.noSuchLinks(ids.filter { !found.map(\.id).contains($0) })
        }
        return found
    }

    public func tags() async -> [TagCount] {
        await store.tags()
    }

    // MARK: Storing

    public func add(_ draft: LinkDraft, fetching: Bool) async throws -> Addition {
        if let reason = onDraft(draft) {
            throw LibraryError.invalidURL(draft.url, reason: reason)
        }
        return try await store.transaction(at: now) { (try $0.store(draft), .addition) }
    }

    public func add(
        fetching: Bool,
        _ next: @escaping @Sendable () async throws -> SourcedDraft?,
        report: (SourcedDraft, Result<Addition, LibraryError>) async throws -> Void
    ) async throws {
        while let source = try await next() {
            do {
                try await report(source, .success(add(source.draft, fetching: fetching)))
            } catch let error as LibraryError {
                try await report(source, .failure(error))
            }
        }
    }

    public func merge(
        isDryRun: Bool,
        _ source: @escaping MergeSource
    ) async throws -> MergeReport {
        do {
            return try await store.transaction(at: now) { transaction in
                var report = MergeReport()
                try source { source in
                    let draft = source.draft
                    if let problem = onDraft(draft) {
                        return report.skipped.append(
                            .init(line: source.line, url: draft.url, problem: problem)
                        )
                    }
                    let addition = try transaction.store(draft)
                    report.added += addition.isNew ? 1 : 0
                    report.unchanged += addition.isNew ? 0 : 1
                    let checks = source.check.map { check in
                        CheckRecord(
                            link: addition.link.id,
                            verdict: check.verdict,
                            attempts: 0,
                            milliseconds: 0,
                            checked: check.checked
                        )
                    }
                    _ = try transaction.importChecks([checks].compactMap(\.self))
                }
                guard !isDryRun else { throw DryRun(report: report) }
                return (report, .merge)
            }
        } catch let dryRun as DryRun {
            return dryRun.report
        }
    }

    private struct DryRun: Error { let report: MergeReport }

    public func remove(_ ids: [Link.ID]) async throws -> [Link] {
        let removed = try await links(ids)
        return try await store.transaction(at: now) { transaction in
            for link in removed {
                try transaction.remove(id: link.id)
            }
            return (removed, .removal)
        }
    }

    public func undo(isDryRun: Bool) async -> LinkChange? {
        await store.undo(isDryRun: isDryRun)
    }

    // MARK: Editing

    /// An error that is thrown by a function that the mock does not implement.
    private struct NotImplemented: Error {
        let function: String
        init(_ function: String = #function) {
            self.function = function
        }
    }

    public func edit(_ ids: [Link.ID], _ edit: LinkEdit) async throws -> [Link] {
        throw NotImplemented()
    }

    public func follow(_ moves: [LinkMove], isDryRun: Bool) async throws -> [Link.ID: Link] {
        throw NotImplemented()
    }

    public func readPages(
        of ids: [Link.ID],
        report: (Link, Result<String?, PageError>) async throws -> Void
    ) async throws -> [Link] {
        throw NotImplemented()
    }

    public func renameTag(_ tag: LinkTag, to name: LinkTag) async throws -> Int {
        throw NotImplemented()
    }

    public func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) async throws -> Int {
        throw NotImplemented()
    }

    public func removeTag(_ tag: LinkTag) async throws -> Int {
        throw NotImplemented()
    }
}

extension LinkTransaction {
    /// Stores a draft, unless a link already has its URL.
    fileprivate func store(_ draft: LinkDraft) throws -> Addition {
        if let known = try link(url: draft.url) {
            return Addition(known, .unchanged)
        }
        return Addition(try insert(Link(id: 0, draft, at: date)), .added)
    }
}

extension Link {
    fileprivate init(id: Link.ID, _ draft: LinkDraft, at date: Date) {
        let added = draft.added ?? date
        self.init(
            id: id,
            url: draft.url,
            title: draft.title,
            note: draft.note,
            tags: draft.tags,
            added: added,
            updated: draft.updated ?? added
        )
    }
}
