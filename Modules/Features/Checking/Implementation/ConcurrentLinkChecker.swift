package import CheckingInterface
package import Core
import Foundation
package import PagesInterface

/// A link checker that checks links concurrently over HTTP and limits the request rate per host.
package struct ConcurrentLinkChecker: LinkChecker {
    private let environment: CheckEnvironment
    private let executor: (any TaskExecutor)?

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - http: The client that sends the requests. It should not retry requests, because the
    ///     checker retries and counts them itself.
    ///   - pages: The parser of the pages in responses, or `nil` to read no pages.
    ///   - window: The number of links without an outcome at which a shared check stops reading.
    ///   - executor: The executor of the checker's tasks. With a separate executor, a test can
    ///     determine when all tasks are suspended.
    package init(
        http: any HTTPClient,
        history: any CheckHistoryStore,
        clock: any WallClock,
        pages: (any PageParser)? = nil,
        window: Int = 90_000,
        executor: (any TaskExecutor)? = nil
    ) {
        environment = CheckEnvironment(
            http: http,
            history: history,
            pages: pages,
            clock: clock,
            window: window
        )
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
                    let session = try await environment.persistently(for: .seconds(60)) {
                        try await environment.history.beginSession(resuming: nil)
                    }
                    var run = CheckRun(
                        environment,
                        policy,
                        in: session,
                        links,
                        reportDelays: reportDelays
                    ) { continuation.yield($0) }
                    try await run.run()
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
