/// What a page says about itself, as plain text on one line each.
public struct Page: Sendable, Hashable {
    /// Its title, or nil when it has none.
    public var title: String?
    /// Its description, or nil when it has none.
    public var description: String?

    /// Makes a page from its parts.
    public init(title: String? = nil, description: String? = nil) {
        self.title = title
        self.description = description
    }
}
