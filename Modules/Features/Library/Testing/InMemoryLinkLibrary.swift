public import Core
public import Foundation
public import LibraryInterface

/// A library that keeps its links in memory: `http` and `https` addresses, compared as they are written.
///
/// It reads no pages; a title that is asked of a page stays missing.
public actor InMemoryLinkLibrary: LinkLibrary {
    private(set) var links: [Link] = []
    private var lastID: Link.ID = 0
    /// What the last check of each link said.
    private(set) var checks: [Link.ID: CheckRecord]
    private var journal: [(change: LinkChange, before: [Link], checks: [Link.ID: CheckRecord])] = []
    let now: Date

    /// Makes a library that holds these links, the first of which is link 1, in which it is always that time.
    public init(
        _ drafts: [LinkDraft] = [], checks: [CheckRecord] = [], now: Date = Date(timeIntervalSince1970: 1_700_000_000)
    ) {
        self.now = now
        self.checks = Dictionary(checks.map { ($0.link, $0) }) { _, newer in newer }
        for draft in drafts {
            lastID += 1
            links.append(Self.link(id: lastID, draft, now: now))
        }
    }

    public func add(_ draft: LinkDraft, fetching: Bool) throws -> Addition {
        if let problem = Self.problem(of: draft.url) {
            throw LibraryError.invalidAddress(draft.url, reason: problem)
        }
        var merge = InMemoryMerge(links, lastID: lastID, checks: checks, now: now)
        merge.take(SourcedDraft(draft, line: 1))
        lastID = merge.lastID
        let isNew = merge.report.added > 0
        change(isNew ? .addition : .edit, to: merge.links)
        guard let link = links.first(where: { $0.url == draft.url }) else { throw LibraryError.noSuchLinks([lastID]) }
        return Addition(link, isNew ? .added : merge.report.merged > 0 ? .merged : .unchanged)
    }

    public nonisolated func add(
        fetching: Bool, _ next: @escaping @Sendable () async throws -> SourcedDraft?,
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

    /// It reads no pages: each says nothing.
    public nonisolated func readPages(
        of ids: [Link.ID], report: (PageReading) async throws -> Void
    ) async throws -> [Link] {
        for link in try await links(ids) { try await report(PageReading(link)) }
        return []
    }

    public func links(matching query: LinkQuery) -> [Link] {
        Array(links.filter(query.matches).sorted(by: query.precedes).prefix(query.limit ?? .max))
    }

    public func ids(matching query: LinkQuery) -> [Link.ID] { links(matching: query).map(\.id) }

    /// All links that match are one batch.
    public nonisolated func batches(matching query: LinkQuery) -> AsyncThrowingStream<[Link], any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [Link].self, throwing: (any Error).self)
        Task {
            let links = await links(matching: query)
            if !links.isEmpty { continuation.yield(links) }
            continuation.finish()
        }
        return stream
    }

    public func links(_ ids: [Link.ID]) throws -> [Link] {
        var seen: Set<Link.ID> = []
        let ids = ids.filter { seen.insert($0).inserted }
        let found = ids.map { id in links.first { $0.id == id } }
        let missing = zip(ids, found).filter { $0.1 == nil }.map(\.0)
        guard missing.isEmpty else { throw LibraryError.noSuchLinks(missing) }
        return found.compactMap(\.self)
    }

    public func remove(_ ids: [Link.ID]) throws -> [Link] {
        let removed = try links(ids)
        change(.removal, to: links.filter { !ids.contains($0.id) })
        return removed
    }

    public func merge(isDryRun: Bool, _ feed: @escaping MergeFeed) throws -> MergeReport {
        var merge = InMemoryMerge(links, lastID: lastID, checks: checks, now: now)
        try feed { merge.take($0) }
        if !isDryRun {
            lastID = merge.lastID
            change(.merge, to: merge.links, checks: merge.checks)
        }
        return merge.report
    }

    public func undo(isDryRun: Bool) -> LinkChange? {
        guard let (change, before, checks) = journal.last else { return nil }
        if !isDryRun {
            links = before
            self.checks = checks
            journal.removeLast()
        }
        return change
    }

    /// Replaces the links and what checks said, and keeps the old ones in the journal if any differs.
    func change(_ kind: LinkChange.Kind, to new: [Link], checks newChecks: [Link.ID: CheckRecord]? = nil) {
        let before = Dictionary(links.map { ($0.id, $0) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
        let checks = newChecks ?? checks
        let states = before.merging(after) { old, _ in old }.values.sorted { $0.id < $1.id }
        let changed = states.filter { link in
            let (old, new) = (before[link.id], after[link.id])
            // Tags are equal whatever their spelling, and that may be what has changed.
            return old != new || old?.tagNames != new?.tagNames || self.checks[link.id] != checks[link.id]
        }
        guard !changed.isEmpty else { return }
        journal.append((LinkChange(kind, of: changed, made: now), links, self.checks))
        journal = journal.suffix(LinkChange.journalLimit)
        links = new
        self.checks = checks
    }

    /// Keeps a record in the place of the last one of its link.
    func keep(_ record: CheckRecord) { checks[record.link] = record }

    static func link(id: Link.ID, _ draft: LinkDraft, now: Date) -> Link {
        let added = draft.added ?? now
        return Link(id: id, draft, added: added, updated: max(draft.updated ?? added, added))
    }

    /// What keeps an address out of the library, or nil.
    static func problem(of address: String) -> AddressProblem? {
        guard !address.isEmpty else { return .empty }
        guard let colon = address.firstIndex(of: ":"), address.first?.isLetter == true else { return .noScheme }
        let scheme = address[..<colon].lowercased()
        guard ["http", "https"].contains(scheme) else { return .unsupportedScheme(scheme) }
        return URL(string: address)?.host?.isEmpty == false ? nil : .noHost
    }
}

extension Link {
    /// The tags as they are spelled.
    var tagNames: Set<String> { Set(tags.map(\.name)) }
}
