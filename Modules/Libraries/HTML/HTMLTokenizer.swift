/// A tokenizer that splits HTML into tags and text.
///
/// The tokenizer accepts UTF-8 in pieces of any size. It follows the WHATWG HTML Standard, section
/// 13.2.5, which defines a result for any input. Comments, doctypes and an incomplete tag at the
/// end of the input are skipped. Invalid bytes become U+FFFD. The contents of `script` and `style`
/// are text. The standard's states for a script within a comment within a script are not
/// implemented.
///
///     var tokenizer = HTMLTokenizer()
///     tokenizer.append(bytes)
///     tokenizer.finish()
///     while let token = tokenizer.next() { … }
///
/// - Complexity: Time is linear in the input. Memory is limited by the token limit and the longest
///   piece of input.
public struct HTMLTokenizer: Sendable {
    private enum State {
        case data, tagOpen, endTagOpen, tagName, selfClosingTag
        case beforeAttributeName, attributeName, afterAttributeName
        case beforeAttributeValue, quotedValue(UInt8), unquotedValue, afterQuotedValue
        case rawText, rawTextLessThan, rawTextEndTag
        case markupDeclaration, markupDeclarationHyphen, bogusComment
        case commentStart, commentStartHyphen, comment, commentEndHyphen, commentEnd, commentEndBang
        /// The state after reading the given number of bytes of `[CDATA[`.
        case cdataStart(Int)
        case cdata, cdataBracket, cdataEnd
    }

    /// The elements whose content is text without tags. The values indicate whether that text
    /// contains character references.
    private static let rawElements: [String: Bool] = [
        "title": true,
        "textarea": true,
        "script": false,
        "style": false,
        "xmp": false,
        "iframe": false,
        "noembed": false,
        "noframes": false,
    ]

    private let tokenLimit: Int
    private let isXML: Bool
    /// Whether the contents of elements such as `title` and `script` are text.
    ///
    /// A change affects only the tags that follow.
    public var knowsRawElements: Bool
    /// Whether `<!` begins a comment or a declaration, rather than text.
    public var knowsComments = true
    /// The line of the last byte that was read, counted from 1.
    public private(set) var line = 1
    /// Whether the input ended within a tag or a comment.
    ///
    /// The value is valid only after the last token has been returned.
    public private(set) var isCutOff = false
    /// The line on which the last tag or comment begins.
    public private(set) var markupLine = 1

    private var input: [UInt8] = []
    private var position = 0
    private var isFinished = false
    private var isAfterCarriageReturn = false
    /// The byte to read again, or `nil` if there is none.
    private var pushedBack: UInt8?

    private var state = State.data
    private var tag: HTMLTagBuilder
    /// The end tag to return after the start tag of an empty XML element.
    private var pendingEndTag: HTMLToken?
    /// The current element and the line of its start tag if the content of the element is text,
    /// otherwise `nil`.
    ///
    /// If the value is not `nil` after the last token, the input does not close the element.
    public private(set) var rawElement: (name: String, line: Int)?
    /// The name of a possible end tag of ``rawElement``.
    private var rawEndTag: [UInt8] = []
    private var isInCDATA = false
    private var text: [UInt8] = []
    private var textLine = 1

    /// Creates a tokenizer without input.
    ///
    /// - Parameters:
    ///   - tokenLimit: The maximum number of bytes in a text token, in the names of a tag, and in
    ///     the values of a tag. Longer text is divided into several tokens. A longer value is
    ///     replaced with an empty value, and ``HTMLAttributes/tooLong`` contains the attribute's
    ///     name.
    ///   - isXML: Whether the document is XML. In XML, `<script/>` is an empty element, for which
    ///     the tokenizer returns a start tag and an end tag, and CDATA sections are text.
    ///   - knowsRawElements: Whether the contents of elements such as `title` and `script` are
    ///     text.
    public init(tokenLimit: Int = 1 << 16, isXML: Bool = false, knowsRawElements: Bool = true) {
        self.tokenLimit = max(tokenLimit, 4 * HTMLCharacterReferences.maximumLength)
        self.isXML = isXML
        self.knowsRawElements = knowsRawElements
        tag = HTMLTagBuilder(limit: self.tokenLimit)
    }

    /// Returns whether the content of an element is text without tags.
    ///
    /// - Parameter name: The name in lower case.
    public static func isRawElement(_ name: String) -> Bool {
        rawElements[name] != nil
    }

    /// Appends UTF-8 bytes to the input.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        input.removeSubrange(..<position)
        position = 0
        input.append(contentsOf: bytes)
    }

    /// Marks the end of the input. Afterwards, `next` also returns the rest of the text.
    public mutating func finish() {
        isFinished = true
    }

    /// Returns the next token, or `nil` if the tokenizer requires more input or the input has
    /// ended.
    public mutating func next() -> HTMLToken? {
        if let endTag = pendingEndTag {
            pendingEndTag = nil
            return endTag
        }
        while let byte = nextByte() {
            if let token = step(byte) {
                return token
            }
        }
        return isFinished ? removeRest() : nil
    }
}

// MARK: - Input

extension HTMLTokenizer {
    /// Reads the next byte. CR LF and a single CR become LF (section 13.2.3.5).
    private mutating func nextByte() -> UInt8? {
        if let byte = pushedBack {
            pushedBack = nil
            return byte
        }
        while position < input.count {
            let byte = input[position]
            position += 1
            let isSecondHalf = isAfterCarriageReturn && byte == UInt8(ascii: "\n")
            isAfterCarriageReturn = byte == UInt8(ascii: "\r")
            if isSecondHalf {
                continue
            }
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                return byte
            }
            line += 1
            return UInt8(ascii: "\n")
        }
        return nil
    }

    private mutating func reconsume(_ byte: UInt8, in state: State) {
        pushedBack = byte
        self.state = state
    }

    /// Reads the bytes before the next delimiter or line break.
    ///
    /// - Precondition: No byte is pushed back.
    private mutating func readRun(until end: UInt8) -> ArraySlice<UInt8> {
        let start = position
        while position < input.count {
            let byte = input[position]
            if byte == end || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                break
            }
            position += 1
        }
        if position > start {
            isAfterCarriageReturn = false
        }
        return input[start..<position]
    }
}

// MARK: - States

extension HTMLTokenizer {
    private mutating func step(_ byte: UInt8) -> HTMLToken? {
        switch state {
        case .data:
            return inData(byte)
        case .rawText, .rawTextLessThan, .rawTextEndTag:
            return inRawText(byte)
        case .tagOpen, .endTagOpen, .tagName, .selfClosingTag:
            return inTag(byte)
        case .beforeAttributeName, .attributeName, .afterAttributeName:
            return inAttributeName(byte)
        case .beforeAttributeValue, .quotedValue, .unquotedValue, .afterQuotedValue:
            return inAttributeValue(byte)
        case .markupDeclaration, .markupDeclarationHyphen, .bogusComment:
            inMarkupDeclaration(byte)
        case .commentStart, .commentStartHyphen, .comment, .commentEndHyphen, .commentEnd,
            .commentEndBang:
            inComment(byte)
        case .cdataStart, .cdata, .cdataBracket, .cdataEnd:
            return inCDATA(byte)
        }
        return nil
    }

    private mutating func inData(_ byte: UInt8) -> HTMLToken? {
        guard byte == UInt8(ascii: "<") else {
            return appendText(byte)
        }
        markupLine = line
        state = .tagOpen
        return nil
    }

    /// Handles a byte in the text of a raw element. The text ends only at the end tag of that
    /// element (sections 13.2.5.2, 3 and 9 to 14).
    private mutating func inRawText(_ byte: UInt8) -> HTMLToken? {
        switch state {
        case .rawTextLessThan where byte == UInt8(ascii: "/"):
            rawEndTag.removeAll(keepingCapacity: true)
            state = .rawTextEndTag
        case .rawTextLessThan:
            appendToText("<".utf8)
            reconsume(byte, in: .rawText)
        case .rawTextEndTag where byte.isASCIILetter && rawEndTag.count < tokenLimit:
            rawEndTag.append(byte)
        case .rawTextEndTag:
            return inRawTextEndTag(byte)
        default:
            guard byte == UInt8(ascii: "<") else {
                return appendText(byte)
            }
            state = .rawTextLessThan
        }
        return nil
    }

    private mutating func inRawTextEndTag(_ byte: UInt8) -> HTMLToken? {
        let isEnd = byte.isHTMLSpace || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
        guard isEnd, let rawElement,
            rawElement.name.utf8.elementsEqual(rawEndTag.lazy.map(\.asciiLowercased))
        else {
            appendToText("</".utf8)
            appendToText(rawEndTag)
            reconsume(byte, in: .rawText)
            return nil
        }
        let text = beginTag(isEndTag: true, at: byte)
        for letter in rawEndTag {
            tag.appendToName(letter)
        }
        return text
    }

    /// Handles a byte in a tag, from `<` to the end of the name (sections 13.2.5.6 to 8 and 40).
    private mutating func inTag(_ byte: UInt8) -> HTMLToken? {
        switch (state, Unicode.Scalar(byte)) {
        case (.tagOpen, "!") where knowsComments:
            state = .markupDeclaration
        case (.tagOpen, "/"):
            state = .endTagOpen
        case (.tagOpen, "?"):
            state = .bogusComment
        case (.endTagOpen, ">"):
            state = .data
        case (.tagOpen, _) where byte.isASCIILetter:
            return beginTag(isEndTag: false, at: byte)
        case (.endTagOpen, _) where byte.isASCIILetter:
            return beginTag(isEndTag: true, at: byte)
        case (.tagOpen, _):
            appendToText("<".utf8)
            reconsume(byte, in: .data)
        case (.endTagOpen, _):
            reconsume(byte, in: .bogusComment)
        case (.selfClosingTag, ">"):
            return finishTag(isSelfClosing: true)
        case (.selfClosingTag, _):
            reconsume(byte, in: .beforeAttributeName)
        case (_, ">"):
            return finishTag()
        case (_, "/"):
            state = .selfClosingTag
        case (_, _) where byte.isHTMLSpace:
            state = .beforeAttributeName
        default:
            tag.appendToName(byte)
        }
        return nil
    }

    /// Handles a byte before, in or after the name of an attribute (sections 13.2.5.32 to 34).
    private mutating func inAttributeName(_ byte: UInt8) -> HTMLToken? {
        switch (state, Unicode.Scalar(byte)) {
        case (_, ">"):
            return finishTag()
        case (_, "/"):
            state = .selfClosingTag
        case (.attributeName, "="), (.afterAttributeName, "="):
            state = .beforeAttributeValue
        case (.attributeName, _) where byte.isHTMLSpace:
            state = .afterAttributeName
        case (_, _) where byte.isHTMLSpace:
            break
        case (.attributeName, _):
            tag.appendToAttributeName(byte)
        default:
            tag.finishAttribute()
            tag.appendToAttributeName(byte)
            state = .attributeName
        }
        return nil
    }

    /// Handles a byte before, in or after the value of an attribute (sections 13.2.5.35 to 39).
    private mutating func inAttributeValue(_ byte: UInt8) -> HTMLToken? {
        switch (state, Unicode.Scalar(byte)) {
        case (.quotedValue(let quote), _) where byte == quote:
            state = .afterQuotedValue
        case (.quotedValue(let quote), _):
            tag.appendToAttributeValue(CollectionOfOne(byte))
            tag.appendToAttributeValue(readRun(until: quote))
        case (_, ">"):
            return finishTag()
        case (.beforeAttributeValue, "\""), (.beforeAttributeValue, "'"):
            state = .quotedValue(byte)
        case (.beforeAttributeValue, _) where byte.isHTMLSpace:
            break
        case (.beforeAttributeValue, _):
            reconsume(byte, in: .unquotedValue)
        case (.unquotedValue, _) where !byte.isHTMLSpace:
            tag.appendToAttributeValue(CollectionOfOne(byte))
        case (.afterQuotedValue, "/"):
            state = .selfClosingTag
        default:
            reconsume(byte, in: .beforeAttributeName)
        }
        return nil
    }

    /// Handles a byte after `<!`, which begins a comment, a CDATA section or other markup. Other
    /// markup is skipped up to the next `>` (sections 13.2.5.41, 42 and 53).
    private mutating func inMarkupDeclaration(_ byte: UInt8) {
        switch (state, Unicode.Scalar(byte)) {
        case (.markupDeclaration, "-"): state = .markupDeclarationHyphen
        case (.markupDeclaration, "[") where isXML:
            state = .cdataStart(1)
        case (.markupDeclarationHyphen, "-"): state = .commentStart
        case (.bogusComment, ">"): state = .data
        case (.bogusComment, _): break
        default: reconsume(byte, in: .bogusComment)
        }
    }

    /// Handles a byte in a comment (sections 13.2.5.43 to 52).
    private mutating func inComment(_ byte: UInt8) {
        switch (state, Unicode.Scalar(byte)) {
        case (.commentStart, ">"), (.commentStartHyphen, ">"), (.commentEnd, ">"),
            (.commentEndBang, ">"):
            state = .data
        case (.commentStart, "-"):
            state = .commentStartHyphen
        case (.commentStartHyphen, "-"), (.commentEndHyphen, "-"), (.commentEnd, "-"):
            state = .commentEnd
        case (.commentEnd, "!"):
            state = .commentEndBang
        case (.comment, "-"), (.commentEndBang, "-"):
            state = .commentEndHyphen
        default:
            state = .comment
            _ = readRun(until: UInt8(ascii: "-"))
        }
    }

    /// Handles a byte in an XML CDATA section (sections 13.2.5.42 and 69 to 71).
    private mutating func inCDATA(_ byte: UInt8) -> HTMLToken? {
        switch (state, Unicode.Scalar(byte)) {
        case (.cdataStart(let matched), _) where byte == Self.cdataMark[matched]:
            let isComplete = matched + 1 == Self.cdataMark.count
            state = isComplete ? .cdata : .cdataStart(matched + 1)
            guard isComplete else { break }
            defer {
                isInCDATA = true
            }
            return takeText()
        case (.cdataStart, _):
            reconsume(byte, in: .bogusComment)
        case (.cdata, "]"):
            state = .cdataBracket
        case (.cdata, _):
            return appendText(byte, until: UInt8(ascii: "]"))
        case (.cdataBracket, "]"):
            state = .cdataEnd
        case (.cdataBracket, _):
            appendToText("]".utf8)
            reconsume(byte, in: .cdata)
        case (.cdataEnd, ">"):
            defer {
                isInCDATA = false
            }
            state = .data
            return takeText()
        case (.cdataEnd, "]"):
            appendToText("]".utf8)
        default:
            appendToText("]]".utf8)
            reconsume(byte, in: .cdata)
        }
        return nil
    }

    private static let cdataMark = Array("[CDATA[".utf8)
}

// MARK: - Output

extension HTMLTokenizer {
    /// Begins a tag whose name starts with the byte, and returns the text before the tag.
    private mutating func beginTag(isEndTag: Bool, at byte: UInt8) -> HTMLToken? {
        tag = HTMLTagBuilder(limit: tokenLimit, isEndTag: isEndTag, line: line)
        reconsume(byte, in: .tagName)
        return takeText()
    }

    /// Returns the complete tag, and chooses the state for the content after it.
    private mutating func finishTag(isSelfClosing: Bool = false) -> HTMLToken {
        let token = tag.finish()
        state = .data
        rawElement = nil
        guard case .startTag(let name, _) = token.content else {
            return token
        }
        if isXML, isSelfClosing {
            pendingEndTag = HTMLToken(.endTag(name: name), line: token.line)
        } else if knowsRawElements, Self.rawElements[name] != nil {
            rawElement = (name, token.line)
            state = .rawText
        }
        return token
    }

    /// Appends a byte to the text, and then the following bytes before the next delimiter or line
    /// break.
    ///
    /// - Returns: A part of the text if the text exceeds the limit, otherwise `nil`.
    private mutating func appendText(
        _ byte: UInt8,
        until end: UInt8 = UInt8(ascii: "<")
    ) -> HTMLToken? {
        appendToText(CollectionOfOne(byte), line: byte == UInt8(ascii: "\n") ? line - 1 : line)
        text.append(contentsOf: readRun(until: end))
        return text.count < tokenLimit ? nil : removeTextPart()
    }

    private mutating func appendToText(_ bytes: some Sequence<UInt8>, line: Int? = nil) {
        if text.isEmpty {
            textLine = line ?? self.line
        }
        text.append(contentsOf: bytes)
    }

    private mutating func takeText() -> HTMLToken? {
        guard !text.isEmpty else { return nil }
        defer {
            text.removeAll(keepingCapacity: true)
        }
        return textToken(text)
    }

    /// Removes and returns the text, except for an incomplete character or character reference at
    /// its end.
    private mutating func removeTextPart() -> HTMLToken {
        var end = text.count
        while end > text.count - 3, UTF8.isContinuation(text[end - 1]) {
            end -= 1
        }
        if text[end - 1] >= 0xC0 {
            end -= 1
        } else {
            end = text.count
        }
        let reach = text.count - HTMLCharacterReferences.maximumLength
        if let reference = text[reach...].lastIndex(of: UInt8(ascii: "&")) {
            end = min(end, reference)
        }
        defer {
            text.removeSubrange(..<end)
            textLine = line
        }
        return textToken(Array(text[..<end]))
    }

    private func textToken(_ bytes: [UInt8]) -> HTMLToken {
        let isRaw = isInCDATA || rawElement.flatMap { Self.rawElements[$0.name] } == false
        let text =
            isRaw
            ? String(decoding: bytes, as: UTF8.self)
            : HTMLCharacterReferences.decode(bytes, inAttribute: false)
        return HTMLToken(.text(text), line: textLine)
    }

    /// Returns the rest of the text at the end of the input, including a `<` that did not begin a
    /// tag.
    private mutating func removeRest() -> HTMLToken? {
        switch state {
        case .data, .rawText: return takeText()
        case .tagOpen, .rawTextLessThan: appendToText("<".utf8)
        case .endTagOpen: appendToText("</".utf8)
        case .rawTextEndTag: appendToText("</".utf8 + rawEndTag)
        default: break
        }
        state = .data
        isCutOff = true
        return takeText()
    }
}
