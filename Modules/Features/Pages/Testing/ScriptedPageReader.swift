import Core
public import Foundation
public import PagesInterface
import Testing

/// A page reader that answers what a test has written down, and remembers what it was asked.
public actor ScriptedPageReader: PageReader {
    /// The addresses that were asked for, in order.
    public private(set) var requests: [URL] = []

    private let answers: [String: Result<Page, PageError>]

    /// Makes a reader that knows some pages, by address.
    public init(_ pages: [String: Page] = [:], errors: [String: PageError] = [:]) {
        answers = pages.mapValues { .success($0) }.merging(errors.mapValues { .failure($0) }) { _, error in error }
    }

    /// The answer for that address; asking for one that has none is an issue of the test.
    public func page(at url: URL) async throws(PageError) -> Page {
        requests.append(url)
        guard let answer = answers[url.absoluteString] else {
            Issue.record("No page is scripted for \(url.absoluteString); give one to ScriptedPageReader.")
            throw .noResponse(.noSuchHost(url.host ?? ""))
        }
        return try answer.get()
    }
}
