/// The session of a program that checks a library together with other programs.
///
/// A session claims hosts in order to send requests to them, and the links of hosts in order to
/// check them. Only one session at a time can have a claim. As a result, the limits for each host
/// apply to all programs together, and each link is checked once. A program releases a host when it
/// has no requests for it. It keeps the links of the host until all of them have a record, even
/// while a redirect waits for another host.
///
/// All claims of a session expire with its lease, which begins with the last call of
/// ``exchange(_:)``. The store measures the time, not the clocks of the programs. All methods throw
/// only ``StoreError`` and can be repeated after an error.
public protocol CheckSession: Sendable {
    /// The position in the history at which the check began, or at which the joined check began.
    var start: Int64 { get }

    /// Saves records, extends all claims, releases some of them, and adds others. Then reads the
    /// records of all sessions.
    ///
    /// The reply to a granted claim contains all records that the previous session saved.
    func exchange(_ request: SessionRequest) async throws -> SessionReply
    /// Ends all claims. Each host in `hosts` can be claimed again after its duration.
    func end(releasing hosts: [String: Duration]) async throws
}

/// The records, releases and claims that a program sends to the store.
public struct SessionRequest: Sendable, Hashable {
    /// The records to store. The store skips links that already have a record since the start of
    /// the check, that were removed, or that have a different URL than in `urls`.
    public var records: [CheckRecord] = []
    /// The URLs that were checked.
    public var urls: [Link.ID: String] = [:]
    /// The hosts to release, with the delays after which they can be claimed again.
    public var releasedHosts: [String: Duration] = [:]
    /// The hosts whose links the session releases.
    public var releasedLinks: Set<String> = []
    /// The hosts to claim.
    public var hosts: [String] = []
    /// The maximum number of hosts in `hosts` to claim. Hosts that the session has already claimed
    /// count as well.
    public var limit = 0
    /// The hosts in `hosts` whose links the session claims as well.
    public var linkHosts: Set<String> = []
    /// The position of the last reply. Records after it are returned.
    public var position: Int64

    public init(position: Int64) {
        self.position = position
    }

    /// Whether the request does more than extend the claims of the session.
    public var isUrgent: Bool {
        !records.isEmpty || !releasedHosts.isEmpty || !releasedLinks.isEmpty || !hosts.isEmpty
    }
}

/// The reply of the store. Hosts and links that it does not contain are claimed by other programs.
public struct SessionReply: Sendable, Hashable {
    public var hosts: Set<String> = []
    /// The hosts whose links the session has claimed.
    public var linkHosts: Set<String> = []
    /// The records that were saved after the position of the request, oldest first.
    public var records: [CheckRecord] = []
    /// The position in the history after these records.
    public var position: Int64

    public init(position: Int64) {
        self.position = position
    }
}
