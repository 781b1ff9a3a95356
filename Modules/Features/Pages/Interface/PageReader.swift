public import Core
public import Foundation
public import Injection

/// A type that reads the titles and descriptions of Web pages.
public protocol PageReader: Sendable {
    /// Returns the page at an `http` or `https` URL, following redirects.
    func page(at url: URL) async throws(PageError) -> Page
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

/// The reason that a page could not be read.
public enum PageError: Error, Hashable {
    /// There was no response.
    case noResponse(HTTPError)
    /// The response has a status other than success.
    case status(Int)
    /// The response is not an HTML document.
    case notAPage(mediaType: String)
}

/// A container that provides a page reader.
public protocol PagesProviding: SharedContainer {
    var pageReader: Factory<any PageReader> { get }
}
