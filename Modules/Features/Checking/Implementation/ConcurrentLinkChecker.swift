package import CheckingInterface
package import Core
import Foundation
package import PagesInterface

/// A link checker that checks links concurrently over HTTP and limits the request rate per host.
package struct ConcurrentLinkChecker: LinkChecker {
    private let http: any HTTPClient
    private let history: any CheckHistoryStore
    private let clock: any WallClock
    private let executor: (any TaskExecutor)?
    private let pages: (any PageParser)?

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - http: The client that sends the requests. It should not retry requests, because the
    ///     checker retries and counts them itself.
    ///   - pages: The parser of the pages in responses, or nil to read no pages.
    ///   - executor: The executor of the checker's tasks. With a separate executor, a test can
    ///     determine when all tasks are suspended.
    package init(
        http: any HTTPClient,
        history: any CheckHistoryStore,
        clock: any WallClock,
        pages: (any PageParser)? = nil,
        executor: (any TaskExecutor)? = nil
    ) {
        self.http = http
        self.history = history
        self.clock = clock
        self.pages = pages
        self.executor = executor
    }

    package func check(
        _ links: @escaping LinkBatches,
        policy: CheckPolicy,
        reportDelays: @escaping @Sendable (CheckDelays) -> Void
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task(executorPreference: executor) {
                do {
                    let environment = environment(reportDelays)
                    try await check(links, policy, environment) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    package func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        try await history.latest(of: links)
    }

    package func history(of link: Link.ID) async throws -> [CheckRecord] {
        try await history.history(of: link)
    }

    package func verdictRuns(of links: [Link.ID]?) async throws -> [Link.ID: VerdictRun] {
        try await history.verdictRuns(of: links)
    }

    private func environment(
        _ reportDelays: @escaping @Sendable (CheckDelays) -> Void
    ) -> CheckEnvironment {
        CheckEnvironment(
            http: http,
            history: history,
            pages: pages,
            clock: clock,
            reportDelays: reportDelays
        )
    }

    private func check(
        _ links: @escaping LinkBatches,
        _ policy: CheckPolicy,
        _ environment: CheckEnvironment,
        report: @Sendable (CheckOutcome) -> Void
    ) async throws {
        let session = try await environment.persistently(for: LinkSource.firstPatience) {
            try await history.beginSession(resuming: nil)
        }
        var run = CheckRun(environment, LinkSource(history, session, policy), policy)
        try await run.run(RestartingLinkReader(links), report: report)
    }
}
