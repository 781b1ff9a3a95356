/// The claims of one program that checks a library together with others. A host is claimed by one program at a time, so the limits per host hold for all of
/// them. A link is claimed until its check is saved, also while it was redirected to another host.
///
/// A claim ends with its lease, a duration since ``claim(_:limit:releasing:)`` last began. Times are measured by the store, not by the clocks of the programs.
/// All methods throw only ``StoreError``, and can be repeated if they throw.
public protocol CheckClaims: Sendable {
    /// Extends all claims and releases hosts, then claims the hosts that no other program has, and their links except the ones of other programs.
    ///
    /// - Parameters:
    ///   - links: The links to claim, by host. Hosts without links are claimed too.
    ///   - limit: The greatest number of hosts to claim, including those of `links` that are claimed already.
    ///   - hosts: The hosts to release, with the time after which they can be claimed again.
    func claim(
        _ links: [String: [Link.ID]], limit: Int, releasing hosts: [String: Duration]
    ) async throws -> ClaimedLinks
    /// Stores the records of claimed links, or none if it throws, and ends the claims of `links`. Returns the links whose claims had not ended before.
    ///
    /// Skips the records of other links, of removed links, and of links that have other URLs than `urls`.
    func save(
        _ records: [CheckRecord], of urls: [Link.ID: String], releasing links: [Link.ID]
    ) async throws -> Set<Link.ID>
    /// Ends all claims. Hosts can be claimed again after their duration in `hosts`.
    func end(releasing hosts: [String: Duration]) async throws
}

/// The result of a claim. Other programs have claimed the hosts and links that are not in it.
public struct ClaimedLinks: Sendable, Hashable {
    public var hosts: Set<String> = []
    public var links: Set<Link.ID> = []
    /// The latest records of the links that were checked since this check, or one that it joined, began. They are not claimed.
    public var checked: [Link.ID: CheckRecord] = [:]

    public init() {}
}
