public import Core
public import WebURLs

/// The limits and intervals for requests, and the rules for retries and verdicts.
public struct CheckPolicy: Sendable, Hashable {
    /// The maximum number of links that are checked concurrently. A value below 1 counts as 1.
    public var concurrency = 64 { didSet { concurrency = max(1, concurrency) } }
    /// The maximum number of links on one host that are checked concurrently. A value below 1
    /// counts as 1.
    public var perHost = 10 { didSet { perHost = max(1, perHost) } }
    /// The minimum time between the starts of two requests to the same host. It must not be
    /// negative.
    public var interval = Duration.milliseconds(50)
    /// The maximum number of retries after a temporary failure. It must not be negative.
    public var retries = 2
    public var timeout = Duration.seconds(20)
    /// The maximum age of an earlier outcome that is reported instead of checking the link again,
    /// or `nil` to check every link. The earlier check must have had the same inspections.
    public var maxAge: Duration?
    /// Statuses that count as `ok` in addition to 200 to 299.
    public var accepted: [ClosedRange<Int>] = []
    /// The rules for hosts, keyed by patterns in lowercase ASCII. A pattern is a host such as
    /// `example.org`, a host with a port such as `example.org:8080`, or `*.example.org` for all
    /// hosts whose names end with `.example.org`.
    ///
    /// Only one rule applies to a URL. The rule for the host with its port takes precedence over
    /// the rule for the host, which takes precedence over the rule with the longest matching
    /// pattern.
    public var hosts: [String: HostRule] = [:]
    /// Patterns for URLs that are not requested.
    public var skipped: [URLPattern] = []
    /// The inspections for which pages are read.
    public var inspections: PageInspections = []

    public init() {}
}

/// A rule for a host or host pattern. Its values override those of the policy.
public struct HostRule: Sendable, Hashable {
    public var accepted: [ClosedRange<Int>]?
    /// Header fields that override the checker's defaults.
    public var headers: HTTPHeaders = [:]
    public var interval: Duration?
    /// Whether the links of the host are skipped.
    public var isSkipped = false

    public init() {}
}
