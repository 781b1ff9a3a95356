public import Core
public import Foundation
public import Injection

public protocol PageReader: Sendable {
    /// Reads the page at an `http` or `https` URL, after redirects.
    func page(at url: URL) async throws(PageError) -> Page
}

/// The title and description of a page, as plain text without line breaks.
public struct Page: Sendable, Hashable {
    /// The title, or nil if the page has none.
    public var title: String?
    /// The description, or nil if the page has none.
    public var description: String?

    public init(title: String? = nil, description: String? = nil) {
        (self.title, self.description) = (title, description)
    }
}

public enum PageError: Error, Hashable {
    /// The request got no response.
    case noResponse(HTTPError)
    case status(Int)
    case notAPage(mediaType: String)
}

public protocol PagesProviding: SharedContainer { var pageReader: Factory<any PageReader> { get } }
