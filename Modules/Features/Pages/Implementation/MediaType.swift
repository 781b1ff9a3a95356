import Core
import Foundation
import TextEncodings

/// What kind of thing a response carries (RFC 9110, section 8.3.1), without parameters.
struct MediaType: Equatable {
    /// Type and subtype in lower case.
    let name: String

    static let html = MediaType(name: "text/html")
    static let xhtml = MediaType(name: "application/xhtml+xml")
    /// What a body is that says nothing about itself.
    static let unknown = MediaType(name: "application/octet-stream")

    /// Whether it is HTML in either notation.
    var isPage: Bool { self == .html || self == .xhtml }

    private init(name: String) {
        self.name = name
    }

    /// The media type that the response declares, or, when it declares none, the one its body looks like.
    init(of response: HTTPResponse) {
        let field = response.headers["Content-Type"] ?? ""
        let declared = field.prefix { $0 != ";" && $0 != "," }.trimmingCharacters(in: .whitespaces).lowercased()
        if declared.isEmpty {
            self = Self.looksLikeHTML(response.body) ? .html : .unknown
        } else {
            self.init(name: declared)
        }
    }

    /// Whether a body begins as HTML does (WHATWG MIME Sniffing, section 7.1).
    private static func looksLikeHTML(_ body: Data) -> Bool {
        let beginning = WebEncoding.utf8.decode(body.prefix(512)).drop(while: \.isWhitespace).lowercased()
        return beginnings.contains { pattern in
            guard beginning.hasPrefix(pattern) else { return false }
            guard let next = beginning.dropFirst(pattern.count).first else { return pattern == "<!--" }
            return pattern == "<!--" || next.isWhitespace || next == ">"
        }
    }

    private static let beginnings = [
        "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
        "<title", "<b", "<body", "<br", "<p", "<!--",
    ]
}
