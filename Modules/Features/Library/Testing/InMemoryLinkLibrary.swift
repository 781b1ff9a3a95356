public import Core
public import Foundation
public import LibraryInterface

/// A library that keeps its links in memory: `http` and `https` addresses, compared as they are written.
///
/// It reads no pages; a title that is asked of a page stays missing.
public actor InMemoryLinkLibrary: LinkLibrary {
    private var links: [Link] = []
    private var lastID: Link.ID = 0
    private let now: Date

    /// Makes a library that holds these links, in which it is always that time.
    public init(_ drafts: [LinkDraft] = [], now: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        self.now = now
        for draft in drafts {
            lastID += 1
            links.append(Self.link(id: lastID, draft, now: now))
        }
    }

    public func add(_ draft: LinkDraft, fetching: Bool) throws -> Addition {
        if let problem = Self.problem(of: draft.url) {
            throw LibraryError.invalidAddress(draft.url, reason: problem)
        }
        if let known = links.first(where: { $0.url == draft.url }) { return Addition(link: known, isNew: false) }
        lastID += 1
        let link = Self.link(id: lastID, draft, now: now)
        links.append(link)
        return Addition(link: link, isNew: true)
    }

    public func links(matching query: LinkQuery) -> [Link] {
        Array(links.filter(query.matches).sorted(by: query.precedes).prefix(query.limit ?? .max))
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
        links.removeAll { ids.contains($0.id) }
        return removed
    }

    public func merge(isDryRun: Bool, _ feed: @escaping MergeFeed) throws -> MergeReport {
        var merge = InMemoryMerge(links, lastID: lastID, now: now)
        try feed { merge.take($0) }
        if !isDryRun {
            links = merge.links
            lastID = merge.lastID
        }
        return merge.report
    }

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
