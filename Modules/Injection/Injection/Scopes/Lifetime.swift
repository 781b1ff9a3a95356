/// How long an instance is kept that nobody asks for, and the time at which it is asked for.
struct Lifetime {
    let seconds: Double
    let now: Duration

    /// Whether an instance that was last asked for at a time is to be let go; nil stands for a time that was not noted.
    func isOver(since lastUse: Duration?) -> Bool {
        (now - (lastUse ?? now)) / .seconds(1) > seconds
    }
}

extension ContainerManager {
    func lifetime(of key: FactoryKey) -> Lifetime? {
        override(of: key)?.timeToLive.map { Lifetime(seconds: $0, now: settings.now()) }
    }

    /// The time that ``FactoryModifying/timeToLive(_:)`` goes by, counted from any moment; tests may set their own.
    public var now: () -> Duration {
        get { settings.now }
        set { set(\.now, to: newValue) }
    }
}

extension FactoryModifying {
    /// Lets go of an instance that is kept and that nobody has asked for in this time; each resolution starts it again.
    ///
    /// Nothing happens when the time is over: the next resolution makes a new instance.
    @discardableResult
    public func timeToLive(_ seconds: Double) -> Self {
        definition.remember { $0.timeToLive = seconds }
        definition.container.manager.observe()
        return self
    }
}
