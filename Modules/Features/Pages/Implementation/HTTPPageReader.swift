package import Core
package import Foundation
package import PagesInterface

/// Reads pages over HTTP.
///
/// It follows up to 10 redirects and reads the first 512 KiB of HTML or XHTML.
package struct HTTPPageReader: PageReader {
    /// How many bytes of a page are read; titles and descriptions stand at its beginning.
    package static let bodyLimit = 512 * 1_024
    /// How many redirects are followed.
    package static let redirectLimit = 10

    private let http: any HTTPClient

    /// Makes a reader that asks that client.
    package init(http: any HTTPClient) {
        self.http = http
    }

    package func page(at url: URL) async throws(PageError) -> Page {
        let headers: HTTPHeaders = ["Accept": "text/html, application/xhtml+xml, */*;q=0.1"]
        let request = HTTPRequest(.get, url, headers: headers, bodyLimit: Self.bodyLimit)
        let response: HTTPResponse
        do {
            response = try await http.send(request, followingUpTo: Self.redirectLimit).response
        } catch {
            throw .noResponse(error)
        }
        guard (200...299).contains(response.status) else { throw .status(response.status) }

        let mediaType = MediaType(of: response)
        guard mediaType.isPage else { throw .notAPage(mediaType: mediaType.name) }
        return PageParser.parse(
            response.body, contentType: response.headers["Content-Type"], isXML: mediaType == .xhtml)
    }
}
