public import Core

/// A check history with scripted records.
public struct ScriptedCheckHistory: CheckHistory {
    private let records: [CheckRecord]

    /// Creates a history with records, oldest first.
    public init(_ records: [CheckRecord] = []) {
        self.records = records
    }

    public func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        let latest = Dictionary(records.map { ($0.link, $0) }) { $1 }
        return latest.filter { links?.contains($0.key) ?? true }
    }

    public func history(of link: Link.ID) -> [CheckRecord] {
        records.filter { $0.link == link }.reversed()
    }
}
