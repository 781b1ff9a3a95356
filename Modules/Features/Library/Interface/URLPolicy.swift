/// The rules for the URLs that a library saves.
public struct URLPolicy: Sendable, Hashable {
    /// Whether query parameters that only track readers, such as `utm_source`, are removed.
    public var removesTracking: Bool
    /// Whether URLs that cannot be requested are saved too, such as `mailto:` and `javascript:`
    /// URLs.
    public var allowsAnyScheme: Bool

    /// Creates a policy. By default, it changes and allows as little as possible.
    public init(removesTracking: Bool = false, allowsAnyScheme: Bool = false) {
        self.removesTracking = removesTracking
        self.allowsAnyScheme = allowsAnyScheme
    }
}
