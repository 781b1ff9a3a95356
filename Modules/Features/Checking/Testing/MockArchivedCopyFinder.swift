public import CheckingInterface
public import Core
import CoreTesting

/// A mock `ArchivedCopyFinder` that calls a closure for each lookup and records the links.
public struct MockArchivedCopyFinder: ArchivedCopyFinder {
    /// The closure for ``archivedCopy(of:)``. `findArchivedCopies` calls it for each dead link.
    public var onArchivedCopy: @Sendable (Link) async throws(ArchiveError) -> String? = {
        (link: Link) throws(ArchiveError) in
        recordUnexpectedCall(of: "archivedCopy(of:)", setting: "onArchivedCopy")
        return nil
    }
    private let calls = RecordedCalls<Link>()

    /// Creates a mock. A lookup records an issue if ``onArchivedCopy`` is not set.
    public init() {}

    /// The links that were looked up, in order.
    public var lookedUpLinks: [Link] { calls.all }

    public func archivedCopy(of link: Link) async throws(ArchiveError) -> String? {
        calls.append(link)
        return try await onArchivedCopy(link)
    }
}
