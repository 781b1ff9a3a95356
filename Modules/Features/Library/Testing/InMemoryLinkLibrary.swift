public import Core
import Foundation
public import LibraryInterface

/// An in-memory library. It saves `http` and `https` URLs, and compares them literally.
///
/// It reads no pages, so missing titles stay missing. It is also a history of the last check of each link.
public actor InMemoryLinkLibrary: LinkLibrary {
    private var state = State()
    private var journal: [(change: LinkChange, before: State)] = []
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// Creates a library with the given links, numbered from 1.
    public init(_ drafts: [LinkDraft] = [], checks: [CheckRecord] = []) {
        for draft in drafts { state.insert(draft, now: now) }
        for check in checks { state.checks[check.link] = check }
    }

    public func add(_ draft: LinkDraft, fetching: Bool) throws -> Addition {
        if let problem = draft.url.problem { throw LibraryError.invalidURL(draft.url, reason: problem) }
        return change(state.link(at: draft.url) == nil ? .addition : .edit) { state in
            let (link, outcome) = state.merge(SourcedDraft(draft, line: 1), now: now)
            return Addition(link, outcome)
        }
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

    /// Reports an empty page for each link.
    public nonisolated func readPages(
        of ids: [Link.ID], report: (PageReading) async throws -> Void
    ) async throws -> [Link] {
        for link in try await links(ids) { try await report(PageReading(link)) }
        return []
    }

    public func links(matching query: LinkQuery) -> [Link] {
        Array(state.links.values.filter(query.matches).sorted(by: query.precedes).prefix(query.limit ?? .max))
    }

    public func ids(matching query: LinkQuery) -> [Link.ID] { links(matching: query).map(\.id) }

    /// Returns all links that match as one batch.
    public nonisolated func batches(matching query: LinkQuery) -> AsyncThrowingStream<[Link], any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [Link].self, throwing: (any Error).self)
        Task {
            let links = await links(matching: query)
            if !links.isEmpty { continuation.yield(links) }
            continuation.finish()
        }
        return stream
    }

    public func links(_ ids: [Link.ID]) throws -> [Link] { try state.links(ids) }

    public func edit(_ ids: [Link.ID], _ edit: LinkEdit) throws -> [Link] {
        if let url = edit.url, let problem = url.problem { throw LibraryError.invalidURL(url, reason: problem) }
        return try change(.edit) { state in
            try state.links(ids).map { link in
                var edited = link.applying(edit)
                edited.url = edit.url ?? link.url
                guard let other = state.link(at: edited.url), other.id != link.id else {
                    return state.update(link, to: edited, now: now)
                }
                guard edit.mergesDuplicate else { throw LibraryError.urlTaken(other.url, by: other.id) }
                state.remove(link)
                return state.update(other, to: other.merging(edited), now: now)
            }
        }
    }

    public func remove(_ ids: [Link.ID]) throws -> [Link] {
        try change(.removal) { state in
            let links = try state.links(ids)
            links.forEach { state.remove($0) }
            return links
        }
    }

    public func merge(isDryRun: Bool, _ feed: @escaping MergeFeed) throws -> MergeReport {
        func mergeAll(into state: inout State) throws -> MergeReport {
            var report = MergeReport()
            try feed { source in
                if let problem = source.draft.url.problem {
                    let skip = MergeReport.Skip(line: source.line, url: source.draft.url, problem: problem)
                    return report.skipped.append(skip)
                }
                switch state.merge(source, now: now).outcome {
                case .added: report.added += 1
                case .merged: report.merged += 1
                case .unchanged: report.unchanged += 1
                }
            }
            return report
        }
        var copy = state
        return isDryRun ? try mergeAll(into: &copy) : try change(.merge, mergeAll)
    }

    public func tags() -> [TagCount] { state.tags }

    public func renameTag(_ tag: LinkTag, to name: LinkTag) throws -> Int {
        let known = try state.tags(requiring: [tag])
        if name != tag, let other = known.first(where: { $0 == name }) {
            throw LibraryError.tagExists(other, renaming: tag)
        }
        return known.contains { $0.name == name.name } ? 0 : replace([tag], with: [name], as: .tagRename)
    }

    public func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) throws -> Int {
        let known = try state.tags(requiring: tags)
        return replace(tags.subtracting([tag]), with: [known.first { $0 == tag } ?? tag], as: .tagMerge)
    }

    public func removeTag(_ tag: LinkTag) throws -> Int {
        _ = try state.tags(requiring: [tag])
        return replace([tag], with: [], as: .edit)
    }

    private func replace(_ old: Set<LinkTag>, with new: Set<LinkTag>, as kind: LinkChange.Kind) -> Int {
        change(kind) { state in
            let links = state.links.values.filter { !$0.tags.isDisjoint(with: old) }
            let edit = LinkEdit(removedTags: old, addedTags: new)
            for link in links { _ = state.update(link, to: link.applying(edit), now: now) }
            return links.count
        }
    }

    public func undo(isDryRun: Bool) -> LinkChange? {
        guard let (change, before) = journal.last else { return nil }
        if !isDryRun {
            state.restore(before)
            journal.removeLast()
        }
        return change
    }

    /// Applies a change, or nothing if the body throws, and adds it to the journal unless nothing changed.
    private func change<Value>(_ kind: LinkChange.Kind, _ body: (inout State) throws -> Value) rethrows -> Value {
        var new = state
        let value = try body(&new)
        let changed = state.links(changedIn: new)
        if !changed.isEmpty {
            journal.append((LinkChange(kind, of: changed, made: now), state))
            journal = journal.suffix(LinkChange.journalLimit)
            state = new
        }
        return value
    }
}

extension InMemoryLinkLibrary: CheckHistoryStore {
    public func append(_ records: [CheckRecord], of addresses: [Link.ID: String]) {
        for record in records where state.links[record.link] != nil { state.checks[record.link] = record }
    }

    public func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        state.checks.filter { state.links[$0.key] != nil && links?.contains($0.key) ?? true }
    }

    public func history(of link: Link.ID) -> [CheckRecord] { latest(of: [link]).values.map(\.self) }
}

/// Everything that an undo restores.
private struct State {
    private(set) var links: [Link.ID: Link] = [:]
    private var ids: [String: Link.ID] = [:]
    private var lastID: Link.ID = 0
    /// The last check of each link.
    var checks: [Link.ID: CheckRecord] = [:]

    func link(at url: String) -> Link? { ids[url].flatMap { links[$0] } }

    func links(_ ids: [Link.ID]) throws -> [Link] {
        var seen: Set<Link.ID> = []
        let ids = ids.filter { seen.insert($0).inserted }
        let missing = ids.filter { links[$0] == nil }
        guard missing.isEmpty else { throw LibraryError.noSuchLinks(missing) }
        return ids.compactMap { links[$0] }
    }

    var tags: [TagCount] {
        Dictionary(links.values.flatMap(\.tags).map { ($0, 1) }, uniquingKeysWith: +)
            .map { TagCount($0.key, links: $0.value) }.sorted()
    }

    func tags(requiring tags: Set<LinkTag>) throws -> [LinkTag] {
        let known = self.tags.map(\.tag)
        let missing = tags.subtracting(known)
        guard missing.isEmpty else { throw LibraryError.noSuchTags(missing.sorted()) }
        return known
    }

    /// Returns the links that differ, as they are before the change, or as the change added them, sorted by ID.
    func links(changedIn new: State) -> [Link] {
        Set(links.keys).union(new.links.keys).sorted().compactMap { id in
            let (before, after) = (links[id], new.links[id])
            // Tags are equal in any spelling, and the spelling may be what changed.
            let isSame = before == after && before?.tagNames == after?.tagNames && checks[id] == new.checks[id]
            return isSame ? nil : before ?? after
        }
    }

    @discardableResult
    mutating func insert(_ draft: LinkDraft, now: Date) -> Link {
        lastID += 1
        let added = draft.added ?? now
        let link = Link(id: lastID, draft, added: added, updated: max(draft.updated ?? added, added))
        links[link.id] = link
        ids[link.url] = link.id
        return link
    }

    /// Updates a link and its date, unless nothing changes, not even the spelling of a tag.
    mutating func update(_ link: Link, to changed: Link, now: Date) -> Link {
        guard changed != link || changed.tagNames != link.tagNames else { return link }
        var changed = changed
        changed.updated = max(link.updated, now)
        remove(link)
        links[link.id] = changed
        ids[changed.url] = link.id
        return changed
    }

    mutating func remove(_ link: Link) {
        links[link.id] = nil
        ids[link.url] = nil
    }

    mutating func merge(_ source: SourcedDraft, now: Date) -> (link: Link, outcome: Addition.Outcome) {
        let draft = source.draft
        guard let known = self.link(at: draft.url) else {
            let link = insert(draft, now: now)
            _ = importCheck(source.check, of: link.id)
            return (link, .added)
        }
        let link = update(known, to: known.merging(draft), now: now)
        let hasNewCheck = importCheck(source.check, of: link.id)
        return (link, link != known || hasNewCheck ? .merged : .unchanged)
    }

    /// Imports a check unless the link has one that is as recent.
    private mutating func importCheck(_ check: SourcedCheck?, of link: Link.ID) -> Bool {
        guard let check, checks[link].map({ $0.checked < check.checked }) ?? true else { return false }
        checks[link] = check.record(of: link)
        return true
    }

    /// Restores an earlier state, but never reuses an ID.
    mutating func restore(_ earlier: State) {
        let lastID = lastID
        self = earlier
        self.lastID = lastID
    }
}

extension Link {
    fileprivate var tagNames: Set<String> { Set(tags.map(\.name)) }
}

extension String {
    /// The reason why the library does not save a URL, or nil.
    fileprivate var problem: URLProblem? {
        guard !isEmpty else { return .empty }
        guard let colon = firstIndex(of: ":"), first?.isLetter == true else { return .noScheme }
        let scheme = self[..<colon].lowercased()
        guard ["http", "https"].contains(scheme) else { return .unsupportedScheme(scheme) }
        return URL(string: self)?.host?.isEmpty == false ? nil : .noHost
    }
}
