public import Core
public import Foundation
public import Injection

/// A type that reads the titles and descriptions of web pages.
public protocol PageReader: Sendable {
    /// Returns the page at an `http` or `https` URL, following redirects.
    func page(at url: URL) async throws(PageError) -> Page
    /// Returns the contents of the page in a response, or nil if it is not an HTML document.
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

/// The title and description of a page, as plain text without line breaks.
public struct Page: Sendable, Hashable {
    /// The title, or nil if the page has none.
    public var title: String?
    /// The description, or nil if the page has none.
    public var description: String?

    public init(title: String? = nil, description: String? = nil) {
        self.title = title
        self.description = description
    }
}

/// The reason why a page could not be read.
public enum PageError: Error, Hashable {
    /// The request failed.
    case noResponse(HTTPError)
    /// The status of the response does not indicate success.
    case status(Int)
    /// The response is not an HTML document.
    case notAPage(mediaType: String)
}

/// A container that provides a page reader.
public protocol PagesProviding: SharedContainer {
    var pageReader: Factory<any PageReader> { get }
}
