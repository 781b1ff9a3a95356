package import CheckingInterface
package import Core
import Foundation
package import PagesInterface

/// A link checker that checks links concurrently over HTTP and limits the request rate per host.
package struct ConcurrentLinkChecker: LinkChecker {
    let http: any HTTPClient
    let history: any CheckHistoryStore
    let clock: any WallClock
    let pages: (any PageParser)?
    let window: Int
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
        self.http = http
        self.history = history
        self.clock = clock
        self.pages = pages
        self.window = window
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
                    var delays = CheckDelays()
                    let session = try await persistently(for: .seconds(60)) {
                        try await history.beginSession(resuming: nil)
                    } onFailure: {
                        delays.isDisconnected = true
                        reportDelays(delays)
                    }
                    var run = CheckRun(
                        self,
                        policy,
                        in: session,
                        links,
                        delays,
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

    /// Retries `operation` for up to `duration` while the store is locked or cannot be reached.
    /// Calls `onFailure` once, before the first retry.
    func persistently<Value: Sendable>(
        for duration: Duration,
        _ operation: @Sendable () async throws -> Value,
        onFailure: () -> Void = {}
    ) async throws -> Value {
        let end = clock.now + duration
        var hasFailed = false
        while true {
            do {
                return try await operation()
            } catch let error as StoreError {
                guard error.isTemporary, clock.now < end, !Task.isCancelled else {
                    throw error
                }
                if !hasFailed {
                    hasFailed = true
                    onFailure()
                }
                try? await clock.sleep(for: .milliseconds(500))
            }
        }
    }
}

extension StoreError {
    /// Whether the error is temporary, so that the store may become available again.
    var isTemporary: Bool {
        switch self {
        case .unreachable, .locked: true
        default: false
        }
    }
}
