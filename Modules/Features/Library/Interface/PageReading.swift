public import Core
public import PagesInterface

/// What came of reading the page of a link again.
public struct PageReading: Sendable, Hashable {
    /// The link, as it was before.
    public var link: Link
    /// The title of its page, or nil when the page has none, or could not be read.
    public var title: String?
    /// Why its page could not be read, or nil when it was.
    public var error: PageError?

    /// Makes a reading from its parts.
    public init(_ link: Link, title: String? = nil, error: PageError? = nil) {
        self.link = link
        self.title = title
        self.error = error
    }
}
