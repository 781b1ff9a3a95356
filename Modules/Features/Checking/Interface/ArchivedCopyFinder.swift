public import Core

/// A type that finds copies of links' pages in a web archive.
public protocol ArchivedCopyFinder: Sendable {
    /// Returns the URL of the newest archived copy of a link's page, or `nil` if there is none.
    func archivedCopy(of link: Link) async throws(ArchiveError) -> String?

    /// Looks up the archived copies of dead links, several of them concurrently. While the maximum
    /// number of lookups is running, no more outcomes are received.
    ///
    /// - Parameters:
    ///   - outcomes: The outcomes of a check.
    ///   - report: A function that is called with each outcome, and with the result of the lookup.
    ///     The result is `nil` for links that are not dead, and for all links after the first
    ///     error. If the function throws an error, the lookup stops.
    func findArchivedCopies(
        for outcomes: AsyncThrowingStream<CheckOutcome, any Error>,
        report: (CheckOutcome, _ copy: Result<String?, ArchiveError>?) throws -> Void
    ) async throws
}

/// An error that indicates that a web archive cannot be searched.
public struct ArchiveError: ExplainedError, Hashable {
    /// The reason why the archive did not answer.
    public let reason: HTTPError

    public init(_ reason: HTTPError) {
        self.reason = reason
    }

    public var explanation: String {
        "cannot search the web archive: \(reason.explanation); try again later"
    }
}
