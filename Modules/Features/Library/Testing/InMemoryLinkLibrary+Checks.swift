public import Core

/// What checks said of the links; of each only the last one is kept, and undone with the change that brought it.
extension InMemoryLinkLibrary: CheckHistoryStore {
    public func append(_ records: [CheckRecord], of addresses: [Link.ID: String]) {
        for record in records where links.contains(where: { $0.id == record.link }) { keep(record) }
    }

    public func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        let wanted = Set(links ?? Array(checks.keys)).intersection(self.links.map(\.id))
        return checks.filter { wanted.contains($0.key) }
    }

    public func history(of link: Link.ID) -> [CheckRecord] { latest(of: [link]).values.map(\.self) }
}
