/// The session of one program that checks a library together with others.
///
/// A session claims hosts, to send them requests, and the links of hosts, to check them. One
/// session at a time has a claim, so the limits per host hold for all programs, and each link is
/// checked once. A program releases a host when it has no requests to it, and keeps the links of
/// the host until all of them have a record, also while a redirect waits for another host.
///
/// All claims of a session end with its lease, a duration since ``exchange(_:)`` last began. Times
/// are measured by the store, not by the clocks of the programs. All methods throw only
/// ``StoreError``, and can be repeated if they throw.
public protocol CheckSession: Sendable {
    /// The position in the history at which the check began, or one that it joined.
    var start: Int64 { get }

    /// Saves records, extends all claims, releases claims and adds others, then reads the records
    /// of all sessions.
    ///
    /// The reply to a granted claim contains all records that the previous session saved.
    func exchange(_ request: SessionRequest) async throws -> SessionReply
    /// Ends all claims. Hosts can be claimed again after their duration in `hosts`.
    func end(releasing hosts: [String: Duration]) async throws
}

/// The records, releases and claims that a program sends to the store.
public struct SessionRequest: Sendable, Hashable {
    /// The records to store. The store skips links that have a record since the start of the check,
    /// that were removed, or that have other URLs than `urls`.
    public var records: [CheckRecord] = []
    /// The URLs that were checked.
    public var urls: [Link.ID: String] = [:]
    /// The hosts to release, with the time after which they can be claimed again.
    public var releasedHosts: [String: Duration] = [:]
    /// The hosts whose links are to be released.
    public var releasedLinks: Set<String> = []
    /// The hosts to claim.
    public var hosts: [String] = []
    /// The greatest number of `hosts` to claim, including hosts that the session has already.
    public var limit = 0
    /// The hosts of `hosts` whose links are to be claimed too.
    public var linkHosts: Set<String> = []
    /// The position of the last reply, after which records are read.
    public var position: Int64

    public init(position: Int64) {
        self.position = position
    }

    /// Whether the request does more than to extend claims.
    public var isUrgent: Bool {
        !records.isEmpty || !releasedHosts.isEmpty || !releasedLinks.isEmpty || !hosts.isEmpty
    }
}

/// The answer of the store. Other programs have claimed the hosts and links that are not in it.
public struct SessionReply: Sendable, Hashable {
    public var hosts: Set<String> = []
    /// The hosts whose links the session has claimed.
    public var linkHosts: Set<String> = []
    /// The records that were saved after the position of the request, oldest first.
    public var records: [CheckRecord] = []
    /// The position in the history after the records.
    public var position: Int64

    public init(position: Int64) {
        self.position = position
    }
}
