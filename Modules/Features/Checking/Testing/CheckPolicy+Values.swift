public import CheckingInterface

extension CheckPolicy {
    /// Creates a policy with some values that differ from the defaults.
    public init(
        concurrency: Int? = nil,
        perHost: Int? = nil,
        interval: Duration? = nil,
        retries: Int? = nil,
        maxAge: Duration? = nil
    ) {
        // An initializer does not call the observers that limit values.
        var policy = Self()
        policy.concurrency = concurrency ?? policy.concurrency
        policy.perHost = perHost ?? policy.perHost
        policy.interval = interval ?? policy.interval
        policy.retries = retries ?? policy.retries
        policy.maxAge = maxAge
        self = policy
    }
}
