/// A service: what the factories make.
public protocol LinkStore: Sendable {
    /// How many links there are.
    var count: Int { get }
}

/// The usual implementation.
public final class MemoryLinkStore: LinkStore {
    public let count: Int

    public init() {
        count = 1
    }
}

/// Another implementation, for those who replace the usual one.
public final class EmptyLinkStore: LinkStore {
    public let count: Int

    public init() {
        count = 0
    }
}
