/// Takes HTML apart into tags and text, from bytes of UTF-8 that come in any number of pieces.
///
/// It follows the tokenizer of WHATWG HTML, section 13.2.5, which accepts any input. Comments and doctypes are left out,
/// and so are tags that the input ends in. The contents of `script` and `style` are text; a script in a comment in a
/// script is not understood. Invalid bytes become U+FFFD. Time is linear in the input; memory is bounded by the token
/// limit and the longest piece.
///
///     var tokenizer = HTMLTokenizer()
///     tokenizer.append(bytes)
///     tokenizer.finish()
///     while let token = tokenizer.next() { … }
public struct HTMLTokenizer: Sendable {
    enum State {
        case data, tagOpen, endTagOpen, tagName, selfClosingTag
        case beforeAttributeName, attributeName, afterAttributeName
        case beforeAttributeValue, quotedValue(UInt8), unquotedValue, afterQuotedValue
        case rawText, rawTextLessThan, rawTextEndTag
        case markupDeclaration, markupDeclarationHyphen, bogusComment
        case commentStart, commentStartHyphen, comment, commentEndHyphen, commentEnd, commentEndBang
        /// The associated value is how much of `CDATA[` was matched.
        case cdataStart(Int)
        case cdata, cdataBracket, cdataEnd
    }

    /// Elements whose contents are text without tags; in some of them, without character references too.
    static let rawElements: [String: Bool] = [
        "title": true, "textarea": true, "script": false, "style": false, "xmp": false, "iframe": false,
        "noembed": false, "noframes": false,
    ]

    let tokenLimit: Int
    let isXML: Bool
    private let knowsRawElements: Bool

    private var input: [UInt8] = []
    private var position = 0
    private var isFinished = false
    private var isAfterCarriageReturn = false
    private var pushedBack: UInt8?
    /// The line that was read last, counted from 1.
    public private(set) var line = 1
    /// Whether the input has ended within a tag or a comment; known once all tokens are taken.
    public private(set) var isCutOff = false

    var state = State.data
    var tag = HTMLTagBuilder()
    /// The element that raw text belongs to; nil outside of such elements.
    private(set) var rawElement: String?
    /// Whether the text is that of a CDATA section, in which nothing is a reference.
    var isInCDATA = false
    /// The end of an empty element of XML, which comes after its beginning.
    private var pendingEndTag: HTMLToken?
    /// What may become the name of the end tag of that element.
    var rawEndTag: [UInt8] = []
    private var text: [UInt8] = []
    private var textLine = 1

    /// Makes a tokenizer.
    ///
    /// - Parameters:
    ///   - tokenLimit: How many bytes are kept of a text, of the names in a tag, and of the values in it. A longer text comes
    ///     in pieces; the value of an attribute that would take its tag past the limit is replaced by the empty one, and
    ///     ``HTMLAttributes/tooLong`` names it.
    ///   - isXML: Whether `<script/>` is a whole element, as in XHTML, and not the beginning of one, as in HTML: its start
    ///     tag is followed by an end tag. CDATA sections are text then.
    ///   - knowsRawElements: Whether the contents of `title`, `script` and the like are text.
    public init(tokenLimit: Int = 1 << 16, isXML: Bool = false, knowsRawElements: Bool = true) {
        self.tokenLimit = max(tokenLimit, 4 * HTMLCharacterReferences.maximumLength)
        self.isXML = isXML
        self.knowsRawElements = knowsRawElements
    }

    /// Adds bytes to the input.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        input.removeSubrange(..<position)
        position = 0
        input.append(contentsOf: bytes)
    }

    /// Says that no more bytes will come, so that what is left of the input is a token too.
    public mutating func finish() {
        isFinished = true
    }

    /// The next token, or nil when more bytes are needed for it, or none will come.
    public mutating func next() -> HTMLToken? {
        if let endTag = pendingEndTag {
            pendingEndTag = nil
            return endTag
        }
        while let byte = take() {
            if let token = step(byte) { return token }
        }
        return isFinished ? takeRest() : nil
    }
}

// MARK: - Input

extension HTMLTokenizer {
    /// Takes the next byte; CR LF and CR alone are one LF (WHATWG HTML, section 13.2.3.5).
    private mutating func take() -> UInt8? {
        if let byte = pushedBack {
            pushedBack = nil
            return byte
        }
        while position < input.count {
            let byte = input[position]
            position += 1
            let isSecondHalf = isAfterCarriageReturn && byte == ASCII.lineFeed
            isAfterCarriageReturn = byte == ASCII.carriageReturn
            if isSecondHalf { continue }
            guard byte == ASCII.lineFeed || byte == ASCII.carriageReturn else { return byte }
            line += 1
            return ASCII.lineFeed
        }
        return nil
    }

    /// Lets the next state see this byte again.
    mutating func reconsume(_ byte: UInt8, in state: State) {
        pushedBack = byte
        self.state = state
    }

    /// Takes the bytes up to the next one that ends the run or a line; only after ``take()`` has given a byte.
    mutating func takeRun(until end: UInt8) -> ArraySlice<UInt8> {
        let start = position
        while position < input.count {
            let byte = input[position]
            if byte == end || byte == ASCII.lineFeed || byte == ASCII.carriageReturn { break }
            position += 1
        }
        if position > start { isAfterCarriageReturn = false }
        return input[start..<position]
    }
}

// MARK: - Output

extension HTMLTokenizer {
    /// Adds a byte to the text, and the run of bytes after it that are text for sure.
    ///
    /// - Returns: A piece of the text once that is too long.
    mutating func appendText(_ byte: UInt8, until end: UInt8 = ASCII.lessThan) -> HTMLToken? {
        appendToText(CollectionOfOne(byte), line: byte == ASCII.lineFeed ? line - 1 : line)
        text.append(contentsOf: takeRun(until: end))
        return text.count < tokenLimit ? nil : takeTextPiece()
    }

    /// Adds to the text what turned out not to be a tag.
    mutating func appendToText(_ bytes: some Sequence<UInt8>) {
        appendToText(bytes, line: line)
    }

    private mutating func appendToText(_ bytes: some Sequence<UInt8>, line: Int) {
        if text.isEmpty { textLine = line }
        text.append(contentsOf: bytes)
    }

    /// The text so far, or nil when there is none.
    mutating func takeText() -> HTMLToken? {
        guard !text.isEmpty else { return nil }
        defer { text.removeAll(keepingCapacity: true) }
        return textToken(text)
    }

    /// The text so far but for an end that may be half a character or half a reference.
    private mutating func takeTextPiece() -> HTMLToken {
        var end = text.count
        while end > text.count - 3, text[end - 1].isUTF8Continuation { end -= 1 }
        if text[end - 1] >= 0xC0 { end -= 1 } else { end = text.count }
        let reach = text.count - HTMLCharacterReferences.maximumLength
        if let reference = text[reach...].lastIndex(of: ASCII.ampersand) { end = min(end, reference) }
        let rest = Array(text[end...])
        defer {
            text = rest
            textLine = line
        }
        return textToken(Array(text[..<end]))
    }

    private func textToken(_ bytes: [UInt8]) -> HTMLToken {
        let isRaw = isInCDATA || rawElement.flatMap { Self.rawElements[$0] } == false
        let text =
            isRaw ? String(decoding: bytes, as: UTF8.self) : HTMLCharacterReferences.decode(bytes, inAttribute: false)
        return HTMLToken(.text(text), line: textLine)
    }

    /// Begins a tag.
    mutating func beginTag(isEndTag: Bool) {
        tag.begin(isEndTag: isEndTag, line: line)
    }

    /// Ends a tag, and chooses how to read what comes after it.
    mutating func finishTag(isSelfClosing: Bool = false) -> HTMLToken {
        let token = tag.finish()
        state = .data
        rawElement = nil
        if isXML, isSelfClosing, case .startTag(let name, _) = token.content {
            pendingEndTag = HTMLToken(.endTag(name: name), line: token.line)
        }
        if knowsRawElements, case .startTag(let name, _) = token.content, Self.rawElements[name] != nil,
            !(isXML && isSelfClosing)
        {
            rawElement = name
            state = .rawText
        }
        return token
    }

    /// What is left when the input has ended: text, to which a tag that only began to look like one belongs.
    private mutating func takeRest() -> HTMLToken? {
        switch state {
        case .tagOpen, .rawTextLessThan: appendToText("<".utf8)
        case .endTagOpen: appendToText("</".utf8)
        case .rawTextEndTag: appendToText("</".utf8 + rawEndTag)
        default: break
        }
        switch state {
        case .data, .rawText: break
        default: isCutOff = true
        }
        state = .data
        defer { isInCDATA = false }
        return takeText()
    }
}
