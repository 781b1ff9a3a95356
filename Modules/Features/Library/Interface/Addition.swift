public import Core
public import PagesInterface

/// What came of saving a link.
public struct Addition: Sendable, Hashable {
    /// The link as it is in the library now.
    public var link: Link
    /// Whether it was saved, or was there already and is unchanged.
    public var isNew: Bool
    /// Why its page could not be read, or nil when it was, or was not asked for.
    public var pageError: PageError?

    /// Makes an addition from its parts.
    public init(link: Link, isNew: Bool, pageError: PageError? = nil) {
        self.link = link
        self.isNew = isNew
        self.pageError = pageError
    }
}
