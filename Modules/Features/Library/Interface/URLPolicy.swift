/// The rules of a library for the URLs that it saves.
public struct URLPolicy: Sendable, Hashable {
    /// Whether query parameters that only track readers, such as `utm_source`, are removed.
    public var removesTracking: Bool
    /// Whether URLs that cannot be requested, such as `mailto:` and `javascript:` URLs, are saved
    /// too.
    public var allowsAnyScheme: Bool

    /// Creates a policy; by default, one that changes and allows the least.
    public init(removesTracking: Bool = false, allowsAnyScheme: Bool = false) {
        self.removesTracking = removesTracking
        self.allowsAnyScheme = allowsAnyScheme
    }
}
