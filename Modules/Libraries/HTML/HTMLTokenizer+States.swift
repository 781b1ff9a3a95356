extension HTMLTokenizer {
    /// Takes one byte into account.
    ///
    /// - Returns: A token when the byte completes one.
    mutating func step(_ byte: UInt8) -> HTMLToken? {
        switch state {
        case .data: return inData(byte)
        case .rawText, .rawTextLessThan, .rawTextEndTag: return inRawText(byte)
        case .tagOpen, .endTagOpen, .tagName, .selfClosingTag: return inTag(byte)
        case .beforeAttributeName, .attributeName, .afterAttributeName: return inAttributeName(byte)
        case .beforeAttributeValue, .quotedValue, .unquotedValue, .afterQuotedValue: return inAttributeValue(byte)
        case .markupDeclaration, .markupDeclarationHyphen, .bogusComment: inMarkupDeclaration(byte)
        case .commentStart, .commentStartHyphen, .comment, .commentEndHyphen, .commentEnd, .commentEndBang:
            inComment(byte)
        case .cdataStart, .cdata, .cdataBracket, .cdataEnd: return inCDATA(byte)
        }
        return nil
    }

    private mutating func inData(_ byte: UInt8) -> HTMLToken? {
        guard byte == ASCII.lessThan else { return appendText(byte) }
        state = .tagOpen
        return nil
    }

    /// Text of an element that only its own end tag ends (sections 13.2.5.2 and 3, 9 to 14).
    private mutating func inRawText(_ byte: UInt8) -> HTMLToken? {
        switch state {
        case .rawTextLessThan where byte == ASCII.slash:
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
            guard byte == ASCII.lessThan else { return appendText(byte) }
            state = .rawTextLessThan
        }
        return nil
    }

    private mutating func inRawTextEndTag(_ byte: UInt8) -> HTMLToken? {
        let isEnd = byte.isHTMLSpace || byte == ASCII.slash || byte == ASCII.greaterThan
        guard isEnd, let rawElement, rawElement.utf8.elementsEqual(rawEndTag.lazy.map(\.asciiLowercased)) else {
            appendToText("</".utf8)
            appendToText(rawEndTag)
            reconsume(byte, in: .rawText)
            return nil
        }
        beginTag(isEndTag: true)
        for letter in rawEndTag { tag.appendToName(letter, limit: tokenLimit) }
        reconsume(byte, in: .tagName)
        return takeText()
    }

    /// From `<` to the end of the name (sections 13.2.5.6 to 8, 40).
    private mutating func inTag(_ byte: UInt8) -> HTMLToken? {
        switch (state, byte) {
        case (.tagOpen, ASCII.exclamationMark): state = .markupDeclaration
        case (.tagOpen, ASCII.slash): state = .endTagOpen
        case (.tagOpen, ASCII.questionMark): state = .bogusComment
        case (.endTagOpen, ASCII.greaterThan): state = .data
        case (.tagOpen, _) where byte.isASCIILetter, (.endTagOpen, _) where byte.isASCIILetter:
            if case .endTagOpen = state { beginTag(isEndTag: true) } else { beginTag(isEndTag: false) }
            reconsume(byte, in: .tagName)
            return takeText()
        case (.tagOpen, _):
            appendToText("<".utf8)
            reconsume(byte, in: .data)
        case (.endTagOpen, _): reconsume(byte, in: .bogusComment)
        case (.selfClosingTag, ASCII.greaterThan): return finishTag(isSelfClosing: true)
        case (.selfClosingTag, _): reconsume(byte, in: .beforeAttributeName)
        case (_, ASCII.greaterThan): return finishTag()
        case (_, ASCII.slash): state = .selfClosingTag
        case (_, _) where byte.isHTMLSpace: state = .beforeAttributeName
        default: tag.appendToName(byte, limit: tokenLimit)
        }
        return nil
    }

    /// Around and in the name of an attribute (sections 13.2.5.32 to 34).
    private mutating func inAttributeName(_ byte: UInt8) -> HTMLToken? {
        switch (state, byte) {
        case (_, ASCII.greaterThan): return finishTag()
        case (_, ASCII.slash): state = .selfClosingTag
        case (.attributeName, ASCII.equals), (.afterAttributeName, ASCII.equals): state = .beforeAttributeValue
        case (.attributeName, _) where byte.isHTMLSpace: state = .afterAttributeName
        case (_, _) where byte.isHTMLSpace: break
        case (.attributeName, _): tag.appendToAttributeName(byte, limit: tokenLimit)
        default:
            tag.beginAttribute()
            tag.appendToAttributeName(byte, limit: tokenLimit)
            state = .attributeName
        }
        return nil
    }

    /// Around and in the value of an attribute (sections 13.2.5.35 to 39).
    private mutating func inAttributeValue(_ byte: UInt8) -> HTMLToken? {
        switch (state, byte) {
        case (.quotedValue(let quote), _) where byte == quote: state = .afterQuotedValue
        case (.quotedValue(let quote), _):
            tag.appendToAttributeValue(CollectionOfOne(byte), limit: tokenLimit)
            tag.appendToAttributeValue(takeRun(until: quote), limit: tokenLimit)
        case (_, ASCII.greaterThan): return finishTag()
        case (.beforeAttributeValue, ASCII.doubleQuote), (.beforeAttributeValue, ASCII.singleQuote):
            state = .quotedValue(byte)
        case (.beforeAttributeValue, _) where byte.isHTMLSpace: break
        case (.beforeAttributeValue, _): reconsume(byte, in: .unquotedValue)
        case (.unquotedValue, _) where !byte.isHTMLSpace:
            tag.appendToAttributeValue(CollectionOfOne(byte), limit: tokenLimit)
        case (.afterQuotedValue, ASCII.slash): state = .selfClosingTag
        default: reconsume(byte, in: .beforeAttributeName)
        }
        return nil
    }

    /// After `<!`: a comment, or something to leave out up to the next `>` (sections 13.2.5.41, 42, 53).
    private mutating func inMarkupDeclaration(_ byte: UInt8) {
        switch (state, byte) {
        case (.markupDeclaration, ASCII.hyphen): state = .markupDeclarationHyphen
        case (.markupDeclaration, ASCII.openingBracket) where isXML: state = .cdataStart(1)
        case (.markupDeclarationHyphen, ASCII.hyphen): state = .commentStart
        case (.bogusComment, ASCII.greaterThan): state = .data
        case (.bogusComment, _): break
        default: reconsume(byte, in: .bogusComment)
        }
    }

    /// In a comment (sections 13.2.5.43 to 52).
    private mutating func inComment(_ byte: UInt8) {
        switch (state, byte) {
        case (.commentStart, ASCII.greaterThan), (.commentStartHyphen, ASCII.greaterThan),
            (.commentEnd, ASCII.greaterThan), (.commentEndBang, ASCII.greaterThan):
            state = .data
        case (.commentStart, ASCII.hyphen): state = .commentStartHyphen
        case (.commentStartHyphen, ASCII.hyphen), (.commentEndHyphen, ASCII.hyphen), (.commentEnd, ASCII.hyphen):
            state = .commentEnd
        case (.commentEnd, ASCII.exclamationMark): state = .commentEndBang
        case (.comment, ASCII.hyphen), (.commentEndBang, ASCII.hyphen): state = .commentEndHyphen
        default:
            state = .comment
            if byte != ASCII.hyphen { _ = takeRun(until: ASCII.hyphen) }
        }
    }

    /// In a CDATA section of XML (sections 13.2.5.42, 69 to 71).
    private mutating func inCDATA(_ byte: UInt8) -> HTMLToken? {
        switch (state, byte) {
        case (.cdataStart(let matched), _) where byte == Self.cdataMark[matched]:
            guard matched + 1 == Self.cdataMark.count else {
                state = .cdataStart(matched + 1)
                return nil
            }
            defer { isInCDATA = true }
            state = .cdata
            return takeText()
        case (.cdataStart, _): reconsume(byte, in: .bogusComment)
        case (.cdata, ASCII.closingBracket): state = .cdataBracket
        case (.cdata, _): return appendText(byte, until: ASCII.closingBracket)
        case (.cdataBracket, ASCII.closingBracket): state = .cdataEnd
        case (.cdataBracket, _):
            appendToText("]".utf8)
            reconsume(byte, in: .cdata)
        case (.cdataEnd, ASCII.greaterThan):
            defer { isInCDATA = false }
            state = .data
            return takeText()
        case (.cdataEnd, ASCII.closingBracket): appendToText("]".utf8)
        default:
            appendToText("]]".utf8)
            reconsume(byte, in: .cdata)
        }
        return nil
    }

    private static let cdataMark = Array("[CDATA[".utf8)
}
