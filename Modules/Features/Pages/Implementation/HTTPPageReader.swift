package import Core
package import Foundation
package import PagesInterface

/// A page reader that uses HTTP.
///
/// The reader follows redirects and reads at most 512 KiB of HTML or XHTML.
package struct HTTPPageReader: PageReader {
    /// The maximum number of bytes to read. Titles and descriptions are at the beginning of a page.
    private static let bodyLimit = 512 * 1_024
    private let http: any HTTPClient

    package init(http: any HTTPClient) {
        self.http = http
    }

    package func page(at url: URL) async throws(PageError) -> Page {
        let response: HTTPResponse
        do {
            response = try await get(url)
        } catch {
            throw .noResponse(error)
        }
        guard (200...299).contains(response.status) else {
            throw .status(response.status)
        }
        guard let page = HTMLPage.parse(response) else {
            throw .notAPage(mediaType: response.mediaType)
        }
        return page.page
    }

    private func get(_ url: URL) async throws(HTTPError) -> HTTPResponse {
        let headers: HTTPHeaders = ["Accept": "text/html, application/xhtml+xml, */*;q=0.1"]
        var request = HTTPRequest(.get, url, headers: headers, bodyLimit: Self.bodyLimit)
        var chain = RedirectChain<URL>()
        while true {
            chain.add(request.url)
            let response = try await http.send(request)
            guard let target = response.redirectTarget else { return response }
            guard chain.refusal(of: target) == nil else {
                throw .tooManyRedirects
            }
            request.url = target
        }
    }
}
