/// Splits JSON text into its outermost objects: those of one array, or those that follow one another.
///
/// It knows only as much of RFC 8259 as that takes; whether an object is valid is for a decoder to say.
struct JSONObjectSplitter {
    /// The text of one object.
    struct Object {
        var bytes: [UInt8]
        /// The line on which it begins, counted from 1.
        var line: Int
    }

    /// The longest object; bytes. Memory is bounded by it.
    static let sizeLimit = 16 << 20

    private enum State {
        case start, firstElement, nextElement, afterElement, betweenLines, end
    }

    private var state = State.start
    private var isArray = false
    private var line = 1
    private var object: Object?
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Takes the next byte.
    ///
    /// - Returns: An object when the byte completes one.
    /// - Throws: ``MalformedContent``.
    mutating func take(_ byte: UInt8) throws(MalformedContent) -> Object? {
        defer { if byte == UInt8(ascii: "\n") { line += 1 } }
        if object != nil { return try takeInside(byte) }
        switch (state, byte) {
        case (_, UInt8(ascii: " ")), (_, UInt8(ascii: "\t")), (_, UInt8(ascii: "\n")), (_, UInt8(ascii: "\r")): break
        case (.start, UInt8(ascii: "[")):
            isArray = true
            state = .firstElement
        case (.start, UInt8(ascii: "{")), (.firstElement, UInt8(ascii: "{")), (.nextElement, UInt8(ascii: "{")),
            (.betweenLines, UInt8(ascii: "{")):
            object = Object(bytes: [byte], line: line)
            depth = 1
        case (.firstElement, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")): state = .end
        case (.afterElement, UInt8(ascii: ",")): state = .nextElement
        default: throw MalformedContent(line: line, reason: expectation)
        }
        return nil
    }

    /// Says that no more bytes will come.
    ///
    /// - Throws: ``MalformedContent`` when the text is not whole.
    func finish() throws(MalformedContent) {
        guard object == nil, state == .end || state == .betweenLines else {
            throw MalformedContent(line: line, reason: "the file ends before it is whole")
        }
    }

    private mutating func takeInside(_ byte: UInt8) throws(MalformedContent) -> Object? {
        object?.bytes.append(byte)
        if isInString {
            isInString = isEscaped || byte != UInt8(ascii: "\"")
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        } else {
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        if let object, object.bytes.count > Self.sizeLimit {
            throw MalformedContent(line: object.line, reason: "an entry is longer than 16 MiB")
        }
        guard depth == 0 else { return nil }
        defer { object = nil }
        state = isArray ? .afterElement : .betweenLines
        return object
    }

    private var expectation: String {
        switch state {
        case .start: "an array or an object is expected"
        case .firstElement, .nextElement, .betweenLines: "an object is expected"
        case .afterElement: "a comma or the end of the array is expected"
        case .end: "nothing is expected after the array"
        }
    }
}
