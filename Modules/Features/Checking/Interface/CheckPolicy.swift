public import Core

/// The number of concurrent requests, the delays between them, and the rules for retries and
/// verdicts.
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
    /// The maximum age of a recorded outcome that makes a new check unnecessary; nil to check every
    /// link.
    public var maxAge: Duration?
    /// Statuses that count as `ok` in addition to 200 to 299.
    public var accepted: [ClosedRange<Int>]
    /// The rules for hosts by their patterns in lowercase ASCII: `example.org`,
    /// `example.org:8080`, or `*.example.org` for every host whose name ends with the rest.
    ///
    /// Only one applies: that of the host with its port, then that of the host, then that of the
    /// longest pattern.
    public var hosts: [String: HostRule]

    public init(
        concurrency: Int = 64,
        perHost: Int = 10,
        interval: Duration = .milliseconds(50),
        retries: Int = 2,
        timeout: Duration = .seconds(20),
        maxAge: Duration? = nil,
        accepted: [ClosedRange<Int>] = [],
        hosts: [String: HostRule] = [:]
    ) {
        self.concurrency = concurrency
        self.perHost = perHost
        self.interval = interval
        self.retries = retries
        self.timeout = timeout
        self.maxAge = maxAge
        self.accepted = accepted
        self.hosts = hosts
    }
}

/// The rule for one host. Its values replace those of the policy.
public struct HostRule: Sendable, Hashable {
    public var accepted: [ClosedRange<Int>]?
    /// Header fields that replace the checker's own.
    public var headers: HTTPHeaders = [:]
    public var interval: Duration?
    /// Whether the links of the host are not requested.
    public var isSkipped = false

    public init() {}
}
