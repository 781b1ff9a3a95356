import Core
import Foundation
import TextEncodings

extension HTTPResponse {
    /// The media type in the `Content-Type` field, or a guess from the body if there is no such
    /// field.
    var mediaType: String {
        let field = headers["Content-Type"] ?? ""
        let firstType = field.prefix { $0 != ";" && $0 != "," }
        let declared = firstType.trimmingCharacters(in: .whitespaces).lowercased()
        guard declared.isEmpty else { return declared }
        return looksLikeHTML ? "text/html" : "application/octet-stream"
    }

    /// Whether the body begins like HTML (WHATWG MIME Sniffing, section 7.1).
    private var looksLikeHTML: Bool {
        let text = WebEncoding.utf8.decode(body.prefix(512))
        let beginning = text.drop(while: \.isWhitespace).lowercased()
        if beginning.hasPrefix("<!--") {
            return true
        }
        return Self.firstTags.contains { tag in
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
