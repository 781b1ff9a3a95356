import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import ThreadTesting

/// A store on a simulated server, as one program uses it. The store records the calls. Saving the
/// first record can take a long time, and the connection can fail.
struct ServerStore: EmptyHistoryStore {
    /// A call, and its time in milliseconds since the initial time of the clock.
    private struct Call {
        let action: SessionAction
        let time: Int
    }

    let history: InMemoryCheckHistoryStore
    let clock: ManualClock
    /// The executor of the check.
    let executor: SerialTaskExecutor
    /// The time that saving the first record takes.
    var delay = Duration.zero
    /// The times at which every call fails, relative to the initial time of the clock.
    var outage: Range<Duration>?
    /// The error during an outage.
    var error = StoreError.unreachable(path: "server", reason: "no connection")
    private let log = WaitableValue<[Call]>([])

    init(_ fixture: CheckingFixture) {
        history = fixture.history
        clock = fixture.clock
        executor = fixture.executor
    }

    private var time: Duration { clock.now.duration(since: ManualClock().now) }

    /// The attempts to lock hosts.
    var attempts: [(hosts: [String], time: Int)] {
        log.value.compactMap { call in
            if case .lock(let hosts) = call.action {
                (hosts, call.time)
            } else {
                nil
            }
        }
    }

    /// Returns the times of the calls that perform an action, in milliseconds.
    func times(of action: SessionAction) -> [Int] {
        log.value.filter { $0.action == action }.map(\.time)
    }

    func beginSession(resuming start: Int64?) async throws -> (any CheckSession)? {
        try checkConnection()
        return await history.beginSession(resuming: start).map { session in
            ObservedSession(
                session: session,
                before: call,
                after: { action in
                    if case .lookUp = action {
                        try await call(action)
                    }
                }
            )
        }
    }

    private func checkConnection() throws {
        if outage?.contains(time) == true {
            throw error
        }
    }

    private func call(_ action: SessionAction) async throws {
        let isFirst = record(action)
        if case .save = action, isFirst {
            // Like every store, this one is not interrupted by cancellation.
            try await Task(executorPreference: executor) {
                try await clock.sleep(for: delay)
            }.value
        }
        try checkConnection()
    }

    /// Records a call. Returns whether it is the first call that saves a record.
    private func record(_ action: SessionAction) -> Bool {
        let milliseconds = Int((time / .milliseconds(1)).rounded())
        return log.withLock { log in
            let isFirst = !log.contains { call in
                if case .save = call.action { true } else { false }
            }
            log.append(Call(action: action, time: milliseconds))
            return isFirst
        }
    }
}

/// What a program does in its session.
enum SessionAction: Sendable, Hashable {
    case lock([String])
    case unlock([String])
    case save([Link.ID])
    /// The session looks up the records of the links on the hosts that it has locked.
    case lookUp([Link.ID])
}

/// A session that a test observes.
struct ObservedSession: CheckSession {
    let session: any CheckSession
    /// The action before each call.
    let before: @Sendable (SessionAction) async throws -> Void
    /// The action after each call. After hosts are locked, it is the lookup of their links.
    let after: @Sendable (SessionAction) async throws -> Void

    var start: Int64 { session.start }

    func lock(_ hosts: [(name: String, links: [Link.ID: String])]) async throws -> LockedHosts {
        try await before(.lock(hosts.map(\.name)))
        let locked = try await session.lock(hosts)
        let lockedHosts = hosts.filter { locked.hosts.contains($0.name) }
        try await after(.lookUp(lockedHosts.flatMap(\.links.keys).sorted()))
        return locked
    }

    func unlock(_ hosts: [String]) async throws {
        try await before(.unlock(hosts))
        try await session.unlock(hosts)
        try await after(.unlock(hosts))
    }

    func save(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws {
        let action = SessionAction.save(records.map(\.link))
        try await before(action)
        try await session.save(records, of: urls)
        try await after(action)
    }

    func end() async {
        await session.end()
    }
}

/// A store that has no records and saves none.
protocol EmptyHistoryStore: CheckHistoryStore {}

extension EmptyHistoryStore {
    func append(_ records: [CheckRecord], of urls: [Link.ID: String]) {}

    func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        [:]
    }

    func history(of link: Link.ID) -> [CheckRecord] {
        []
    }

    func verdictRuns(of links: [Link.ID]?) -> [Link.ID: VerdictRun] {
        [:]
    }
}
