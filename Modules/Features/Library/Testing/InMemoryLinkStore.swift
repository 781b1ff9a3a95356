package import CheckingInterface
package import Core
package import Foundation
package import LibraryInterface

package actor InMemoryLinkStore: LinkStore, CheckHistoryStore {
    private var contents: InMemoryLinkTransaction.Contents
    private var journal: [(change: LinkChange, before: [Link.ID: Link], imported: [CheckRecord])] =
        []

    /// Creates a store that contains links, whose IDs and URLs must be unique, and their checks.
    package init(_ links: [Link] = [], checks: [CheckRecord] = []) {
        contents = InMemoryLinkTransaction.Contents()
        for link in links {
            contents.store(link)
        }
        contents.add(checks)
    }

    package func ids(matching query: LinkQuery, at date: Date) -> [Link.ID] {
        query.selection(
            of: contents.links.values,
            checks: Dictionary(grouping: contents.checks.reversed(), by: \.link),
            at: date
        ).map(\.id)
    }

    /// Returns the matching links in the order of the query, which must contain no durations.
    package func links(matching query: LinkQuery) async -> [Link] {
        links(ids(matching: query, at: .distantPast))
    }
    package func links(_ ids: [Link.ID]) -> [Link] {
        ids.compactMap { contents.links[$0] }
    }
    package func link(url: String) -> Link? {
        contents.link(url: url)
    }
    package func tags() -> [TagCount] {
        contents.tags
    }

    /// Runs `body` on a copy of the contents. The copy replaces the contents unless `body` throws
    /// an error.
    package func transaction<Result: Sendable>(
        at date: Date,
        _ body: @Sendable (any LinkTransaction) throws -> (Result, LinkChange.Kind)
    ) throws -> Result {
        let transaction = InMemoryLinkTransaction(contents, at: date)
        let (result, kind) = try body(transaction)
        let before = contents.links
        contents = transaction.contents
        let states = transaction.changed.sorted().compactMap { before[$0] ?? contents.links[$0] }
        if !states.isEmpty {
            let change = LinkChange(
                kind,
                of: states.map(\.id),
                firstLinks: Array(states.prefix(LinkChange.firstLinksLimit)),
                made: date.wholeSeconds
            )
            journal.append((change, before, transaction.imported))
            journal = journal.suffix(LinkChange.journalLimit)
        }
        return result
    }

    package func undo(isDryRun: Bool) -> LinkChange? {
        guard let (change, before, imported) = journal.last else {
            return nil
        }
        if !isDryRun {
            contents.links = before
            contents.findings.removeAll { imported.contains($0.check) }
            journal.removeLast()
        }
        return change
    }

    package func append(_ records: [CheckRecord], of urls: [Link.ID: String]) {
        contents.add(
            records.filter { urls[$0.link] == nil || urls[$0.link] == contents.links[$0.link]?.url }
        )
    }

    package func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        let wanted = links.map(Set.init)
        let records = contents.checks.filter { wanted?.contains($0.link) ?? true }
        return Dictionary(records.map { ($0.link, $0) }) { _, newer in newer }
    }

    package func history(of link: Link.ID) -> [CheckRecord] {
        contents.checks.filter { $0.link == link }.reversed()
    }

    package func verdictRuns(of links: [Link.ID]?) -> [Link.ID: VerdictRun] {
        var runs: [Link.ID: VerdictRun] = [:]
        for check in contents.checks where links?.contains(check.link) ?? true {
            let run = runs[check.link]
            if run?.verdict == check.verdict {
                runs[check.link]?.checks += 1
            } else {
                runs[check.link] = VerdictRun(
                    check.verdict,
                    since: check.checked,
                    previous: run?.verdict
                )
            }
        }
        return runs
    }
}

private final class InMemoryLinkTransaction: LinkTransaction {
    struct Contents {
        var links: [Link.ID: Link] = [:]
        private(set) var lastID: Link.ID = 0
        /// The checks with the checked URLs, oldest first. The array includes the checks of removed
        /// links and of former URLs, because an undo can restore them.
        var findings: [(check: CheckRecord, url: String)] = []

        var checks: [CheckRecord] {
            findings.filter { links[$0.check.link]?.url == $0.url }.map(\.check)
        }

        var tags: [TagCount] {
            Dictionary(links.values.flatMap(\.tags).map { ($0, 1) }, uniquingKeysWith: +)
                .map { TagCount($0.key, links: $0.value) }.sorted()
        }

        func link(url: String) -> Link? {
            links.values.first { $0.url == url }
        }

        /// Stores a link. Its tags adopt the spelling that other links use.
        @discardableResult
        mutating func store(_ link: Link) -> Link {
            var link = link
            let known = Set(links.values.flatMap(\.tags))
            link.tags = known.filter(link.tags.contains).union(link.tags)
            links[link.id] = link
            lastID = max(lastID, link.id)
            return link
        }

        mutating func add(_ checks: [CheckRecord]) {
            findings += checks.compactMap { check in links[check.link].map { (check, $0.url) } }
        }
    }

    private(set) var contents: Contents
    private(set) var changed: Set<Link.ID> = []
    private(set) var imported: [CheckRecord] = []
    let date: Date

    init(_ contents: Contents, at date: Date) {
        self.contents = contents
        self.date = date
    }
    func link(id: Link.ID) -> Link? {
        contents.links[id]
    }
    func link(url: String) -> Link? {
        contents.link(url: url)
    }
    func tags() -> [TagCount] {
        contents.tags
    }

    func insert(_ link: Link) throws -> Link {
        var link = link
        link.id = contents.lastID + 1
        return try write(link)
    }

    func update(_ link: Link) throws {
        if contents.links[link.id] != nil {
            try write(link)
        }
    }

    @discardableResult
    private func write(_ link: Link) throws -> Link {
        guard contents.link(url: link.url)?.id ?? link.id == link.id else {
            throw StoreError.failed(path: "memory", reason: "the URL \(link.url) already exists")
        }
        changed.insert(link.id)
        return contents.store(link)
    }

    func remove(id: Link.ID) {
        if contents.links.removeValue(forKey: id) != nil {
            changed.insert(id)
        }
    }

    func replaceTags(_ old: Set<LinkTag>, with new: LinkTag?) -> Int {
        var count = 0
        for (id, var link) in contents.links {
            if !link.tags.isDisjoint(with: old) {
                count += 1
                changed.insert(id)
                link.replaceTags(old, with: new, at: date.wholeSeconds)
            } else if let new, link.tags.contains(new) {
                link.tags.update(with: new)
            }
            contents.links[id] = link
        }
        return count
    }

    func importChecks(_ records: [CheckRecord]) -> Set<Link.ID> {
        let new = records.filter { record in
            contents.links[record.link] != nil
                && !contents.checks.contains {
                    $0.link == record.link && $0.checked >= record.checked
                }
        }
        contents.add(new)
        imported += new
        let links = Set(new.map(\.link))
        changed.formUnion(links)
        return links
    }
}
