package import Core

/// The connection of a program to a check that several programs share.
///
/// A program locks a host in order to check the links of that host. Only one session at a time
/// holds the lock of a host. The store releases all locks of a session when its connection ends for
/// any reason. Locks do not expire.
///
/// All methods throw only `StoreError`. After an error, the session may have lost its locks, so the
/// program ends it and begins another one. Canceling the task does not interrupt the methods.
package protocol CheckSession: Sendable {
    /// The position in the history at which the check began.
    var start: Int64 { get }

    /// Locks the hosts that no session has locked.
    ///
    /// The records are read after the hosts are locked, so they include all records that other
    /// programs saved before they unlocked the hosts.
    ///
    /// - Parameter hosts: The hosts, each with the URLs of the links whose records are needed.
    func lock(
        _ hosts: [(name: String, links: [Link.ID: String])]
    ) async throws -> LockedHosts
    func unlock(_ hosts: [String]) async throws
    /// Saves records. The record of a link is skipped if the link has received another record since
    /// the check began, was removed, or no longer has the checked URL in `urls`.
    func save(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws
    /// Ends the session and releases its locks.
    func end() async
}

/// The hosts that a session has locked, and what other programs have done with their links.
package struct LockedHosts: Sendable {
    package var hosts: Set<String> = []
    /// The latest record of each link that has received one since the check began.
    package var records: [Link.ID: CheckRecord] = [:]
    /// The links that were removed, or received a different URL.
    package var changed: Set<Link.ID> = []

    package init() {}

    package init(_ hosts: Set<String>, records: [Link.ID: CheckRecord], changed: Set<Link.ID>) {
        self.hosts = hosts
        self.records = records
        self.changed = changed
    }
}
