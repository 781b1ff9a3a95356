package import CheckingInterface
package import Core
import CoreTesting
import Foundation

/// A check history in memory. Several checkers can share a check with it, as they can with a
/// history on a server.
package final class InMemoryCheckHistoryStore: CheckHistoryStore {
    private struct State: Sendable {
        /// The links whose records are stored, or `nil` to store all records.
        let links: Set<Link.ID>?
        /// The number of records. A position in the history is the number of records before it.
        var count: Int64 = 0
        /// The records of each link with their positions, oldest first.
        var histories: [Link.ID: [(position: Int64, record: CheckRecord)]] = [:]
        /// The IDs of the sessions that have locked hosts, keyed by host.
        var locks: [String: Int] = [:]
        var sessions: Set<Int> = []
        var lastSession = 0
        var checkStart: Int64 = 0

        mutating func append(_ record: CheckRecord) {
            guard links?.contains(record.link) ?? true else { return }
            histories[record.link, default: []].append((count, record))
            count += 1
        }

        /// Returns the latest record of each link that has received one since a position in the
        /// history.
        func latest(of links: [Link.ID]?, since start: Int64 = 0) -> [Link.ID: CheckRecord] {
            var latest: [Link.ID: CheckRecord] = [:]
            for link in links ?? Array(histories.keys) {
                if let (position, record) = histories[link]?.last, position >= start {
                    latest[link] = record
                }
            }
            return latest
        }
    }

    private let isShared: Bool
    private let state: WaitableValue<State>

    /// Creates an empty history.
    ///
    /// - Parameters:
    ///   - links: The links whose records are stored, or `nil` to store all records.
    ///   - isShared: Whether the history supports sessions.
    package init(links: Set<Link.ID>? = nil, isShared: Bool = false) {
        self.isShared = isShared
        state = WaitableValue(State(links: links))
    }

    /// Appends records. The argument `urls` is ignored, because the store contains no links.
    package func append(_ records: [CheckRecord], of urls: [Link.ID: String]) async {
        state.withLock { state in
            for record in records {
                state.append(record)
            }
        }
    }

    package func latest(of links: [Link.ID]?) async -> [Link.ID: CheckRecord] {
        state.withLock { $0.latest(of: links) }
    }

    package func history(of link: Link.ID) async -> [CheckRecord] {
        state.withLock { ($0.histories[link] ?? []).reversed().map(\.record) }
    }

    package func verdictRuns(of links: [Link.ID]?) async -> [Link.ID: VerdictRun] {
        var runs: [Link.ID: VerdictRun] = [:]
        for (link, latest) in await latest(of: links) {
            let history = await history(of: link)
            let run = history.prefix { $0.verdict == latest.verdict }
            runs[link] = VerdictRun(
                latest.verdict,
                since: run.last?.checked ?? latest.checked,
                checks: run.count,
                previous: history.dropFirst(run.count).first?.verdict
            )
        }
        return runs
    }

    package func beginSession(resuming start: Int64?) async -> (any CheckSession)? {
        guard isShared else { return nil }
        return state.withLock { state in
            if state.sessions.isEmpty {
                state.checkStart = start ?? state.count
            }
            state.lastSession += 1
            state.sessions.insert(state.lastSession)
            return Session(store: self, id: state.lastSession, start: start ?? state.checkStart)
        }
    }

    private struct Session: CheckSession {
        let store: InMemoryCheckHistoryStore
        let id: Int
        let start: Int64

        func lock(
            _ hosts: [(name: String, links: [Link.ID: String])]
        ) async throws -> LockedHosts {
            try withState { state in
                let locked = hosts.filter { state.locks[$0.name] == nil }
                for host in locked {
                    state.locks[host.name] = id
                }
                let links = locked.flatMap(\.links.keys)
                return LockedHosts(
                    Set(locked.map(\.name)),
                    records: state.latest(of: links, since: start),
                    changed: state.links.map { Set(links).subtracting($0) } ?? []
                )
            }
        }

        func unlock(_ hosts: [String]) async throws {
            try withState { state in
                for host in hosts where state.locks[host] == id {
                    state.locks[host] = nil
                }
            }
        }

        func save(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws {
            try withState { state in
                for record in records where state.latest(of: [record.link], since: start).isEmpty {
                    state.append(record)
                }
            }
        }

        func end() async {
            store.state.withLock { state in
                state.sessions.remove(id)
                state.locks = state.locks.filter { $0.value != id }
            }
        }

        /// Calls a function with the state of the store.
        ///
        /// - Throws: An error if the session has ended.
        private func withState<Result: Sendable>(
            _ body: (inout State) -> Result
        ) throws -> Result {
            let result = store.state.withLock { state in
                state.sessions.contains(id) ? body(&state) : nil
            }
            guard let result else {
                throw StoreError.unreachable(path: "memory", reason: "the session has ended")
            }
            return result
        }
    }
}
