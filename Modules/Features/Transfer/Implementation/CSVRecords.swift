import TransferInterface

/// A parser that splits a table (RFC 4180) into records. The input is UTF-8 in pieces of any size.
///
/// The separator is the comma, semicolon or tab, whichever is most frequent in the first line. A
/// first line such as `sep=;`, which some spreadsheets write, specifies the separator instead. A
/// quote within an unquoted field is an ordinary character.
struct CSVRecords {
    struct Record {
        var fields: [String]
        var line: Int
    }

    private enum State { case fieldStart, unquoted, quoted, afterQuote }

    /// The maximum size of a field, in bytes.
    ///
    /// A longer field is truncated to one byte more than this size, so that a caller can recognize
    /// that the field was too long.
    private let textLimit: Int
    /// The maximum size of a record in the file, in bytes: 40 fields of the maximum size.
    ///
    /// A longer record is rejected, because its most likely cause is an unclosed quote.
    private var sizeLimit: Int { 40 * textLimit }

    private var separator: UInt8?
    private var state = State.fieldStart
    private var field: [UInt8] = []
    private var fields: [String] = []
    private var size = 0
    private var line = 1
    private var recordLine = 1
    private var isAfterCarriageReturn = false
    private var records: [Record] = []

    init(textLimit: Int = ReadingOptions.defaultTextLimit) {
        self.textLimit = textLimit
    }

    /// Returns the fields of the first record in a table. The record may be incomplete.
    static func first(of text: ArraySlice<UInt8>) -> [String] {
        var records = CSVRecords()
        if let complete = try? records.read(text).first {
            return complete.fields
        }
        let incomplete = try? records.finish().first
        return incomplete?.fields ?? []
    }

    /// Reads bytes and returns the records that they complete.
    ///
    /// The bytes of the first call must contain the first line.
    mutating func read(_ bytes: ArraySlice<UInt8>) throws(InvalidEntry) -> [Record] {
        records = []
        guard let separator else { return try readFirstPiece(bytes) }
        var rest = bytes
        while !rest.isEmpty {
            if state == .quoted || state == .unquoted {
                // Within a field, the bytes before `ending` or a line break have no special
                // meaning, so they are appended at once.
                let ending = state == .quoted ? UInt8(ascii: "\"") : separator
                let run = rest.prefix { $0 != ending && $0 != 0x0A && $0 != 0x0D }
                if !run.isEmpty {
                    isAfterCarriageReturn = false
                }
                try append(run)
                rest = rest[run.endIndex...]
            }
            if let byte = rest.popFirst() {
                try read(byte, separator)
            }
        }
        return records
    }

    /// Returns the record that the end of the input completes, or an empty array if there is none.
    mutating func finish() throws(InvalidEntry) -> [Record] {
        records = []
        guard state != .quoted else {
            throw InvalidEntry(line: recordLine, reason: "a quote is not closed")
        }
        if !fields.isEmpty || state != .fieldStart {
            endRecord()
        }
        return records
    }

    private mutating func readFirstPiece(
        _ bytes: ArraySlice<UInt8>
    ) throws(InvalidEntry) -> [Record] {
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        if line.count == 5, line.starts(with: "sep=".utf8) {
            separator = line.last
            return try read(bytes[line.endIndex...])
        }
        let counts = ",;\t".utf8.map { separator in (separator, line.count { $0 == separator }) }
        separator = counts.max { $0.1 < $1.1 }?.0
        return try read(bytes)
    }

    private mutating func read(_ byte: UInt8, _ separator: UInt8) throws(InvalidEntry) {
        let isSecondHalf = isAfterCarriageReturn && byte == 0x0A
        isAfterCarriageReturn = byte == 0x0D
        if byte == 0x0A && !isSecondHalf || byte == 0x0D {
            line += 1
        }
        switch (state, Unicode.Scalar(byte)) {
        case (.quoted, "\""):
            state = .afterQuote
        case (.quoted, _):
            try append(CollectionOfOne(byte))
        case (.afterQuote, "\""):
            try append(CollectionOfOne(byte))
            state = .quoted
        case (_, Unicode.Scalar(separator)):
            endField()
        case (_, "\n") where isSecondHalf:
            break
        case (_, "\n"), (_, "\r"):
            endRecord()
        case (.fieldStart, "\""):
            state = .quoted
        default:
            try append(CollectionOfOne(byte))
            state = .unquoted
        }
    }

    private mutating func append(_ bytes: some Collection<UInt8>) throws(InvalidEntry) {
        size += bytes.count
        guard size <= sizeLimit else {
            throw InvalidEntry(
                line: recordLine,
                reason: "a record is too long; a quote may be unclosed"
            )
        }
        field += bytes.prefix(textLimit + 1 - field.count)
    }

    private mutating func endField() {
        fields.append(String(decoding: field, as: UTF8.self))
        field.removeAll(keepingCapacity: true)
        state = .fieldStart
    }

    private mutating func endRecord() {
        endField()
        if fields != [""] {
            records.append(Record(fields: fields, line: recordLine))
        }
        fields = []
        size = 0
        recordLine = line
    }
}
