package import CheckingInterface
package import Core

/// A finder that looks up copies in a web archive.
package struct WebArchiveCopyFinder: ArchivedCopyFinder {
    private let archive: any WebArchive

    package init(archive: any WebArchive) {
        self.archive = archive
    }

    package func archivedCopy(of link: Link) async throws(ArchiveError) -> String? {
        guard CheckHosts.name(in: link.url) != nil else {
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
        try await ArchivedCopies(finder: self, outcomes: outcomes).find(report)
    }
}

/// The outcomes of a check, with the archived copies of dead links.
private struct ArchivedCopies {
    private enum Event: Sendable {
        case outcome(CheckOutcome?)
        case found(CheckOutcome, Result<String?, ArchiveError>)
    }

    /// The maximum number of concurrent look-ups. While this many look-ups are running, no more
    /// outcomes are received.
    private static let concurrency = 8

    let finder: WebArchiveCopyFinder
    let outcomes: AsyncThrowingStream<CheckOutcome, any Error>

    func find(
        _ report: (CheckOutcome, _ copy: Result<String?, ArchiveError>?) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            var lookUps = 0
            var hasFailed = false
            group.addTask { try await nextOutcome() }
            var isReading = true
            while let event = try await group.next() {
                switch event {
                case .outcome(let outcome?):
                    isReading = false
                    if outcome.record?.verdict == .dead, !hasFailed {
                        lookUps += 1
                        group.addTask { await lookUp(outcome) }
                    } else {
                        try report(outcome, nil)
                    }
                case .outcome(nil):
                    // There are no more outcomes, but some look-ups may still be running.
                    break
                case .found(let outcome, .failure(let error)):
                    lookUps -= 1
                    let isFirst = error.reason != .cancelled && !hasFailed
                    hasFailed = hasFailed || isFirst
                    try report(outcome, isFirst ? .failure(error) : nil)
                case .found(let outcome, let copy):
                    lookUps -= 1
                    try report(outcome, copy)
                }
                if !isReading, lookUps < Self.concurrency {
                    isReading = true
                    group.addTask { try await nextOutcome() }
                }
            }
        }
    }

    private func nextOutcome() async throws -> Event {
        // All iterators of a stream share one position, so a new iterator continues where the
        // previous one stopped.
        var iterator = outcomes.makeAsyncIterator()
        return .outcome(try await iterator.next())
    }

    private func lookUp(_ outcome: CheckOutcome) async -> Event {
        do throws(ArchiveError) {
            return .found(outcome, .success(try await finder.archivedCopy(of: outcome.link)))
        } catch {
            return .found(outcome, .failure(error))
        }
    }
}
