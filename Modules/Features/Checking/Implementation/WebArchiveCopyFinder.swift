import AsyncStreams
package import CheckingInterface
package import Core
import Foundation
import Synchronization

/// A finder that looks up copies in a web archive.
package struct WebArchiveCopyFinder: ArchivedCopyFinder {
    /// The maximum number of concurrent lookups. While this many lookups are running, no more
    /// outcomes are received.
    private static let concurrency = 8

    private let archive: any WebArchive

    package init(archive: any WebArchive) {
        self.archive = archive
    }

    package func archivedCopy(of link: Link) async throws(ArchiveError) -> String? {
        guard URL(string: link.url)?.httpHost != nil else {
            return nil
        }
        do {
            return try await archive.newestSnapshot(of: link.url)
        } catch {
            throw ArchiveError(error)
        }
    }

    package func findArchivedCopies(
        for outcomes: AsyncThrowingStream<CheckOutcome, any Error>,
        report: (CheckOutcome, _ copy: Result<String?, ArchiveError>?) throws -> Void
    ) async throws {
        let hasFailed = Mutex(false)
        try await outcomes.concurrentMap(limit: Self.concurrency, order: .completion) {
            outcome -> (CheckOutcome, Result<String?, ArchiveError>?) in
            guard outcome.record?.verdict == .dead, !hasFailed.withLock({ $0 }) else {
                return (outcome, nil)
            }
            do throws(ArchiveError) {
                return (outcome, .success(try await archivedCopy(of: outcome.link)))
            } catch {
                return (outcome, .failure(error))
            }
        } deliver: { outcome, copy in
            guard case .failure(let error)? = copy else {
                return try report(outcome, copy)
            }
            let isFirst = error.reason != .canceled && !hasFailed.withLock { $0 }
            if isFirst {
                hasFailed.withLock { $0 = true }
            }
            try report(outcome, isFirst ? copy : nil)
        }
    }
}
