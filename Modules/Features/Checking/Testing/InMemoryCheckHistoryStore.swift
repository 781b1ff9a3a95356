package import CheckingInterface
package import Core
import Foundation

/// A check history in memory. Several checkers can share a check with it, as they can with a
/// history on a server.
package actor InMemoryCheckHistoryStore: CheckHistoryStore {
    private let links: Set<Link.ID>?
    private let isShared: Bool
    /// All records, oldest first. A position in the history is the number of records before it.
    private var records: [CheckRecord] = []
    /// The indices of the records of each link.
    private var histories: [Link.ID: [Int]] = [:]
    /// The IDs of the sessions that have locked hosts, keyed by host.
    private var locks: [String: Int] = [:]
    private var sessions: Set<Int> = []
    private var lastSession = 0
    private var checkStart: Int64 = 0

    /// Creates an empty history.
    ///
    /// - Parameters:
    ///   - links: The links whose records are stored, or `nil` to store all records.
    ///   - isShared: Whether the history supports sessions.
    package init(links: Set<Link.ID>? = nil, isShared: Bool = false) {
        self.links = links
        self.isShared = isShared
    }

    /// Appends records. The argument `urls` is ignored, because the store contains no links.
    package func append(_ records: [CheckRecord], of urls: [Link.ID: String]) {
        for record in records where links?.contains(record.link) ?? true {
            histories[record.link, default: []].append(self.records.count)
            self.records.append(record)
        }
    }

    package func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        latest(of: links, since: 0)
    }

    /// Returns the latest record of each link that has received one since a position in the
    /// history.
    private func latest(of links: [Link.ID]?, since start: Int64) -> [Link.ID: CheckRecord] {
        var latest: [Link.ID: CheckRecord] = [:]
        for link in links ?? Array(histories.keys) {
            if let index = histories[link]?.last, index >= start {
                latest[link] = records[index]
            }
        }
        return latest
    }

    package func history(of link: Link.ID) -> [CheckRecord] {
        (histories[link] ?? []).reversed().map { records[$0] }
    }

    // MARK: - Sessions

    private struct Session: CheckSession {
        let store: InMemoryCheckHistoryStore
        let id: Int
        let start: Int64

        func lock(
            _ hosts: [(name: String, links: [Link.ID])]
        ) async throws -> (hosts: Set<String>, records: [Link.ID: CheckRecord]) {
            try await store.lock(hosts, in: self)
        }

        func unlock(_ hosts: [String]) async throws {
            try await store.unlock(hosts, in: id)
        }

        func save(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws {
            try await store.save(records, in: self)
        }

        func end() async {
            await store.endSession(id)
        }
    }

    package func beginSession(resuming start: Int64?) async -> (any CheckSession)? {
        guard isShared else { return nil }
        if sessions.isEmpty {
            checkStart = start ?? Int64(records.count)
        }
        lastSession += 1
        sessions.insert(lastSession)
        return Session(store: self, id: lastSession, start: start ?? checkStart)
    }

    private func lock(
        _ hosts: [(name: String, links: [Link.ID])],
        in session: Session
    ) throws -> (hosts: Set<String>, records: [Link.ID: CheckRecord]) {
        try requireSession(session.id)
        let locked = hosts.filter { locks[$0.name] == nil }
        for host in locked {
            locks[host.name] = session.id
        }
        return (Set(locked.map(\.name)), latest(of: locked.flatMap(\.links), since: session.start))
    }

    private func unlock(_ hosts: [String], in session: Int) throws {
        try requireSession(session)
        for host in hosts where locks[host] == session {
            locks[host] = nil
        }
    }

    private func save(_ records: [CheckRecord], in session: Session) throws {
        try requireSession(session.id)
        let known = latest(of: records.map(\.link), since: session.start)
        append(records.filter { known[$0.link] == nil }, of: [:])
    }

    private func endSession(_ session: Int) {
        sessions.remove(session)
        locks = locks.filter { $0.value != session }
    }

    private func requireSession(_ session: Int) throws {
        guard sessions.contains(session) else {
            throw StoreError.unreachable(path: "memory", reason: "the session has ended")
        }
    }
}
