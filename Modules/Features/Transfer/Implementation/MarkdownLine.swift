import Core
import Foundation
import HTML

/// A line of Markdown, parsed into its text, links and tags.
///
/// - Complexity: Parsing is linear in the length of the line.
struct MarkdownLine {
    struct Link: Equatable {
        var url: String
        var title: String?
    }

    /// A bracket that may begin a link or an image.
    private struct Opening {
        /// The position of the bracket in the output.
        var start: Int
        /// The position after the bracket in the source.
        var contentStart: Int
        var isImage: Bool
    }

    /// The maximum number of open brackets, and of backticks around a code span. Brackets and
    /// backticks beyond the limit are ordinary text.
    private static let nestingLimit = 32

    private(set) var links: [Link] = []
    /// Whether the line begins with a link.
    private(set) var beginsWithLink = false
    /// The tags: the code spans directly after a link at the beginning of the line.
    private(set) var tags: Set<LinkTag> = []
    /// The label of the reference definition that the line consists of, in lowercase.
    private(set) var label: String?
    /// The texts of the links to reference definitions, keyed by label in lowercase.
    private(set) var references: [String: String] = [:]
    private let source: [Unicode.Scalar]
    private var position = 0
    private var output: [Unicode.Scalar] = []
    private var openings: [Opening] = []
    /// The position in the output at which the first link starts.
    private var firstLinkStart: Int?
    /// The position in the output after a link at the beginning of the line. The tags of the link
    /// are not part of the output.
    private var restStart: Int?
    private var unclosedFences: Set<Int> = []
    /// The position before which an attempt to parse a destination is certain to fail.
    private var failedUntil = 0
    /// Whether an HTML tag is not closed on the line. Such a tag is text.
    private var hasUnclosedTag = false
    /// The URL of the open `a` element, and the position of its text in the output.
    private var element: (url: String, start: Int)?

    init(_ line: Substring) {
        source = Array(Self.withoutMarker(line).unicodeScalars)
        parseDefinition()
        while position < source.count {
            parseNext()
        }
        closeElement()
    }

    /// The text of the line, in which each link is represented by its title.
    var text: String { output[...].string }

    /// The text up to the first link, or the whole text if it begins with a link.
    var heading: String {
        guard let firstLinkStart, !beginsWithLink else { return text }
        return output[..<firstLinkStart].string
    }

    /// The text after a link at the beginning of the line, without the punctuation in between.
    var note: String? {
        guard let restStart else { return nil }
        let rest = output[restStart...].string.drop { " -–—:".contains($0) }
        // A period before a word can be part of a name, such as `.NET`.
        let isPeriod = rest.first == "." && rest.dropFirst().first?.isWhitespace ?? true
        return String(isPeriod ? rest.dropFirst() : rest).asciiTrimmedOrNil
    }

    // MARK: Markers

    static func isListItem(_ line: Substring) -> Bool {
        afterListMarker(line) != nil
    }

    /// Returns the text after the marker of a list item, or `nil` if the line is not a list item.
    private static func afterListMarker(_ line: Substring) -> Substring? {
        let number = line.prefix { $0.isASCII && $0.isNumber }
        let marker = line.dropFirst(number.count)
        let isMarker =
            number.isEmpty
            ? marker.first.map("-*+".contains) ?? false
            : number.count < 10 && marker.first.map(".)".contains) ?? false
        let rest = marker.dropFirst()
        guard isMarker, rest.first.map(\.isWhitespace) ?? true else {
            return nil
        }
        return rest.drop(while: \.isWhitespace)
    }

    /// Returns a line without the markers at its beginning: `>` for block quotes, the marker of a
    /// list item, and the check box of a task.
    private static func withoutMarker(_ line: Substring) -> Substring {
        var text = line.drop { $0 == ">" || $0.isWhitespace }
        if let item = afterListMarker(text) {
            let isTask = ["[ ] ", "[x] ", "[X] "].contains(item.prefix(4))
            text = isTask ? item.dropFirst(4) : item
        }
        return text.drop(while: \.isWhitespace)
    }

    /// Parses a reference definition, such as `[label]: https://example.org "title"`. The title is
    /// optional.
    private mutating func parseDefinition() {
        guard let label = label(at: 0),
            source.dropFirst(label.endIndex + 1).first == ":"
        else { return }
        let words = source[(label.endIndex + 2)...].split(
            maxSplits: 1,
            whereSeparator: \.isASCIISpace
        )
        guard let word = words.first, let url = Self.url(word) else { return }
        let title = words.dropFirst().first?.dropFirst().dropLast()
        add(url, title: Array(title ?? label), from: 0)
        self.label = label.string.lowercased()
        position = source.count
    }

    /// Returns the text between brackets that begin at a position.
    private func label(at start: Int) -> ArraySlice<Unicode.Scalar>? {
        guard source.dropFirst(start).first == "[",
            let end = source[start...].firstIndex(of: "]")
        else {
            return nil
        }
        return source[(start + 1)..<end]
    }

    // MARK: Inlines

    private mutating func parseNext() {
        switch source[position] {
        case "\\":
            parseEscape()
        case "`":
            parseCode()
        case "<":
            parseAutolink()
        case "!" where source.dropFirst(position + 1).first == "[":
            open(isImage: true)
        case "[":
            open(isImage: false)
        case "]":
            closeBracket()
        case "*":
            position += 1
        case "_" where !isWithinWord:
            position += 1
        case "h" where openings.isEmpty && element == nil && !isWithinWord:
            parseBareURL()
        default:
            appendCharacter()
        }
    }

    private mutating func appendCharacter() {
        output.append(source[position])
        position += 1
    }

    /// Whether the characters before and after the position are part of a word.
    private var isWithinWord: Bool {
        guard position > 0, source[position - 1].isPartOfWord else {
            return false
        }
        return source.dropFirst(position + 1).first?.isPartOfWord ?? false
    }

    private mutating func parseEscape() {
        position += 1
        guard position < source.count else { return }
        if !source[position].isASCIIPunctuation {
            output.append("\\")
        }
        appendCharacter()
    }

    private mutating func parseCode() {
        let fence = source[position...].prefix { $0 == "`" }.count
        let start = position + fence
        guard let end = endOfCode(from: start, fence: fence) else {
            output += source[position..<start]
            position = start
            return
        }
        let code = source[start..<end].string
        if let restStart, output[restStart...].allSatisfy(\.isASCIISpace),
            let tag = LinkTag(code.trimmingCharacters(in: .whitespaces))
        {
            tags.insert(tag)
        } else {
            output += code.unicodeScalars
        }
        position = end + fence
    }

    /// Returns the start of the backticks that end a code span, or `nil` if the span is not closed.
    private mutating func endOfCode(from start: Int, fence: Int) -> Int? {
        guard fence <= Self.nestingLimit, !unclosedFences.contains(fence) else {
            return nil
        }
        var index = start
        while index < source.count {
            let run = source[index...].prefix { $0 == "`" }.count
            if run == fence {
                return index
            }
            index += max(run, 1)
        }
        unclosedFences.insert(fence)
        return nil
    }

    /// Parses a URL in angle brackets, such as `<https://example.org>`.
    private mutating func parseAutolink() {
        let content = source[(position + 1)...].prefix {
            !$0.isASCIISpace && $0 != "<" && $0 != ">"
        }
        guard content.endIndex < source.count, source[content.endIndex] == ">",
            let url = Self.url(content)
        else {
            return parseTag()
        }
        let start = output.count
        output += content
        position = content.endIndex + 1
        add(url, from: start)
    }

    /// Parses an HTML tag. An `a` element is a link.
    private mutating func parseTag() {
        let name = source[(position + 1)...].prefix { $0 == "/" || $0.isPartOfWord }
        guard !hasUnclosedTag, !name.isEmpty, name.endIndex < source.count,
            source[name.endIndex].isASCIISpace || source[name.endIndex] == ">"
        else {
            return appendCharacter()
        }
        guard let end = endOfTag(from: name.endIndex) else {
            hasUnclosedTag = true
            return appendCharacter()
        }
        var tokenizer = HTMLTokenizer()
        tokenizer.append(String(String.UnicodeScalarView(source[position...end])).utf8)
        position = end + 1
        switch tokenizer.next()?.content {
        case .startTag("a", let attributes):
            closeElement()
            if let url = attributes["href"], Self.url(Array(url.unicodeScalars)[...]) != nil {
                openings = []
                element = (url, output.count)
            }
        case .endTag("a"):
            closeElement()
        case .startTag("br", _):
            output.append(" ")
        case .startTag("img", let attributes):
            output += (attributes["alt"] ?? "").unicodeScalars
        default:
            break
        }
    }

    /// Returns the position of the character that ends a tag, which is not within quotes.
    private func endOfTag(from start: Int) -> Int? {
        var quote: Unicode.Scalar?
        return source[start...].firstIndex { character in
            if quote == nil, character == "\"" || character == "'" {
                quote = character
            } else if quote == character {
                quote = nil
            }
            return quote == nil && character == ">"
        }
    }

    /// Ends the open `a` element. A link cannot contain another link, so open brackets are text.
    private mutating func closeElement() {
        guard let (url, start) = element.take() else { return }
        openings = []
        add(url, title: Array(output[start...]), from: start)
    }

    /// Parses a URL without markup. The URL ends before a character that it cannot contain (RFC
    /// 3986). Punctuation after it, including a closing parenthesis that it does not open, is not
    /// part of the URL.
    private mutating func parseBareURL() {
        let rest = source[position...]
        guard ["http://", "https://"].contains(where: { rest.starts(with: $0.unicodeScalars) })
        else {
            return appendCharacter()
        }
        var content = rest.prefix { $0 > " " && !Self.delimiters.contains($0) }
        var depth = content.reduce(0) { $0 + $1.parenthesis }
        while let last = content.last, Self.punctuation.contains(last),
            last != ")" || depth < 0
        {
            content = content.dropLast()
            depth -= last.parenthesis
        }
        let start = output.count
        output += content
        position = content.endIndex
        add(content.string, from: start)
    }

    // MARK: Links

    private mutating func open(isImage: Bool) {
        if openings.count < Self.nestingLimit {
            let contentStart = position + (isImage ? 2 : 1)
            openings.append(
                Opening(start: output.count, contentStart: contentStart, isImage: isImage)
            )
        }
        let length = isImage ? 2 : 1
        output += source[position..<(position + length)]
        position += length
    }

    private mutating func closeBracket() {
        guard let opening = openings.popLast() else {
            return appendCharacter()
        }
        guard let (url, end) = destination(from: position + 1) else {
            return closeReference(opening)
        }
        position = end
        let title = Array(output[(opening.start + (opening.isImage ? 2 : 1))...])
        output.removeSubrange(opening.start...)
        output += title
        if !opening.isImage {
            // A link cannot contain another link.
            openings = []
            if let url {
                add(url, title: title, from: opening.start)
            }
        }
    }

    /// Parses brackets without a destination: `[URL][title]` or `[URL]`, which are links in Org
    /// mode, or `[text][label]`, which refers to a definition.
    private mutating func closeReference(_ opening: Opening) {
        let content = source[opening.contentStart..<position]
        let label = label(at: position + 1)
        if !opening.isImage, !content.contains(where: \.isASCIISpace), let url = Self.url(content) {
            output.removeSubrange(opening.start...)
            output += label ?? content
            position = (label ?? content).endIndex + 1
            openings = []
            return add(url, title: Array(label ?? []), from: opening.start)
        }
        if !opening.isImage, let label {
            references[label.string.lowercased()] =
                output[(opening.start + 1)...].string.asciiTrimmedOrNil
        }
        appendCharacter()
    }

    private mutating func add(_ url: String, title: [Unicode.Scalar] = [], from start: Int) {
        if links.isEmpty {
            firstLinkStart = start
            beginsWithLink = output[..<start].allSatisfy(\.isASCIISpace)
            restStart = beginsWithLink ? output.count : nil
        }
        links.append(Link(url: url, title: title.string.asciiTrimmedOrNil))
    }

    /// Parses the destination of a link in parentheses.
    ///
    /// - Returns: The URL and the position after the parentheses, or `nil` if there is no
    ///   destination. The URL is `nil` if the destination is not a URL.
    private mutating func destination(from start: Int) -> (url: String?, end: Int)? {
        guard start >= failedUntil, start < source.count, source[start] == "(" else {
            return nil
        }
        var index = skipSpace(from: start + 1)
        let content: ArraySlice<Unicode.Scalar>
        if index < source.count, source[index] == "<" {
            content = source[(index + 1)...].prefix { $0 != ">" }
            index = content.endIndex + 1
        } else {
            content = source[index...].prefix(Self.lengthOfDestination(source[index...]))
            index = content.endIndex
        }
        index = skipTitle(from: skipSpace(from: index))
        guard index < source.count, source[index] == ")" else {
            failedUntil = content.endIndex
            return nil
        }
        return (Self.url(content), index + 1)
    }

    /// Returns the length of a destination that contains no spaces and only balanced parentheses.
    private static func lengthOfDestination(_ text: ArraySlice<Unicode.Scalar>) -> Int {
        var depth = 0
        var isEscaped = false
        return text.prefix { character in
            if isEscaped {
                isEscaped = false
                return true
            }
            isEscaped = character == "\\"
            depth += character.parenthesis
            return depth >= 0 && !character.isASCIISpace
        }.count
    }

    private func skipSpace(from start: Int) -> Int {
        source.dropFirst(start).firstIndex { !$0.isASCIISpace } ?? source.count
    }

    /// Skips the title of a destination, which browsers show when the pointer is on the link.
    private func skipTitle(from start: Int) -> Int {
        guard start < source.count, ["\"", "'"].contains(source[start])
        else {
            return start
        }
        let end = source[(start + 1)...].firstIndex(of: source[start])
        return skipSpace(from: end.map { $0 + 1 } ?? source.count)
    }

    /// Returns the URL that a destination represents after its backslash escapes are resolved, or
    /// `nil` if the destination does not begin with a scheme.
    private static func url(_ text: ArraySlice<Unicode.Scalar>) -> String? {
        let scheme = text.prefix { $0.isPartOfWord || $0 == "-" }
        guard scheme.count > 1, scheme.endIndex < text.endIndex,
            text[scheme.endIndex] == ":"
        else {
            return nil
        }
        var unescaped: [Unicode.Scalar] = []
        for (index, character) in zip(text.indices, text) {
            let next = index + 1 < text.endIndex ? text[index + 1] : " "
            if character != "\\" || !next.isASCIIPunctuation {
                unescaped.append(character)
            }
        }
        return unescaped.string
    }

    /// The ASCII characters that a URL cannot contain (RFC 3986, section 2).
    private static let delimiters = Array("\"<>\\^`{|}".unicodeScalars)

    /// Punctuation that can follow a URL in a sentence.
    private static let punctuation = Array(".,;:!?)'*_~".unicodeScalars)
}

extension Sequence<Unicode.Scalar> {
    fileprivate var string: String {
        String(String.UnicodeScalarView(self)).replacing("&amp;", with: "&")
    }
}

extension Unicode.Scalar {
    /// 1 for an opening parenthesis, -1 for a closing parenthesis, and 0 for other characters.
    fileprivate var parenthesis: Int {
        self == "(" ? 1 : self == ")" ? -1 : 0
    }

    fileprivate var isASCIISpace: Bool {
        self == " " || ("\t"..."\r").contains(self)
    }

    fileprivate var isPartOfWord: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
            || value >= 0x80
    }

    fileprivate var isASCIIPunctuation: Bool {
        ("!"..."~").contains(self) && !isPartOfWord
    }
}
