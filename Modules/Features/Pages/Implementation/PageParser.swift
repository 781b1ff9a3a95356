import Core
import Foundation
import HTML
import PagesInterface
import TextEncodings

/// Finds what a page says about itself.
struct PageParser {
    /// The longest title; Unicode scalars.
    static let titleLimit = 500
    /// The longest description; Unicode scalars.
    static let descriptionLimit = 2_000

    private var title = ""
    private var isInTitle = false
    private var hasTitle = false
    /// Contents of `meta` elements by their name or property, the first of each.
    private var metadata: [String: String] = [:]
    /// How deep in drawings it is: they have titles of their own.
    private var drawingDepth = 0

    private init() {}

    /// Reads a whole page.
    ///
    /// The first `title` outside of drawings wins over `og:title` (<https://ogp.me>), and that over `twitter:title`; so
    /// with descriptions. What is empty does not count.
    ///
    /// As in browsers, the first `meta` element that declares an encoding overrides one that was only guessed, and the page
    /// is then read again. XML has no such element.
    ///
    /// - Parameters:
    ///   - document: The bytes of the page, or as many of the first of them as there are.
    ///   - contentType: The value of the `Content-Type` field of the response, or nil.
    ///   - isXML: Whether the page is XHTML.
    static func parse(_ document: Data, contentType: String?, isXML: Bool) -> Page {
        parse(
            document, in: WebEncoding.sniff(document, contentType: contentType),
            isCertain: isXML || WebEncoding.certain(document, contentType: contentType) != nil, isXML: isXML)
    }

    private static func parse(_ document: Data, in encoding: WebEncoding, isCertain: Bool, isXML: Bool) -> Page {
        var isCertain = isCertain
        var tokenizer = HTMLTokenizer(isXML: isXML)
        tokenizer.append(encoding.decode(document).utf8)
        tokenizer.finish()
        var parser = PageParser()
        while let token = tokenizer.next() {
            if !isCertain, case .startTag("meta", let attributes) = token.content,
                let declared = encoding.changed(by: attributes)
            {
                guard declared == encoding else { return parse(document, in: declared, isCertain: true, isXML: isXML) }
                isCertain = true
            }
            parser.take(token.content)
        }
        return Page(
            title: PlainText.line(parser.title, limit: titleLimit)
                ?? parser.metadata(["og:title", "twitter:title"], limit: titleLimit),
            description: parser.metadata(
                ["description", "og:description", "twitter:description"], limit: descriptionLimit))
    }

    /// The first of these that says something.
    private func metadata(_ names: [String], limit: Int) -> String? {
        names.lazy.compactMap { metadata[$0] }.compactMap { PlainText.line($0, limit: limit) }.first
    }

    private mutating func take(_ content: HTMLToken.Content) {
        switch content {
        case .startTag("svg", _), .startTag("math", _): drawingDepth += 1
        case .endTag("svg"), .endTag("math"): drawingDepth = max(0, drawingDepth - 1)
        case .startTag("body", _): drawingDepth = 0
        case .startTag("title", _): isInTitle = drawingDepth == 0 && !hasTitle
        case .endTag("title"):
            hasTitle = hasTitle || isInTitle
            isInTitle = false
        case .startTag("meta", let attributes): takeMetadata(attributes)
        case .text(let text) where isInTitle: title += text
        default: break
        }
    }

    private mutating func takeMetadata(_ attributes: HTMLAttributes) {
        guard let content = attributes["content"], content.contains(where: { !$0.isWhitespace }) else { return }
        for name in [attributes["name"], attributes["property"]] {
            if let name = name?.lowercased(), metadata[name] == nil { metadata[name] = content }
        }
    }
}
