public import Core
public import Foundation

/// A store of links and of their checks that ends with the process.
public actor InMemoryLinkStore: LinkStore, CheckHistoryStore {
    private var contents: InMemoryLinkTransaction.Contents
    private var journal: [(change: LinkChange, before: [Link.ID: Link], takenIn: [CheckRecord])] = []

    /// Makes a store that holds `links`, whose identities and addresses must differ.
    public init(_ links: [Link] = []) {
        contents = InMemoryLinkTransaction.Contents(
            links: Dictionary(uniqueKeysWithValues: links.map { ($0.id, $0) }), lastID: links.map(\.id).max() ?? 0)
    }

    public func links(matching query: LinkQuery) -> [Link] {
        let found = contents.links.values.filter { query.matches($0) }
        return Array(found.sorted(by: query.precedes).prefix(query.limit ?? .max))
    }

    public func ids(matching query: LinkQuery) -> [Link.ID] { links(matching: query).map(\.id) }

    public func links(_ ids: [Link.ID]) -> [Link] { ids.compactMap { contents.links[$0] } }

    public func link(url: String) -> Link? { contents.links.values.first { $0.url == url } }

    public func tags() -> [TagCount] { contents.tags }

    /// Runs `body` on a copy, and keeps the copy unless it throws.
    public func transaction<Result: Sendable>(
        _ kind: LinkChange.Kind, at date: Date, _ body: @Sendable (any LinkTransaction) throws -> Result
    ) throws -> Result {
        let transaction = InMemoryLinkTransaction(contents)
        let result = try body(transaction)
        let before = contents.links
        contents = transaction.contents
        let states = transaction.touched.sorted().compactMap { before[$0] ?? contents.links[$0] }
        if !states.isEmpty {
            let change = LinkChange(kind, of: states, made: date.wholeSeconds)
            journal.append((change, before, transaction.takenIn))
            journal = journal.suffix(LinkChange.journalLimit)
        }
        return result
    }

    public func undo(isDryRun: Bool) -> LinkChange? {
        guard let (change, before, takenIn) = journal.last else { return nil }
        if !isDryRun {
            contents.links = before
            contents.findings.removeAll { takenIn.contains($0.check) }
            journal.removeLast()
        }
        return change
    }

    public func append(_ records: [CheckRecord], of addresses: [Link.ID: String]) {
        contents.add(records.filter { addresses[$0.link] == nil || addresses[$0.link] == contents.links[$0.link]?.url })
    }

    public func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        let wanted = links.map(Set.init)
        let records = contents.checks.filter { wanted?.contains($0.link) ?? true }
        return Dictionary(records.map { ($0.link, $0) }) { _, newer in newer }
    }

    public func history(of link: Link.ID) -> [CheckRecord] {
        contents.checks.filter { $0.link == link }.reversed()
    }
}
