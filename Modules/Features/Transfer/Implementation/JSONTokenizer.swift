import TransferInterface

/// A tokenizer for JSON (RFC 8259). The input is UTF-8 in pieces of any size.
///
/// The input is an array, an object, or a sequence of objects. If each object of a sequence is on
/// its own line, as in JSON Lines (<https://jsonlines.org>), an error affects only one line.
/// Invalid bytes become U+FFFD.
///
/// - Complexity: Time is linear in the input. Memory is bounded by the limits.
struct JSONTokenizer {
    enum Token {
        case beginObject, endObject, beginArray, endArray
        case key(String)
        /// A string or a number.
        case text(String)
        /// `true`, `false` or `null`.
        case word(String)
        /// A malformed line. All open objects and arrays end. The next token begins another object.
        case brokenLine(InvalidEntry)
    }

    private enum Expectation {
        case document, value, firstElement, firstKey, key, colon, commaOrEnd, anotherObject, end
    }

    private enum Mode { case structure, string, literal, brokenLine }

    private static let literalLimit = 1 << 10
    private static let depthLimit = 500

    /// The maximum size of a string in the input, in bytes. An escape sequence of six bytes can
    /// represent a single byte, so this limit is six times as large as the limit of the decoded
    /// string.
    private let rawTextLimit: Int
    private var input: [UInt8] = []
    private var position = 0
    private var expectation = Expectation.document
    private var mode = Mode.structure
    /// The open objects and arrays. An element is true for an object and false for an array.
    private var isObject: [Bool] = []
    private var text: [UInt8] = []
    private var hasEscapes = false
    private var isEscaped = false
    /// The line of the latest token, counted from 1.
    private(set) var line = 1
    private var isAtStartOfLine = true
    /// The line on which the outermost object begins.
    private var objectLine = 1
    /// Whether a line contained a complete object. After such a line, each line should contain one
    /// object.
    private var hasLines = false
    private var firstError: InvalidEntry?

    /// Creates a tokenizer without input.
    ///
    /// - Parameter textLimit: The maximum size of a string, in bytes. The tokenizer keeps at least
    ///   one more byte, so that a caller can recognize a string that is too long.
    init(textLimit: Int) {
        rawTextLimit = 6 * (textLimit + 1)
    }

    mutating func append(_ bytes: [UInt8]) {
        input = bytes
        position = 0
    }

    /// Returns the next token, or `nil` if the tokenizer requires more input.
    mutating func next() throws(InvalidEntry) -> Token? {
        while position < input.count {
            do {
                if let token = try step() {
                    return token
                }
            } catch {
                let token = try skipLine(error)
                // An object that begins here is not a part of the broken line.
                if isAtStartOfLine, input[position] == UInt8(ascii: "{") {
                    mode = .structure
                }
                return token
            }
        }
        return nil
    }

    /// Returns the token for an incomplete line at the end of the input, if there is one.
    mutating func finish() throws(InvalidEntry) -> Token? {
        var token: Token?
        if isIncomplete {
            token = try skipLine(error("the file is incomplete"))
        }
        // If no line was a complete object, the file is not in JSON Lines format.
        if !hasLines, let firstError {
            throw firstError
        }
        return token
    }

    private var isIncomplete: Bool {
        switch mode {
        case .brokenLine: false
        case .structure: expectation != .end && expectation != .anotherObject
        case .string, .literal: true
        }
    }

    private mutating func step() throws(InvalidEntry) -> Token? {
        let byte = input[position]
        switch mode {
        case .structure:
            let token = try readStructure(byte)
            isAtStartOfLine = byte == UInt8(ascii: "\n")
            position += 1
            return token
        case .string:
            return try readString()
        case .literal where Self.isPartOfLiteral(byte):
            guard text.count < Self.literalLimit else {
                throw error("a number is longer than \(Self.literalLimit) digits")
            }
            text.append(byte)
            position += 1
        case .literal:
            return try endLiteral()
        case .brokenLine:
            if byte == UInt8(ascii: "\n") {
                line += 1
                isAtStartOfLine = true
                mode = .structure
            }
            position += 1
        }
        return nil
    }

    private func error(_ reason: String) -> InvalidEntry {
        InvalidEntry(line: line, reason: reason)
    }

    // MARK: Broken lines

    /// Skips the line with an error if the other lines can be read without it.
    private mutating func skipLine(_ error: InvalidEntry) throws(InvalidEntry) -> Token {
        let isListOfObjects = isObject.first ?? (expectation == .anotherObject)
        let brokenLine = isObject.isEmpty ? error.line : objectLine
        guard isListOfObjects, hasLines || brokenLine == error.line else {
            throw error
        }
        firstError = firstError ?? error
        isObject = []
        expectation = .anotherObject
        mode = .brokenLine
        return .brokenLine(InvalidEntry(line: brokenLine, reason: error.reason))
    }

    /// Accepts a line break in a string, which some programs write, unless each line should be an
    /// object.
    private mutating func endLineInString() throws(InvalidEntry) {
        guard !hasLines else {
            throw error("a string is not closed at the end of its line")
        }
        line += 1
    }

    // MARK: Structure

    private mutating func readStructure(_ byte: UInt8) throws(InvalidEntry) -> Token? {
        let isInObject = isObject.last == true
        let expectsKey = expectation == .firstKey || expectation == .key
        let expectsValue = expectation == .value || expectation == .firstElement
        if hasLines, isAtStartOfLine, byte == UInt8(ascii: "{"), !isObject.isEmpty {
            throw error("the object is not closed at the end of its line")
        }
        switch Unicode.Scalar(byte) {
        case "\n":
            line += 1
        case " ", "\t", "\r":
            break
        case "{" where expectsValue || expectation == .document || expectation == .anotherObject:
            return try open(isObject: true)
        case "[" where expectsValue || expectation == .document:
            return try open(isObject: false)
        case "}" where expectation == .firstKey || (expectation == .commaOrEnd && isInObject):
            return close()
        case "]" where expectation == .firstElement || (expectation == .commaOrEnd && !isInObject):
            return close()
        case "," where expectation == .commaOrEnd:
            expectation = isInObject ? .key : .value
        case ":" where expectation == .colon:
            expectation = .value
        case "\"" where expectsKey || expectsValue:
            begin(.string)
        case _ where expectsValue && Self.isPartOfLiteral(byte):
            begin(.literal)
            text.append(byte)
        default:
            throw error(unmetExpectation)
        }
        return nil
    }

    private mutating func open(isObject: Bool) throws(InvalidEntry) -> Token {
        guard self.isObject.count < Self.depthLimit else {
            throw error("a value is nested more than \(Self.depthLimit) levels deep")
        }
        if self.isObject.isEmpty {
            objectLine = line
        }
        self.isObject.append(isObject)
        expectation = isObject ? .firstKey : .firstElement
        return isObject ? .beginObject : .beginArray
    }

    private mutating func close() -> Token {
        let wasObject = isObject.removeLast()
        if wasObject, isObject.isEmpty, objectLine == line, expectation != .firstKey {
            hasLines = true
        }
        if !isObject.isEmpty {
            expectation = .commaOrEnd
        } else {
            expectation = wasObject ? .anotherObject : .end
        }
        return wasObject ? .endObject : .endArray
    }

    private var unmetExpectation: String {
        switch expectation {
        case .document: "expected an array or an object"
        case .value, .firstElement: "expected a value"
        case .firstKey, .key: "expected a name in quotes"
        case .colon: "expected a colon"
        case .commaOrEnd where isObject.last == true: "expected a comma or the end of the object"
        case .commaOrEnd: "expected a comma or the end of the array"
        case .anotherObject: "expected another object or the end of the file"
        case .end: "unexpected text after the array"
        }
    }

    // MARK: Strings and literals

    private mutating func begin(_ mode: Mode) {
        self.mode = mode
        text.removeAll(keepingCapacity: true)
        hasEscapes = false
        isEscaped = false
    }

    /// Reads the rest of a string, or the part of it that is in the input.
    private mutating func readString() throws(InvalidEntry) -> Token? {
        let start = position
        while position < input.count, isEscaped || input[position] != UInt8(ascii: "\"") {
            if input[position] == UInt8(ascii: "\n") {
                try endLineInString()
            }
            isEscaped = !isEscaped && input[position] == UInt8(ascii: "\\")
            hasEscapes = hasEscapes || isEscaped
            position += 1
        }
        text += input[start..<position].prefix(rawTextLimit - text.count)
        guard position < input.count else { return nil }
        position += 1
        return endString()
    }

    private mutating func endString() -> Token {
        let string = hasEscapes ? Self.unescaped(text) : String(decoding: text, as: UTF8.self)
        let isKey = expectation == .key || expectation == .firstKey
        mode = .structure
        expectation = isKey ? .colon : .commaOrEnd
        return isKey ? .key(string) : .text(string)
    }

    private mutating func endLiteral() throws(InvalidEntry) -> Token {
        let literal = String(decoding: text, as: UTF8.self)
        let isWord = ["true", "false", "null"].contains(literal)
        // The initializer of `Double` also accepts words, such as `nan`, and hexadecimal digits.
        let hasWord = literal.contains { $0.isLetter && $0 != "e" && $0 != "E" }
        guard isWord || !hasWord && Double(literal) != nil else {
            throw error(unmetExpectation)
        }
        mode = .structure
        expectation = .commaOrEnd
        return isWord ? .word(literal) : .text(literal)
    }

    private static func isPartOfLiteral(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "0"..."9", "a"..."z", "E", "+", "-", ".":
            true
        default:
            false
        }
    }

    /// Returns the string that bytes with escape sequences represent (RFC 8259, section 7).
    ///
    /// An invalid `\u` becomes U+FFFD. An unknown escape sequence becomes its letter.
    private static func unescaped(_ bytes: [UInt8]) -> String {
        var rest = Array(String(decoding: bytes, as: UTF8.self).utf16)[...]
        var text: [UInt16] = []
        while let backslash = rest.firstIndex(of: 0x5C),
            let letter = rest[backslash...].dropFirst().first
        {
            text += rest[..<backslash]
            rest = rest[backslash...].dropFirst(2)
            switch Unicode.Scalar(letter) {
            case "n": text.append(0x0A)
            case "r": text.append(0x0D)
            case "t": text.append(0x09)
            case "b": text.append(0x08)
            case "f": text.append(0x0C)
            case "u": text.append(codeUnit(&rest) ?? 0xFFFD)
            default: text.append(letter)
            }
        }
        return String(decoding: text + rest, as: UTF16.self)
    }

    /// Removes four hexadecimal digits and returns their value, or returns `nil` if `rest` does not
    /// begin with four digits.
    private static func codeUnit(_ rest: inout ArraySlice<UInt16>) -> UInt16? {
        let digits = rest.prefix(4)
        guard digits.count == 4,
            let unit = UInt16(String(decoding: digits, as: UTF16.self), radix: 16)
        else {
            return nil
        }
        rest = rest.dropFirst(4)
        return unit
    }
}
