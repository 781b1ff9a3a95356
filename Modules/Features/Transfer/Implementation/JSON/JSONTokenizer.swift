/// Takes JSON text (RFC 8259) apart, from bytes of UTF-8 that come in any number of pieces.
///
/// The text is one value, or objects one after another. Where each of these is on a line of its own, as in JSON Lines
/// (<https://jsonlines.org>), a broken one costs no more than its line. Invalid bytes become U+FFFD. Time is linear in the
/// input; memory is bounded by the limits.
struct JSONTokenizer {
    /// A piece of JSON text.
    enum Token {
        case beginObject, endObject, beginArray, endArray
        case key(String), string(String), number(String)
        /// `true`, `false` or `null`.
        case word(String)
        /// What is open will not be closed: the line is broken, for that reason, and the next one begins anew.
        case brokenLine(reason: String)
    }

    /// How much of a text is kept, as it is written; bytes. Escapes take up to six bytes for one.
    private let rawLimit: Int
    /// The longest number; bytes.
    private static let literalLimit = 1 << 10
    /// The deepest nesting.
    static let depthLimit = 500

    private enum Expectation {
        case document, value, firstElement, firstKey, key, colon, commaOrEnd, anotherObject, end
    }

    private enum Mode {
        case structure, string, escape, literal, brokenLine
    }

    private var expectation = Expectation.document
    private var mode = Mode.structure
    /// Whether each open container is an object.
    private var isObject: [Bool] = []
    private var text: [UInt8] = []
    private var hasEscapes = false
    private var line = 1
    private var isAtStartOfLine = true
    /// The line on which the outermost object begins.
    private var objectLine = 1
    /// Whether an object was whole on one line, so that each line is taken for an object.
    private var hasLines = false
    private var firstBrokenLine: MalformedContent?

    /// Creates a tokenizer.
    ///
    /// - Parameter textLimit: The longest text that comes whole; bytes. Of a longer one, at least a byte more comes.
    init(textLimit: Int = ReadingOptions.usualTextLimit) {
        rawLimit = 6 * (textLimit + 1)
    }

    /// Takes bytes in, and gives each token that they complete to `take`, with its line.
    ///
    /// - Throws: ``MalformedContent``, and what `take` throws.
    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: (Token, Int) throws -> Void) throws {
        var position = bytes.startIndex
        while position < bytes.endIndex {
            do {
                try takeNext(of: bytes, at: &position, take)
            } catch let content as MalformedContent {
                try breakOff(content, take)
                // An object that begins here is not a part of the broken line.
                if isAtStartOfLine, bytes[position] == UInt8(ascii: "{") { mode = .structure }
            }
        }
    }

    private mutating func takeNext(
        of bytes: ArraySlice<UInt8>, at position: inout Int, _ take: (Token, Int) throws -> Void
    ) throws {
        let byte = bytes[position]
        switch mode {
        case .structure:
            try takeStructure(byte, take)
            isAtStartOfLine = byte == UInt8(ascii: "\n")
        case .string:
            let start = position
            while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\""),
                bytes[position] != UInt8(ascii: "\\")
            {
                if bytes[position] == UInt8(ascii: "\n") { try endLineOfString() }
                position += 1
            }
            try append(bytes[start..<position])
            guard position < bytes.endIndex else { return }
            try endRun(bytes[position], take)
        case .escape:
            try append(CollectionOfOne(byte))
            mode = .string
        case .literal where Self.isPartOfLiteral(byte): try append(CollectionOfOne(byte))
        case .literal: return try finishLiteral(take)
        case .brokenLine where byte != UInt8(ascii: "\n"): break
        case .brokenLine:
            line += 1
            isAtStartOfLine = true
            mode = .structure
        }
        position += 1
    }

    /// Says that no more bytes will come, and gives what that breaks to `take`.
    mutating func finish(_ take: (Token, Int) throws -> Void) throws {
        if mode != .brokenLine, mode != .structure || expectation != .end && expectation != .anotherObject {
            try breakOff(MalformedContent(line: line, reason: "the file ends before it is whole"), take)
        }
        // Nothing says that the lines were meant to be objects.
        if !hasLines, let firstBrokenLine { throw firstBrokenLine }
    }
}

// MARK: - Broken lines

extension JSONTokenizer {
    /// Gives up the line that is broken, where that leaves the others whole.
    private mutating func breakOff(_ content: MalformedContent, _ take: (Token, Int) throws -> Void) throws {
        let isOfObjects = isObject.first ?? (expectation == .anotherObject)
        let brokenLine = isObject.isEmpty ? content.line : objectLine
        guard isOfObjects, hasLines || brokenLine == content.line else { throw content }
        firstBrokenLine = firstBrokenLine ?? content
        isObject = []
        expectation = .anotherObject
        mode = .brokenLine
        try take(.brokenLine(reason: content.reason), brokenLine)
    }

    /// Takes a line end in a text, which JSON does not have and some programs write; not so where each line is an object.
    private mutating func endLineOfString() throws(MalformedContent) {
        guard !hasLines else { throw MalformedContent(line: line, reason: "a text ends with its line") }
        line += 1
    }
}

// MARK: - Structure

extension JSONTokenizer {
    private mutating func takeStructure(_ byte: UInt8, _ take: (Token, Int) throws -> Void) throws {
        if hasLines, isAtStartOfLine, byte == UInt8(ascii: "{"), !isObject.isEmpty {
            throw MalformedContent(line: line, reason: "the object ends with its line")
        }
        switch (byte, expectation) {
        case (UInt8(ascii: "\n"), _): line += 1
        case (UInt8(ascii: " "), _), (UInt8(ascii: "\t"), _), (UInt8(ascii: "\r"), _): break
        case (UInt8(ascii: "{"), .document), (UInt8(ascii: "{"), .anotherObject), (UInt8(ascii: "{"), .value),
            (UInt8(ascii: "{"), .firstElement):
            try open(isObject: true, take)
        case (UInt8(ascii: "["), .document), (UInt8(ascii: "["), .value), (UInt8(ascii: "["), .firstElement):
            try open(isObject: false, take)
        case (UInt8(ascii: "}"), .firstKey), (UInt8(ascii: "]"), .firstElement): try close(take)
        case (UInt8(ascii: "}"), .commaOrEnd) where isObject.last == true: try close(take)
        case (UInt8(ascii: "]"), .commaOrEnd) where isObject.last == false: try close(take)
        case (UInt8(ascii: ","), .commaOrEnd): expectation = isObject.last == true ? .key : .value
        case (UInt8(ascii: ":"), .colon): expectation = .value
        case (UInt8(ascii: "\""), .firstKey), (UInt8(ascii: "\""), .key), (UInt8(ascii: "\""), .value),
            (UInt8(ascii: "\""), .firstElement):
            begin(.string)
        case (_, .value) where Self.isPartOfLiteral(byte),
            (_, .firstElement) where Self.isPartOfLiteral(byte):
            begin(.literal)
            try append(CollectionOfOne(byte))
        default: throw MalformedContent(line: line, reason: unmetExpectation)
        }
    }

    private mutating func open(isObject: Bool, _ take: (Token, Int) throws -> Void) throws {
        guard self.isObject.count < Self.depthLimit else {
            throw MalformedContent(line: line, reason: "it is nested more than \(Self.depthLimit) deep")
        }
        if self.isObject.isEmpty { objectLine = line }
        self.isObject.append(isObject)
        expectation = isObject ? .firstKey : .firstElement
        try take(isObject ? .beginObject : .beginArray, line)
    }

    private mutating func close(_ take: (Token, Int) throws -> Void) throws {
        let wasObject = isObject.removeLast()
        if wasObject, isObject.isEmpty, objectLine == line, expectation != .firstKey { hasLines = true }
        expectation = isObject.isEmpty ? (wasObject ? .anotherObject : .end) : .commaOrEnd
        try take(wasObject ? .endObject : .endArray, line)
    }

    private var unmetExpectation: String {
        switch expectation {
        case .document: "an array or an object is expected"
        case .value, .firstElement: "a value is expected"
        case .firstKey, .key: "a name in quotes is expected"
        case .colon: "a colon is expected"
        case .commaOrEnd where isObject.last == true: "a comma or the end of the object is expected"
        case .commaOrEnd: "a comma or the end of the array is expected"
        case .anotherObject: "another object, or nothing, is expected"
        case .end: "nothing is expected after the array"
        }
    }
}

// MARK: - Texts, numbers and words

extension JSONTokenizer {
    private mutating func begin(_ mode: Mode) {
        self.mode = mode
        text.removeAll(keepingCapacity: true)
        hasEscapes = false
    }

    private mutating func append(_ bytes: some Collection<UInt8>) throws {
        guard mode != .literal || text.count + bytes.count <= Self.literalLimit else {
            throw MalformedContent(line: line, reason: "a number is longer than \(Self.literalLimit) digits")
        }
        text.append(contentsOf: bytes.prefix(rawLimit - text.count))
    }

    /// Takes the byte that ends a run of plain text: a quote, or a backslash.
    private mutating func endRun(_ byte: UInt8, _ take: (Token, Int) throws -> Void) throws {
        guard byte == UInt8(ascii: "\"") else {
            hasEscapes = true
            mode = .escape
            return try append(CollectionOfOne(byte))
        }
        mode = .structure
        let string = hasEscapes ? JSONEscapes.decode(text) : String(decoding: text, as: UTF8.self)
        let isKey = expectation == .key || expectation == .firstKey
        expectation = isKey ? .colon : .commaOrEnd
        try take(isKey ? .key(string) : .string(string), line)
    }

    private mutating func finishLiteral(_ take: (Token, Int) throws -> Void) throws {
        let literal = String(decoding: text, as: UTF8.self)
        let isWord = ["true", "false", "null"].contains(literal)
        guard isWord || Double(literal) != nil else { throw MalformedContent(line: line, reason: unmetExpectation) }
        mode = .structure
        expectation = .commaOrEnd
        try take(isWord ? .word(literal) : .number(literal), line)
    }

    private static func isPartOfLiteral(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
