/// How hard to try, and how polite to be.
public struct CheckPolicy: Sendable, Hashable {
    /// How many links are checked at once; at least 1.
    public var concurrency: Int
    /// How many of them may be on one host; at least 1.
    public var perHost: Int
    /// How long to wait between the starts of two requests to one host; not negative.
    public var interval: Duration
    /// How often a request that failed for a passing reason is sent again; not negative.
    public var retries: Int
    /// How long one request may take.
    public var timeout: Duration
    /// How old an outcome may be to be reported again instead of a new check; nil for none.
    public var maxAge: Duration?
    /// Statuses that count as `ok` beside 200 to 299.
    public var accepted: [ClosedRange<Int>]

    /// Makes a policy; the defaults are polite to a stranger's server.
    public init(
        concurrency: Int = 64, perHost: Int = 10, interval: Duration = .milliseconds(50), retries: Int = 2,
        timeout: Duration = .seconds(20), maxAge: Duration? = nil, accepted: [ClosedRange<Int>] = []
    ) {
        self.concurrency = concurrency
        self.perHost = perHost
        self.interval = interval
        self.retries = retries
        self.timeout = timeout
        self.maxAge = maxAge
        self.accepted = accepted
    }
}
