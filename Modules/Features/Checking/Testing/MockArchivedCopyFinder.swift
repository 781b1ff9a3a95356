public import CheckingInterface
public import Core
import CoreTesting

/// A mock `ArchivedCopyFinder` that calls closures.
public struct MockArchivedCopyFinder: ArchivedCopyFinder {
    /// The closure for ``archivedCopy(of:)``.
    public var onArchivedCopy: @Sendable (Link) async throws(ArchiveError) -> String? = {
        (link: Link) throws(ArchiveError) in
        _ = UnexpectedCall(of: "archivedCopy(of:)", setting: "onArchivedCopy")
        return nil
    }
    /// The closure that returns the result for each outcome of
    /// ``findArchivedCopies(for:report:)``.
    public var onFind: @Sendable (CheckOutcome) -> Result<String?, ArchiveError>? = { _ in
        _ = UnexpectedCall(of: "findArchivedCopies(for:report:)", setting: "onFind")
        return nil
    }

    /// Creates a mock. A method records an issue if its closure is not set.
    public init() {}

    public func archivedCopy(of link: Link) async throws(ArchiveError) -> String? {
        try await onArchivedCopy(link)
    }

    public func findArchivedCopies(
        for outcomes: AsyncThrowingStream<CheckOutcome, any Error>,
        report: (CheckOutcome, _ copy: Result<String?, ArchiveError>?) throws -> Void
    ) async throws {
        for try await outcome in outcomes {
            try report(outcome, onFind(outcome))
        }
    }
}
