/// Keeps the outcomes of checks.
///
/// Nothing is opened before the first use. All methods throw ``StoreError`` and nothing else of their own.
public protocol CheckHistoryStore: Sendable {
    /// Keeps all of `records`, or on an error none; those of links that are gone are left out.
    ///
    /// - Parameter addresses: What was checked. Records of links whose address is another by now are left out too; links that
    ///   it does not name are taken as they are.
    func append(_ records: [CheckRecord], of addresses: [Link.ID: String]) async throws

    /// The newest record of each of `links` that was ever checked and is still in the library; nil asks for every link.
    func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord]

    /// All records of a link, newest first; empty when it was never checked or is gone.
    func history(of link: Link.ID) async throws -> [CheckRecord]
}

extension CheckHistoryStore {
    /// Keeps all of `records`, whatever the addresses of their links are by now, or on an error none.
    public func append(_ records: [CheckRecord]) async throws { try await append(records, of: [:]) }

    /// The newest record of every link that was ever checked and is still in the library.
    public func latest() async throws -> [Link.ID: CheckRecord] { try await latest(of: nil) }
}
