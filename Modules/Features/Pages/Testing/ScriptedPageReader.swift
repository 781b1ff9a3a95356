import Core
public import Foundation
public import PagesInterface
import Testing

/// A page reader that returns scripted pages and records its requests.
public actor ScriptedPageReader: PageReader {
    public private(set) var requests: [URL] = []
    private let results: [String: Result<Page, PageError>]

    public init(_ pages: [String: Page] = [:], errors: [String: PageError] = [:]) {
        results = pages.mapValues { .success($0) }.merging(errors.mapValues { .failure($0) }) { _, error in error }
    }

    /// Returns the page scripted for the URL, or throws its error. Any other URL records an issue of the test.
    public func page(at url: URL) async throws(PageError) -> Page {
        requests.append(url)
        guard let result = results[url.absoluteString] else {
            Issue.record("No page is scripted for \(url.absoluteString); give one to ScriptedPageReader.")
            throw .noResponse(.noSuchHost(url.host ?? ""))
        }
        return try result.get()
    }
}
