package import Core

/// The session of a program that checks a library together with other programs.
///
/// A session claims hosts in order to send requests to them, and the links of hosts in order to
/// check them. Only one session at a time can hold a given claim. As a result, the limits for each
/// host apply to all programs together, and each link is checked once. A program releases a host
/// when it has no more requests to that host. It keeps its claim on the links of the host until
/// every link has a record, even while a redirect waits for another host.
///
/// All claims of a session expire with its lease. Each call to ``exchange(_:)`` renews the lease.
/// The store measures the time, so the clocks of the programs need not agree. All methods throw
/// only `StoreError` and can be repeated after an error. Canceling the task does not interrupt
/// them.
package protocol CheckSession: Sendable {
    /// The position in the history at which the check began. If the session joined another check,
    /// this is the position at which that check began.
    var start: Int64 { get }

    /// Saves the records, extends all claims, and performs the releases and claims in the request.
    /// Then reads the records of all sessions.
    ///
    /// A reply that grants a claim contains all records that the previous holder of the claim
    /// saved.
    func exchange(_ request: SessionRequest) async throws -> SessionReply
    /// Ends the session and all of its claims. Each host in `hosts` can be claimed again after the
    /// given duration.
    func end(releasing hosts: [String: Duration]) async throws
}

/// The records, releases and claims that a program sends to the store.
package struct SessionRequest: Sendable, Hashable {
    /// The records to store. The store skips the record of a link if the link has received another
    /// record since the check began, was removed, or no longer has the URL in `urls`.
    package var records: [CheckRecord] = []
    /// The checked URLs of the links in `records`.
    package var urls: [Link.ID: String] = [:]
    /// The hosts to release, with the delays after which they can be claimed again.
    package var releasedHosts: [String: Duration] = [:]
    /// The hosts whose links the session releases.
    package var releasedLinks: Set<String> = []
    /// The hosts to claim.
    package var hosts: [String] = []
    /// The maximum number of hosts in `hosts` that the session may hold, including hosts that it
    /// has already claimed.
    package var limit = 0
    /// The hosts in `hosts` whose links the session claims as well.
    package var linkHosts: Set<String> = []
    /// The position from the last reply. The store returns the records after this position.
    package var position: Int64

    package init(position: Int64) {
        self.position = position
    }

    /// Whether the request does more than extend the claims of the session.
    package var isUrgent: Bool {
        !records.isEmpty || !releasedHosts.isEmpty || !releasedLinks.isEmpty || !hosts.isEmpty
    }
}

/// The reply of the store. A requested claim that is missing from the reply was not granted.
package struct SessionReply: Sendable, Hashable {
    package var hosts: Set<String> = []
    /// The hosts whose links the session has claimed.
    package var linkHosts: Set<String> = []
    /// The records that were saved after the position in the request, oldest first.
    package var records: [CheckRecord] = []
    /// The position in the history after `records`.
    package var position: Int64

    package init(position: Int64) {
        self.position = position
    }
}
