public import Core
public import Foundation
public import Injection

/// A type that reads the titles and descriptions of web pages.
public protocol PageReader: Sendable {
    /// Returns the page at an `http` or `https` URL, following redirects.
    func page(at url: URL) async throws(PageError) -> Page
}

/// The title and description of a page, as plain text without line breaks.
public struct Page: Sendable, Hashable {
    /// The title, or `nil` if the page has none.
    public var title: String?
    /// The description, or `nil` if the page has none.
    public var description: String?

    public init(title: String? = nil, description: String? = nil) {
        self.title = title
        self.description = description
    }
}

/// The reason why a page could not be read.
public enum PageError: ExplainedError, Hashable {
    /// The request failed.
    case noResponse(HTTPError)
    /// The status of the response does not indicate success.
    case status(Int)
    /// The response is not an HTML document.
    case notAPage(mediaType: String)

    public var explanation: String {
        switch self {
        case .noResponse(let error): error.explanation
        case .status(407):
            "the proxy requires a password (407); set it in http_proxy or https_proxy"
        case .status(let status): "the server responded with status \(status)"
        case .notAPage(let mediaType): "not an HTML page (\(mediaType))"
        }
    }
}

public protocol PagesProviding: SharedContainer {
    var pageReader: Factory<any PageReader> { get }
    var pageParser: Factory<any PageParser> { get }
}
