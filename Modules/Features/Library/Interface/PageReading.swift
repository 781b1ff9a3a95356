public import Core
public import PagesInterface

/// The result of reading the page of a link again.
public struct PageReading: Sendable, Hashable {
    /// The link before its page was read.
    public var link: Link
    /// The title, or `nil` if the page has none or could not be read.
    public var title: String?
    /// The reason why the page could not be read, or `nil` if it was read.
    public var error: PageError?

    public init(_ link: Link, title: String? = nil, error: PageError? = nil) {
        self.link = link
        self.title = title
        self.error = error
    }
}
