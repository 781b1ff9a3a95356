public import Core

/// A type that extracts the contents of the page from a response.
public protocol PageParser: Sendable {
    /// Returns the contents of the page, or `nil` if the response is not an HTML document.
    func contents(of response: HTTPResponse) -> PageContents?
}

/// The parts of a page by which it can be recognized.
public struct PageContents: Sendable, Hashable {
    public var page: Page
    /// The text of the page without scripts and styles.
    public var text: String
    /// The IDs and names of elements that URL fragments can refer to.
    public var anchors: Set<String>
    /// The URLs of scripts, frames and the `meta` refresh, as written in the page.
    public var resources: [String]
    /// Whether the page continues after the part that was read.
    public var isTruncated: Bool

    public init(
        page: Page = Page(),
        text: String = "",
        anchors: Set<String> = [],
        resources: [String] = [],
        isTruncated: Bool = false
    ) {
        self.page = page
        self.text = text
        self.anchors = anchors
        self.resources = resources
        self.isTruncated = isTruncated
    }
}
