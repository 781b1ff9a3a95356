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
    private let archive: (any WebArchive)?
    private let pages: (any PageParser)?

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - http: The client that sends the requests. It should not retry requests, because the
    ///     checker retries and counts them itself.
    ///   - archive: The web archive, or nil to find no archived copies.
    ///   - pages: The parser of the pages in responses, or nil to read no pages.
    ///   - executor: The executor of the checker's tasks. With a separate executor, a test can
    ///     determine when all tasks are suspended.
    package init(
        http: any HTTPClient,
        history: any CheckHistoryStore,
        clock: any WallClock,
        archive: (any WebArchive)? = nil,
        pages: (any PageParser)? = nil,
        executor: (any TaskExecutor)? = nil
    ) {
        self.http = http
        self.history = history
        self.clock = clock
        self.archive = archive
        self.pages = pages
        self.executor = executor
    }

    package func check(
        _ links: @escaping LinkBatches,
        policy: CheckPolicy
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task(executorPreference: executor) {
                do {
                    try await check(links, policy) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func check(
        _ links: @escaping LinkBatches,
        _ policy: CheckPolicy,
        report: @Sendable (CheckOutcome) -> Void
    ) async throws {
        let environment = CheckEnvironment(
            http: http,
            history: history,
            pages: pages,
            clock: clock,
            executor: executor
        )
        let session = try await environment.persistently(for: policy.lease) {
            try await history.beginSession(lease: policy.lease)
        }
        let reader = LinkReader(links)
        if let session {
            let source = SharedLinkSource(session, policy)
            var run = CheckRun(environment, source, policy)
            try await run.run(reader, report: report)
        } else {
            let source = UnsharedLinkSource(history)
            var run = CheckRun(environment, source, policy)
            try await run.run(reader, report: report)
        }
    }

    package func archivedCopy(of link: Link) async throws(HTTPError) -> String? {
        guard CheckHosts.name(in: link.url) != nil else {
            return nil
        }
        return try await archive?.newestSnapshot(of: link.url)
    }
}

/// The dependencies of a check.
struct CheckEnvironment: Sendable {
    let http: any HTTPClient
    let history: any CheckHistoryStore
    let pages: (any PageParser)?
    let clock: any WallClock
    let executor: (any TaskExecutor)?

    /// Runs `operation` in an unstructured task, because cancellation must not interrupt a write.
    func uninterrupted<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await Task(executorPreference: executor, operation: operation).value
    }

    /// Runs `operation`. Retries it for up to `duration` while the store is locked or cannot be
    /// reached.
    func persistently<Value: Sendable>(
        for duration: Duration,
        _ operation: @Sendable () async throws -> Value
    ) async throws -> Value {
        let end = clock.now + duration
        while true {
            do {
                return try await operation()
            } catch let error as StoreError {
                guard error.isTemporary, clock.now < end, !Task.isCancelled else {
                    throw error
                }
                try? await clock.sleep(for: .milliseconds(500))
            }
        }
    }
}

extension StoreError {
    fileprivate var isTemporary: Bool {
        switch self {
        case .unreachable, .locked: true
        default: false
        }
    }
}
