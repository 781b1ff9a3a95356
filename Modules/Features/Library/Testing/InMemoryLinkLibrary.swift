public import CheckingInterface
public import Core
import Foundation
public import LibraryInterface
import Synchronization
import WebURLs

/// An in-memory library. It saves `http` and `https` URLs and compares them literally.
///
/// The library reads no pages, so missing titles stay missing. It also stores the checks of its
/// links.
public actor InMemoryLinkLibrary: LinkLibrary {
    /// Everything that an undo restores: the links, and the checks of each link, oldest first.
    private typealias Contents = (links: [Link.ID: Link], checks: [Link.ID: [CheckRecord]])

    private var contents: Contents = ([:], [:])
    private var lastID: Link.ID = 0
    private var journal: [(change: LinkChange, before: Contents)] = []
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// Creates a library with the given links, numbered from 1.
    public init(_ drafts: [LinkDraft] = [], checks: [CheckRecord] = []) {
        for draft in drafts {
            lastID += 1
            contents.links[lastID] = Link(id: lastID, storing: draft, at: now)
        }
        for check in checks {
            contents.checks[check.link, default: []].append(check)
        }
    }

    public func add(_ draft: LinkDraft, fetching: Bool) throws -> Addition {
        try draft.url.requireSaved()
        return change(link(at: draft.url) == nil ? .addition : .edit) {
            merge(SourcedDraft(draft, line: 1))
        }
    }

    public nonisolated func add(
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
    public nonisolated func readPages(
        of ids: [Link.ID],
        report: (PageReading) async throws -> Void
    ) async throws -> [Link] {
        for link in try await links(ids) {
            try await report(PageReading(link))
        }
        return []
    }

    public func links(matching query: LinkQuery) -> [Link] {
        var query = query
        query.deadSince = query.deadFor.map { now - $0 }
        return query.selection(
            of: contents.links.values,
            checks: contents.checks.mapValues { $0.reversed() }
        )
    }

    public func ids(matching query: LinkQuery) -> [Link.ID] {
        links(matching: query).map(\.id)
    }

    /// Returns batches of at most two links, so that tests need only a few links to read several
    /// batches.
    public nonisolated func batches(matching query: LinkQuery) -> LinkBatches {
        let unread = Mutex<ArraySlice<Link>?>(nil)
        return {
            if unread.withLock({ $0 == nil }) {
                let links = await self.links(matching: query)
                unread.withLock { $0 = links[...] }
            }
            return unread.withLock { unread in
                guard let batch = unread?.prefix(2), !batch.isEmpty else { return nil }
                unread?.removeFirst(batch.count)
                return Array(batch)
            }
        }
    }

    public func links(_ ids: [Link.ID]) throws -> [Link] {
        var seen: Set<Link.ID> = []
        let ids = ids.filter { seen.insert($0).inserted }
        let missing = ids.filter { contents.links[$0] == nil }
        guard missing.isEmpty else { throw LibraryError.noSuchLinks(missing) }
        return ids.compactMap { contents.links[$0] }
    }

    public func edit(_ ids: [Link.ID], _ edit: LinkEdit) throws -> [Link] {
        try edit.url?.requireSaved()
        return try change(.edit) {
            try links(ids).map { link in
                var edited = link.applying(edit)
                edited.url = edit.url ?? link.url
                return try update(link, to: edited, mergingDuplicate: edit.mergesDuplicate)
            }
        }
    }

    public func follow(_ moves: [LinkMove], isDryRun: Bool) throws -> [Link.ID: Link] {
        try change(.edit, isDryRun: isDryRun) {
            var followed: [Link.ID: Link] = [:]
            for move in moves where move.url.problem == nil && move.url != move.link.url {
                guard let link = contents.links[move.link.id], link.url == move.link.url else {
                    continue
                }
                var moved = link
                moved.url = move.url
                let result = try update(link, to: moved, mergingDuplicate: true)
                let check = SourcedCheck(.ok, checked: move.checked).record(of: result.id)
                contents.checks[result.id, default: []].append(check)
                followed[move.link.id] = result
            }
            return followed
        }
    }

    public func remove(_ ids: [Link.ID]) throws -> [Link] {
        try change(.removal) {
            let removed = try links(ids)
            for link in removed {
                contents.links[link.id] = nil
            }
            return removed
        }
    }

    public func merge(isDryRun: Bool, _ source: @escaping MergeSource) throws -> MergeReport {
        try change(.merge, isDryRun: isDryRun) {
            var report = MergeReport()
            try source { source in
                if let problem = source.draft.url.problem {
                    let skip = MergeReport.SkippedLink(
                        line: source.line,
                        url: source.draft.url,
                        problem: problem
                    )
                    return report.skipped.append(skip)
                }
                report.count(merge(source).outcome)
            }
            return report
        }
    }

    public func tags() -> [TagCount] {
        Dictionary(contents.links.values.flatMap(\.tags).map { ($0, 1) }, uniquingKeysWith: +)
            .map { TagCount($0.key, links: $0.value) }.sorted()
    }

    public func renameTag(_ tag: LinkTag, to name: LinkTag) throws -> Int {
        let known = try tags(requiring: [tag])
        if name != tag, let other = known.first(where: { $0 == name }) {
            throw LibraryError.tagExists(other, renaming: tag)
        }
        return known.contains { $0.name == name.name }
            ? 0 : replace([tag], with: [name], as: .tagRename)
    }

    public func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) throws -> Int {
        let known = try self.tags(requiring: tags)
        return replace(
            tags.subtracting([tag]),
            with: [known.first { $0 == tag } ?? tag],
            as: .tagMerge
        )
    }

    public func removeTag(_ tag: LinkTag) throws -> Int {
        _ = try tags(requiring: [tag])
        return replace([tag], with: [], as: .edit)
    }

    public func undo(isDryRun: Bool) -> LinkChange? {
        guard let (change, before) = journal.last else {
            return nil
        }
        if !isDryRun {
            contents = before
            journal.removeLast()
        }
        return change
    }
}

extension InMemoryLinkLibrary: CheckHistoryStore {
    public func append(_ records: [CheckRecord], of urls: [Link.ID: String]) {
        for record in records {
            guard let link = contents.links[record.link],
                link.url == urls[link.id, default: link.url]
            else {
                continue
            }
            contents.checks[link.id, default: []].append(record)
        }
    }

    public func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        let wanted = links ?? Array(contents.links.keys)
        let records = wanted.compactMap { history(of: $0).first }
        return Dictionary(records.map { ($0.link, $0) }) { first, _ in first }
    }

    public func history(of link: Link.ID) -> [CheckRecord] {
        contents.links[link] == nil ? [] : (contents.checks[link] ?? []).reversed()
    }
}

extension InMemoryLinkLibrary {
    /// Runs `body`. The changes are reverted if `isDryRun` is true or `body` throws an error.
    /// Otherwise, any changes are added to the journal.
    private func change<Value>(
        _ kind: LinkChange.Kind,
        isDryRun: Bool = false,
        _ body: () throws -> Value
    ) rethrows -> Value {
        let before = contents
        do {
            let value = try body()
            let changed = Set(before.links.keys).union(contents.links.keys).sorted().compactMap {
                id in
                let old = before.links[id]
                let new = contents.links[id]
                // Tags are compared by name too, because tags that differ only in case are equal.
                let isSame =
                    old == new && old?.tagNames == new?.tagNames
                    && before.checks[id] == contents.checks[id]
                return isSame ? nil : old ?? new
            }
            if isDryRun {
                contents = before
            } else if !changed.isEmpty {
                journal.append((LinkChange(kind, of: changed, made: now), before))
                journal = journal.suffix(LinkChange.journalLimit)
            }
            return value
        } catch {
            contents = before
            throw error
        }
    }

    private func link(at url: String) -> Link? {
        contents.links.values.first { $0.url == url }
    }

    private func tags(requiring tags: Set<LinkTag>) throws -> [LinkTag] {
        let known = self.tags().map(\.tag)
        let missing = tags.subtracting(known)
        guard missing.isEmpty else {
            throw LibraryError.noSuchTags(missing.sorted())
        }
        return known
    }

    private func replace(
        _ old: Set<LinkTag>,
        with new: Set<LinkTag>,
        as kind: LinkChange.Kind
    ) -> Int {
        change(kind) {
            let links = contents.links.values.filter { !$0.tags.isDisjoint(with: old) }
            let edit = LinkEdit(removedTags: old, addedTags: new)
            for link in links {
                _ = update(link, to: link.applying(edit))
            }
            return links.count
        }
    }

    private func update(_ link: Link, to edited: Link, mergingDuplicate: Bool) throws -> Link {
        guard let other = self.link(at: edited.url), other.id != link.id else {
            return update(link, to: edited)
        }
        guard mergingDuplicate else {
            throw LibraryError.urlTaken(other.url, by: other.id)
        }
        contents.links[link.id] = nil
        return update(other, to: other.merging(edited))
    }

    /// Updates a link and its date if anything changes, including the spelling of a tag.
    private func update(_ link: Link, to changed: Link) -> Link {
        guard changed != link || changed.tagNames != link.tagNames else {
            return link
        }
        var changed = changed
        changed.updated = max(link.updated, now)
        if changed.url != link.url {
            // The checks of the previous URL do not apply to the new one.
            contents.checks[link.id] = nil
        }
        contents.links[link.id] = changed
        return changed
    }

    /// Adds a link, or merges it into the existing link with the same URL. The check is imported
    /// unless the link already has a check that is at least as recent.
    private func merge(_ source: SourcedDraft) -> Addition {
        let known = link(at: source.draft.url)
        if known == nil {
            lastID += 1
        }
        let link =
            known.map { update($0, to: $0.merging(source.draft, at: now)) }
            ?? Link(id: lastID, storing: source.draft, at: now)
        contents.links[link.id] = link
        let isNewer = source.check.map { check in
            contents.checks[link.id]?.allSatisfy { $0.checked < check.checked } ?? true
        }
        if let check = source.check, isNewer == true {
            contents.checks[link.id, default: []].append(check.record(of: link.id))
        }
        guard let known else { return Addition(link, .added) }
        let isUnchanged = known == link && isNewer != true
        var addition = Addition(link, isUnchanged ? .unchanged : .merged)
        addition.compare(with: source.draft)
        return addition
    }
}

extension Link {
    fileprivate var tagNames: Set<String> { Set(tags.map(\.name)) }
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
