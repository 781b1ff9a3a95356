import Core
import CoreTesting
public import Foundation
public import PagesInterface

/// A mock `PageReader` that calls a closure and records the URLs.
public struct MockPageReader: PageReader {
    /// The closure for ``page(at:)``.
    public var onPage: @Sendable (URL) async throws(PageError) -> Page = {
        (url: URL) throws(PageError) in
        _ = UnexpectedCall(of: "page(at: \(url.absoluteString))", setting: "onPage")
        throw .noResponse(.canceled)
    }
    private let calls = RecordedCalls<URL>()

    /// Creates a mock. A call records an issue if ``onPage`` is not set.
    public init() {}

    /// Creates a mock that returns pages and throws errors by URL. An error overrides a page. A
    /// call with any other URL records an issue.
    public init(_ pages: [String: Page], errors: [String: PageError] = [:]) {
        onPage = { [onPage] (url: URL) throws(PageError) in
            if let error = errors[url.absoluteString] {
                throw error
            }
            guard let page = pages[url.absoluteString] else {
                return try await onPage(url)
            }
            return page
        }
    }

    /// The URLs of the calls, in order.
    public var requests: [URL] { calls.all }

    public func page(at url: URL) async throws(PageError) -> Page {
        calls.append(url)
        return try await onPage(url)
    }
}
