public import Core
import Foundation
public import LibraryInterface
public import PagesInterface
import WebURLs

/// An in-memory library. It saves `http` and `https` URLs and compares them literally.
///
/// The library reads no pages, so missing titles stay missing.
public struct InMemoryLinkLibrary: LinkLibrary {
    /// The store of the links and their checks.
    package let store: InMemoryLinkStore
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// Creates a library with the given links, numbered from 1.
    public init(_ drafts: [LinkDraft] = [], checks: [CheckRecord] = []) {
        let links = zip(1..., drafts).map { [now] id, draft in
            Link(id: id, storing: draft, at: now)
        }
        store = InMemoryLinkStore(links, checks: checks)
    }

    public func add(_ draft: LinkDraft, fetching: Bool) async throws -> Addition {
        try draft.url.requireSaved()
        return try await store.transaction(at: now) { try $0.add(draft, for: draft) }
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

    /// Reports an empty page for each link.
    public func readPages(
        of ids: [Link.ID],
        report: (Link, Result<String?, PageError>) async throws -> Void
    ) async throws -> [Link] {
        for link in try await links(ids) {
            try await report(link, .success(nil))
        }
        return []
    }

    public func links(matching query: LinkQuery) async -> [Link] {
        await store.links(matching: dated(query))
    }

    public func ids(matching query: LinkQuery) async -> [Link.ID] {
        await store.ids(matching: dated(query))
    }

    /// Returns batches of at most two links, so that tests need only a few links to read several
    /// batches.
    public func batches(matching query: LinkQuery) -> LinkBatches {
        store.batches(matching: dated(query), size: 2)
    }

    private func dated(_ query: LinkQuery) -> LinkQuery {
        var query = query
        query.deadSince = query.deadFor.map { now - $0 }
        return query
    }

    public func links(_ ids: [Link.ID]) async throws -> [Link] {
        try await store.links(requiring: ids)
    }

    public func edit(_ ids: [Link.ID], _ edit: LinkEdit) async throws -> [Link] {
        try edit.url?.requireSaved()
        return try await change(.edit) { try $0.edit(ids, edit) }
    }

    public func follow(_ moves: [LinkMove], isDryRun: Bool) async throws -> [Link.ID: Link] {
        let moves = moves.filter { $0.url.problem == nil }
        return try await change(.edit, isDryRun: isDryRun) { try $0.follow(moves) }
    }

    public func remove(_ ids: [Link.ID]) async throws -> [Link] {
        try await change(.removal) { try $0.remove(ids) }
    }

    public func merge(
        isDryRun: Bool,
        _ source: @escaping MergeSource
    ) async throws -> MergeReport {
        try await change(.merge, isDryRun: isDryRun) { transaction in
            var report = MergeReport()
            try source { source in
                let draft = source.draft
                if let problem = draft.url.problem {
                    return report.skipped.append(
                        .init(line: source.line, url: draft.url, problem: problem)
                    )
                }
                let known = try transaction.link(url: draft.url)
                let addition = try transaction.merge(draft, into: known)
                let check = source.check.map { $0.record(of: addition.link.id) }
                let imported = try transaction.importChecks([check].compactMap(\.self))
                // A link that gained only a check counts as merged instead of unchanged.
                let hasOnlyCheck = addition.outcome == .unchanged && !imported.isEmpty
                report.count(hasOnlyCheck ? .merged : addition.outcome)
            }
            return report
        }
    }

    public func tags() async -> [TagCount] {
        await store.tags()
    }

    public func renameTag(_ tag: LinkTag, to name: LinkTag) async throws -> Int {
        try await change(.tagRename) { try $0.renameTag(tag, to: name) }
    }

    public func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) async throws -> Int {
        try await change(.tagMerge) { try $0.mergeTags(tags, into: tag) }
    }

    public func removeTag(_ tag: LinkTag) async throws -> Int {
        try await change(.edit) { try $0.removeTag(tag) }
    }

    public func undo(isDryRun: Bool) async -> LinkChange? {
        await store.undo(isDryRun: isDryRun)
    }

    private func change<Result: Sendable>(
        _ kind: LinkChange.Kind,
        isDryRun: Bool = false,
        _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction(kind, at: now, isDryRun: isDryRun, body)
    }
}

extension String {
    /// The reason why the library does not save the string, or `nil` if it is a URL.
    fileprivate var problem: WebURLError? {
        do {
            _ = try WebURL(normalizing: self, schemes: ["http", "https"])
            return nil
        } catch {
            return error
        }
    }

    fileprivate func requireSaved() throws(LibraryError) {
        if let problem {
            throw .invalidURL(self, reason: problem)
        }
    }
}
