package import Core
package import Foundation
package import PagesInterface
import TextEncodings

/// A page reader that uses HTTP.
///
/// The reader follows at most 10 redirects, and reads at most 512 KiB of HTML or XHTML.
package struct HTTPPageReader: PageReader {
    /// The maximum number of bytes to read. Titles and descriptions are at the beginning of a page.
    private static let bodyLimit = 512 * 1_024
    private static let redirectLimit = 10
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
        guard let parser = Self.parse(response) else {
            throw .notAPage(mediaType: Self.mediaType(of: response))
        }
        return parser.page
    }

    package func contents(of response: HTTPResponse) -> PageContents? {
        Self.parse(response, readsText: true)?.contents(isTruncated: response.isTruncated)
    }

    /// Parses the page in a response, or returns nil if it is not an HTML document.
    private static func parse(_ response: HTTPResponse, readsText: Bool = false) -> PageParser? {
        let mediaType = mediaType(of: response)
        let isXML = mediaType == "application/xhtml+xml"
        guard isXML || mediaType == "text/html" else { return nil }
        return PageParser.parse(
            response.body,
            contentType: response.headers["Content-Type"],
            isXML: isXML,
            readsText: readsText
        )
    }

    private func get(_ url: URL) async throws(HTTPError) -> HTTPResponse {
        let headers: HTTPHeaders = ["Accept": "text/html, application/xhtml+xml, */*;q=0.1"]
        var request = HTTPRequest(.get, url, headers: headers, bodyLimit: Self.bodyLimit)
        var seen: Set<URL> = [url]
        while true {
            let response = try await http.send(request)
            guard let target = response.redirectTarget else { return response }
            guard seen.count <= Self.redirectLimit, seen.insert(target).inserted else {
                throw .tooManyRedirects
            }
            request.url = target
        }
    }

    /// Returns the media type in the `Content-Type` field, or a guess from the body if there is no
    /// such field.
    private static func mediaType(of response: HTTPResponse) -> String {
        let field = response.headers["Content-Type"] ?? ""
        let firstType = field.prefix { $0 != ";" && $0 != "," }
        let declared = firstType.trimmingCharacters(in: .whitespaces).lowercased()
        guard declared.isEmpty else { return declared }
        return looksLikeHTML(response.body) ? "text/html" : "application/octet-stream"
    }

    /// Returns whether a body begins like HTML (WHATWG MIME Sniffing, section 7.1).
    private static func looksLikeHTML(_ body: Data) -> Bool {
        let text = WebEncoding.utf8.decode(body.prefix(512))
        let beginning = text.drop(while: \.isWhitespace).lowercased()
        if beginning.hasPrefix("<!--") {
            return true
        }
        return firstTags.contains { tag in
            guard beginning.hasPrefix(tag), let next = beginning.dropFirst(tag.count).first else {
                return false
            }
            return next.isWhitespace || next == ">"
        }
    }

    private static let firstTags = [
        "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table",
        "<a", "<style", "<title", "<b", "<body", "<br", "<p",
    ]
}
