import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Testing
import ThreadTesting

/// A store that several programs share and that takes a long time to save the first record. Like
/// every store, it is not interrupted by cancellation.
struct SlowStore: CheckHistoryStore {
    /// A request to the store, and the time at which it arrived in milliseconds since the initial
    /// time of the clock.
    struct Exchange: Sendable {
        let request: SessionRequest
        let time: Int
    }

    let history: InMemoryCheckHistoryStore
    let clock: ManualClock
    let delay: Duration
    /// The executor of the check.
    let executor: SerialTaskExecutor
    private let log = WaitableValue<[Exchange]>([])

    init(
        history: InMemoryCheckHistoryStore,
        clock: ManualClock,
        delay: Duration,
        executor: SerialTaskExecutor
    ) {
        self.history = history
        self.clock = clock
        self.delay = delay
        self.executor = executor
    }

    var exchanges: [Exchange] { log.value }
    var requests: [SessionRequest] { exchanges.map(\.request) }

    func append(_ records: [CheckRecord], of urls: [Link.ID: String]) {}

    func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        [:]
    }

    func history(of link: Link.ID) async throws -> [CheckRecord] {
        []
    }

    func beginSession(lease: Duration) async throws -> (any CheckSession)? {
        Session(session: try #require(await history.beginSession(lease: lease)), store: self)
    }

    /// Records a request. Returns whether it is the first request with a record.
    private func record(_ request: SessionRequest) -> Bool {
        let time = clock.now.timeIntervalSince(ManualClock().now) * 1000
        return log.withLock { log in
            log.append(Exchange(request: request, time: Int(time.rounded())))
            let count = log.count { !$0.request.records.isEmpty }
            return count == 1 && !request.records.isEmpty
        }
    }

    private struct Session: CheckSession {
        let session: any CheckSession
        let store: SlowStore

        var start: Int64 { session.start }

        func exchange(_ request: SessionRequest) async throws -> SessionReply {
            if store.record(request) {
                try await Task(executorPreference: store.executor) { [store] in
                    try await store.clock.sleep(for: store.delay)
                }.value
            }
            return try await session.exchange(request)
        }

        func end(releasing hosts: [String: Duration]) async throws {
            try await session.end(releasing: hosts)
        }
    }
}
