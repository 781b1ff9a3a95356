public import Core
public import Injection

public protocol LinkChecker: Sendable {
    /// Checks links concurrently, and saves each verdict in the history.
    ///
    /// The check starts before all links have arrived, and reports outcomes in the order of completion. Ending the iteration or canceling the task stops the
    /// check; outcomes that are known by then are saved. The stream throws `StoreError` if the history cannot be saved, and the errors of `links`.
    ///
    /// A link that was checked within the policy's `maxAge` and has not changed since is not requested; its earlier outcome is reported. Links with a scheme
    /// other than `http` and `https`, and links whose host demands a long pause, are not requested either, and nothing is saved for them.
    func check(
        _ links: AsyncThrowingStream<[Link], any Error>, policy: CheckPolicy
    ) -> AsyncThrowingStream<CheckOutcome, any Error>

    /// Returns the latest record of each of `links`, or of every link if that is nil. Omits links that were never checked.
    func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord]
    func history(of link: Link.ID) async throws -> [CheckRecord]

    /// Returns the latest run of each of `links`, or of every link if that is nil. Omits links that were never checked, and runs that began less than `duration`
    /// ago.
    func verdictRuns(of links: [Link.ID]?, lasting duration: Duration) async throws -> [Link.ID: VerdictRun]
    /// Returns the URL of the newest archived copy of a link's page, or nil if there is none.
    func archivedCopy(of link: Link) async throws(HTTPError) -> String?
}

extension LinkChecker {
    public func check(_ links: [Link], policy: CheckPolicy) -> AsyncThrowingStream<CheckOutcome, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [Link].self, throwing: (any Error).self)
        continuation.yield(links)
        continuation.finish()
        return check(stream, policy: policy)
    }

    public func latest() async throws -> [Link.ID: CheckRecord] { try await latest(of: nil) }
}

/// The number of concurrent requests, the delays between them, and the rules for retries and verdicts.
public struct CheckPolicy: Sendable, Hashable {
    /// The number of links that are checked concurrently; at least 1.
    public var concurrency: Int
    /// The number of links of one host that are checked concurrently; at least 1.
    public var perHost: Int
    /// The minimum time between the starts of two requests to one host; not negative.
    public var interval: Duration
    /// The number of retries after a temporary failure; not negative.
    public var retries: Int
    public var timeout: Duration
    /// The maximum age of a recorded outcome that makes a new check unnecessary; nil to check every link.
    public var maxAge: Duration?
    /// Statuses that count as `ok` in addition to 200 to 299.
    public var accepted: [ClosedRange<Int>]
    /// Header fields that replace the checker's own.
    public var headers: HTTPHeaders = [:]
    /// Whether links are not requested.
    public var isSkipped = false
    /// The rules for hosts by their patterns in lowercase ASCII: `example.org`, `example.org:8080`, or `*.example.org` for every host whose name ends with the rest.
    /// Only one applies: that of the host with its port, then that of the host, then that of the longest pattern.
    public var hosts: [String: HostRule] = [:]

    public init(
        concurrency: Int = 64, perHost: Int = 10, interval: Duration = .milliseconds(50), retries: Int = 2,
        timeout: Duration = .seconds(20), maxAge: Duration? = nil, accepted: [ClosedRange<Int>] = []
    ) {
        (self.concurrency, self.perHost, self.interval) = (concurrency, perHost, interval)
        (self.retries, self.timeout, self.maxAge, self.accepted) = (retries, timeout, maxAge, accepted)
    }
}

/// The rule for one host. Its values replace those of the policy.
public struct HostRule: Sendable, Hashable {
    public var accepted: [ClosedRange<Int>]?
    public var headers: HTTPHeaders = [:]
    public var interval: Duration?
    public var isSkipped = false

    public init() {}
}

public enum CheckOutcome: Sendable, Hashable {
    /// The link has a verdict, either new or from an earlier check within the policy's `maxAge`.
    case checked(Link, CheckRecord)
    /// The link was not requested. `reason` is a short explanation for users. The history of the link is unchanged.
    case notRequested(Link, reason: String)

    /// The link, as it was at the start of the check.
    public var link: Link {
        switch self {
        case .checked(let link, _), .notRequested(let link, _): link
        }
    }

    /// The record of the check, or nil if the link was not requested.
    public var record: CheckRecord? { if case .checked(_, let record) = self { record } else { nil } }
}

public protocol CheckingProviding: SharedContainer {
    var linkChecker: Factory<any LinkChecker> { get }
}
