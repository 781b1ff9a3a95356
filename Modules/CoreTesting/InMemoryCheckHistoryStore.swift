public import Core

public actor InMemoryCheckHistoryStore: CheckHistoryStore {
    private let links: Set<Link.ID>?
    private var records: [CheckRecord] = []

    /// Creates an empty history. If `links` is not nil, skips records of other links.
    public init(links: Set<Link.ID>? = nil) { self.links = links }

    /// Appends records. Ignores `urls`, because the store contains no links.
    public func append(_ records: [CheckRecord], of urls: [Link.ID: String]) {
        self.records += records.filter { links?.contains($0.link) ?? true }
    }

    public func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        let wanted = links.map(Set.init)
        let records = records.filter { wanted?.contains($0.link) ?? true }
        return Dictionary(records.map { ($0.link, $0) }) { _, newer in newer }
    }

    public func history(of link: Link.ID) -> [CheckRecord] { records.filter { $0.link == link }.reversed() }
}
