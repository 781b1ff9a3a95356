import Core
public import Foundation
public import PagesInterface
import Testing

/// A page reader that returns scripted pages and records its requests.
public actor ScriptedPageReader: PageReader {
    public private(set) var requests: [URL] = []
    private let results: [String: Result<Page, PageError>]

    /// Creates a page reader with pages and errors, keyed by URL. An error overrides a page.
    public init(_ pages: [String: Page] = [:], errors: [String: PageError] = [:]) {
        var results: [String: Result<Page, PageError>] = pages.mapValues { .success($0) }
        for (url, error) in errors {
            results[url] = .failure(error)
        }
        self.results = results
    }

    /// Returns the scripted page for the URL, or throws the scripted error. Records an issue for
    /// any other URL.
    public func page(at url: URL) async throws(PageError) -> Page {
        requests.append(url)
        guard let result = results[url.absoluteString] else {
            let address = url.absoluteString
            Issue.record("No page is scripted for \(address); pass one to ScriptedPageReader.")
            throw .noResponse(.noSuchHost(url.host ?? ""))
        }
        return try result.get()
    }
}
