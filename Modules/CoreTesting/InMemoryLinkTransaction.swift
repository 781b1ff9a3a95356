import Core
import Foundation

/// A transaction under way, on a copy of the links.
final class InMemoryLinkTransaction: LinkTransaction {
    struct Contents {
        var links: [Link.ID: Link]
        var lastID: Link.ID
        /// What checks found at an address, oldest first; of links and addresses that are gone too, which may come back.
        var findings: [(check: CheckRecord, url: String)] = []

        /// What checks found at the addresses that the links have.
        var checks: [CheckRecord] { findings.filter { links[$0.check.link]?.url == $0.url }.map(\.check) }

        var tags: [TagCount] {
            Dictionary(links.values.flatMap(\.tags).map { ($0, 1) }, uniquingKeysWith: +)
                .map { TagCount($0.key, links: $0.value) }.sorted()
        }

        /// Adds records, but for those of links that are gone.
        mutating func add(_ checks: [CheckRecord]) {
            findings += checks.compactMap { check in links[check.link].map { (check, $0.url) } }
        }
    }

    private(set) var contents: Contents
    /// The links that were added, changed or removed.
    private(set) var touched: Set<Link.ID> = []
    /// The records that were taken in.
    private(set) var takenIn: [CheckRecord] = []

    init(_ contents: Contents) { self.contents = contents }

    func link(id: Link.ID) -> Link? { contents.links[id] }

    func link(url: String) -> Link? { contents.links.values.first { $0.url == url } }

    func tags() -> [TagCount] { contents.tags }

    func insert(_ draft: LinkDraft) throws -> Link {
        try checkAddress(draft.url, of: nil)
        contents.lastID += 1
        let added = (draft.added ?? .now).wholeSeconds
        var link = Link(id: contents.lastID, draft, added: added, updated: draft.updated?.wholeSeconds ?? added)
        link.tags = spelled(link.tags)
        contents.links[link.id] = link
        touched.insert(link.id)
        return link
    }

    func update(_ link: Link) throws {
        guard contents.links[link.id] != nil else { return }
        try checkAddress(link.url, of: link.id)
        var link = link
        link.tags = spelled(link.tags)
        contents.links[link.id] = link
        touched.insert(link.id)
    }

    func remove(id: Link.ID) {
        guard contents.links.removeValue(forKey: id) != nil else { return }
        touched.insert(id)
    }

    func replaceTags(_ old: Set<LinkTag>, with new: LinkTag?, at date: Date) -> Int {
        var count = 0
        for (id, var link) in contents.links
        where !link.tags.isDisjoint(with: old) || new.map(link.tags.contains) == true {
            if !link.tags.isDisjoint(with: old) {
                count += 1
                link.updated = max(link.updated, date.wholeSeconds)
                touched.insert(id)
            }
            link.tags.subtract(old)
            if let new { link.tags.update(with: new) }
            contents.links[id] = link
        }
        return count
    }

    func takeIn(_ records: [CheckRecord]) -> Set<Link.ID> {
        let new = records.filter { record in
            contents.links[record.link] != nil
                && !contents.checks.contains { $0.link == record.link && $0.checked >= record.checked }
        }
        contents.add(new)
        takenIn += new
        touched.formUnion(new.map(\.link))
        return Set(new.map(\.link))
    }

    /// The tags as they are spelled in other links.
    private func spelled(_ tags: Set<LinkTag>) -> Set<LinkTag> {
        let known = Set(contents.links.values.flatMap(\.tags)).filter(tags.contains)
        return known.union(tags)
    }

    private func checkAddress(_ url: String, of id: Link.ID?) throws {
        guard let other = link(url: url), other.id != id else { return }
        throw StoreError.failed(path: "memory", reason: "the address \(url) is there already")
    }
}
