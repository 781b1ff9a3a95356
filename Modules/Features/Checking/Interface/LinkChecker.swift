public import Core
public import Injection

/// A type that checks links.
public protocol LinkChecker: Sendable {
    /// Checks links concurrently and saves each verdict in the history.
    ///
    /// The check starts before all links have arrived, and reports outcomes in the order of
    /// completion. Ending the iteration or canceling the task stops the check after saving the
    /// known outcomes. The stream throws `StoreError` if the history cannot be saved, and rethrows
    /// errors from `links`.
    ///
    /// A link that was checked within the policy's `maxAge` and has not changed since is not
    /// requested. Its earlier outcome is reported instead. Links with a scheme other than `http`
    /// and `https`, links that the policy skips, and links whose host demands a long pause, are not
    /// requested either, and nothing is saved for them.
    ///
    /// - Parameters:
    ///   - links: A function that returns the links to check. After an error, the function is
    ///     called again if the library is on a server that may be reachable again.
    ///   - policy: The limits and intervals of the requests, including rules for individual hosts.
    ///   - reportDelays: A function that receives the reasons why the check is delayed, whenever
    ///     they change.
    func check(
        _ links: @escaping LinkBatches,
        policy: CheckPolicy,
        reportDelays: @escaping @Sendable (CheckDelays) -> Void
    ) -> AsyncThrowingStream<CheckOutcome, any Error>
}

/// The reasons why a check is delayed.
public struct CheckDelays: Sendable, Hashable {
    /// Whether the server of the library cannot be reached.
    public var isDisconnected = false
    /// The hosts that refuse requests (429 or 503) and are therefore slowed down.
    public var slowHosts: Set<String> = []
    /// The hosts that other programs are checking, if the check waits only for them.
    public var awaitedHosts: Set<String> = []

    public init() {}
}

public enum CheckOutcome: Sendable, Hashable {
    /// The link has a verdict, either new or from an earlier check within the policy's `maxAge`.
    /// `previous` is the verdict when the link was read, or `nil` if it had none.
    case checked(Link, CheckRecord, previous: Verdict? = nil)
    /// The link was not requested, or its check was stopped before it had a result. Its history is
    /// unchanged. `reason` is a short explanation for users.
    case notRequested(Link, reason: String)

    /// The link, as it was at the start of the check.
    public var link: Link {
        switch self {
        case .checked(let link, _, _), .notRequested(let link, _): link
        }
    }

    /// The record of the check, or `nil` if the link was not requested.
    public var record: CheckRecord? {
        if case .checked(_, let record, _) = self {
            record
        } else {
            nil
        }
    }

    /// Whether the verdict differs from the previous one, where a link without a previous verdict
    /// counts as `ok`. The value is always false for a link that was not requested.
    public var hasNewVerdict: Bool {
        guard case .checked(_, let record, let previous) = self else { return false }
        return record.verdict != previous ?? .ok
    }
}

public protocol CheckingProviding: SharedContainer {
    var linkChecker: Factory<any LinkChecker> { get }
    var checkHistory: Factory<any CheckHistory> { get }
    var archivedCopies: Factory<any ArchivedCopyFinder> { get }
    var moveReviewer: Factory<any MoveReviewer> { get }
}
