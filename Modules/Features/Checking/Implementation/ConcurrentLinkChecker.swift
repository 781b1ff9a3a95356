package import CheckingInterface
package import Core

/// Checks many links at once over HTTP, host by host.
package struct ConcurrentLinkChecker: LinkChecker {
    private let http: any HTTPClient
    private let history: any CheckHistoryStore
    private let clock: any WallClock

    /// Makes a checker from what it needs.
    ///
    /// - Parameters:
    ///   - http: Sends single requests. It should not retry: the checker does, and counts.
    ///   - history: Keeps the outcomes.
    ///   - clock: By which it paces, waits and dates.
    package init(http: any HTTPClient, history: any CheckHistoryStore, clock: any WallClock) {
        self.http = http
        self.history = history
        self.clock = clock
    }

    package func check(
        _ links: AsyncThrowingStream<[Link], any Error>, policy: CheckPolicy
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: CheckOutcome.self, throwing: (any Error).self)
        let task = Task { [http, history, clock] in
            do {
                let earlier = policy.maxAge == nil ? [:] : try await history.latest()
                var run = CheckRun(
                    earlier: earlier, policy: policy, http: http, history: history, clock: clock)
                try await run.run(links) { continuation.yield($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    package func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        try await history.latest(of: links)
    }

    package func history(of link: Link.ID) async throws -> [CheckRecord] { try await history.history(of: link) }
}
