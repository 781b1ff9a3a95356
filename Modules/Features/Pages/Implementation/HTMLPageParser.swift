package import Core
import Foundation
import HTML
package import PagesInterface
import TextEncodings

/// A page parser for HTML and XHTML.
package struct HTMLPageParser: PageParser {
    package init() {}

    package func contents(of response: HTTPResponse) -> PageContents? {
        HTMLPage.parse(response, readsText: true)?.contents(isTruncated: response.isTruncated)
    }
}

/// The title and description of an HTML document, and the other contents by which the page can be
/// recognized.
struct HTMLPage {
    /// The maximum length of a title in Unicode scalars.
    private static let titleLimit = 500
    /// The maximum length of a description in Unicode scalars.
    private static let descriptionLimit = 2_000

    private var title = ""
    private var isInTitle = false
    private var hasTitle = false
    /// The contents of the `meta` elements, keyed by name or property. Only the first element with
    /// each name counts.
    private var metadata: [String: String] = [:]
    /// The nesting depth of `svg` and `math` elements, which have their own titles.
    private var drawingDepth = 0
    /// Whether to collect the text, the anchors and the resources.
    private let readsText: Bool
    private var text = ""
    private var anchors: Set<String> = []
    private var resources: [String] = []
    /// The enclosing element whose text is not shown, such as `script`, or `nil` if there is none.
    private var hiddenElement: String?

    private init(readsText: Bool) {
        self.readsText = readsText
    }

    /// Parses the page in a response. The body may contain only the beginning of the page.
    ///
    /// The first `title` outside of `svg` and `math` elements overrides `og:title`
    /// (<https://ogp.me>), which overrides `twitter:title`. As in browsers, the first `meta`
    /// element that declares an encoding overrides a guessed encoding, and the page is then parsed
    /// again. In XML, `meta` elements do not declare encodings.
    ///
    /// - Parameter readsText: Whether to collect the text, the anchors and the resources.
    /// - Returns: The page, or `nil` if the response is not an HTML document.
    static func parse(_ response: HTTPResponse, readsText: Bool = false) -> HTMLPage? {
        let mediaType = response.mediaType
        let isXML = mediaType == "application/xhtml+xml"
        guard isXML || mediaType == "text/html" else { return nil }
        let contentType = response.headers["Content-Type"]
        let certain = WebEncoding.certain(response.body, contentType: contentType)
        return parse(
            response.body,
            in: certain ?? WebEncoding.sniff(response.body, contentType: contentType),
            isCertain: isXML || certain != nil,
            isXML: isXML,
            readsText: readsText
        )
    }

    private static func parse(
        _ document: Data,
        in encoding: WebEncoding,
        isCertain: Bool,
        isXML: Bool,
        readsText: Bool
    ) -> HTMLPage {
        var isCertain = isCertain
        var tokenizer = HTMLTokenizer(isXML: isXML)
        tokenizer.append(encoding.decode(document).utf8)
        tokenizer.finish()
        var page = HTMLPage(readsText: readsText)
        while let token = tokenizer.next() {
            if !isCertain, case .startTag("meta", let attributes) = token.content,
                let declared = encoding.changed(by: attributes)
            {
                guard declared == encoding else {
                    return parse(
                        document,
                        in: declared,
                        isCertain: true,
                        isXML: isXML,
                        readsText: readsText
                    )
                }
                isCertain = true
            }
            page.handle(token.content)
        }
        return page
    }

    /// The title and description of the page.
    var page: Page {
        let title = Self.plainText(title, limit: Self.titleLimit)
        return Page(
            title: title ?? metadata(["og:title", "twitter:title"], limit: Self.titleLimit),
            description: metadata(
                ["description", "og:description", "twitter:description"],
                limit: Self.descriptionLimit
            )
        )
    }

    /// Returns the contents of the page, which must have been parsed with `readsText`.
    func contents(isTruncated: Bool) -> PageContents {
        PageContents(
            page: page,
            text: text,
            anchors: anchors,
            resources: resources,
            isTruncated: isTruncated
        )
    }

    private mutating func handle(_ content: HTMLToken.Content) {
        if readsText {
            collect(content)
        }
        switch content {
        case .startTag("svg", _), .startTag("math", _):
            drawingDepth += 1
        case .endTag("svg"), .endTag("math"):
            drawingDepth = max(0, drawingDepth - 1)
        case .startTag("body", _):
            drawingDepth = 0
        case .startTag("title", _):
            isInTitle = drawingDepth == 0 && !hasTitle
        case .endTag("title"):
            hasTitle = hasTitle || isInTitle
            isInTitle = false
        case .startTag("meta", let attributes):
            addMetadata(attributes)
        case .text(let text) where isInTitle:
            title += text
        default:
            break
        }
    }

    private mutating func collect(_ content: HTMLToken.Content) {
        switch content {
        case .startTag(let name, let attributes):
            anchors.formUnion([attributes["id"], attributes["name"]].compactMap(\.self))
            if Self.elementsWithResources.contains(name), let source = attributes["src"] {
                resources.append(source)
            }
            if name == "meta", attributes["http-equiv"]?.lowercased() == "refresh",
                let match = attributes["content"]?.firstMatch(of: /(?i)url\s*=\s*['"]?([^'"]+)/)
            {
                resources.append(String(match.1))
            }
            if Self.hiddenElements.contains(name) {
                hiddenElement = name
            }
        case .endTag(let name) where name == hiddenElement:
            hiddenElement = nil
        case .text(let part) where hiddenElement == nil && !isInTitle:
            text += part + " "
        default:
            break
        }
    }

    private static let elementsWithResources: Set = ["script", "iframe", "frame"]
    private static let hiddenElements: Set = ["script", "style", "template", "textarea"]

    private mutating func addMetadata(_ attributes: HTMLAttributes) {
        guard let content = attributes["content"], content.contains(where: { !$0.isWhitespace })
        else {
            return
        }
        for name in [attributes["name"], attributes["property"]] {
            if let name = name?.lowercased(), metadata[name] == nil {
                metadata[name] = content
            }
        }
    }

    private func metadata(_ names: [String], limit: Int) -> String? {
        for name in names {
            if let content = metadata[name], let text = Self.plainText(content, limit: limit) {
                return text
            }
        }
        return nil
    }

    /// Returns a string with collapsed white space and without control characters, or `nil` if
    /// nothing is left.
    ///
    /// - Parameter limit: The maximum number of Unicode scalars. A longer string is truncated and
    ///   ends with an ellipsis.
    private static func plainText(_ text: String, limit: Int) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).compactMap { word -> String? in
            let scalars = word.unicodeScalars.filter { $0.properties.generalCategory != .control }
            return scalars.isEmpty ? nil : String(scalars)
        }
        let line = words.joined(separator: " ")
        guard line.unicodeScalars.count > limit else {
            return line.isEmpty ? nil : line
        }
        var length = 0
        let beginning = line.prefix { character in
            length += character.unicodeScalars.count
            return length < limit
        }
        return beginning + "…"
    }
}
