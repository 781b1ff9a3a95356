public import CheckingInterface
public import Core

/// A finder that looks nothing up and returns scripted copies for URLs.
public struct ScriptedArchivedCopyFinder: ArchivedCopyFinder {
    private let copies: [String: String]

    /// Creates a finder with the URLs of copies, by the URLs of links.
    public init(_ copies: [String: String] = [:]) {
        self.copies = copies
    }

    public func archivedCopy(of link: Link) -> String? {
        copies[link.url]
    }

    public func findArchivedCopies(
        for outcomes: AsyncThrowingStream<CheckOutcome, any Error>,
        report: (CheckOutcome, _ copy: Result<String?, HTTPError>?) throws -> Void
    ) async throws {
        for try await outcome in outcomes {
            let isDead = outcome.record?.verdict == .dead
            try report(outcome, isDead ? .success(archivedCopy(of: outcome.link)) : nil)
        }
    }
}
