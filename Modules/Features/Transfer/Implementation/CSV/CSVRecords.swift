/// Takes a table apart into records (RFC 4180), from bytes of UTF-8 that come in any number of pieces.
///
/// Fields are separated by the comma, semicolon or tab that the first line has most of, or by what a line `sep=;` says,
/// as spreadsheets write it. A quote inside of a field that does not begin with one is a character like any other.
struct CSVRecords {
    /// The longest field that is kept whole; bytes. Of a longer one, a byte more is kept.
    private let textLimit: Int
    /// The longest record: it has room for a title, a note, tags and a URL of that size; bytes.
    private var sizeLimit: Int { 5 * textLimit }

    private enum State {
        case fieldStart, unquoted, quoted, afterQuote
    }

    private var separator: UInt8?
    /// The bytes of the first line, until the separator is known.
    private var firstLine: [UInt8] = []
    private var state = State.fieldStart
    private var field: [UInt8] = []
    private var record: [String] = []
    private var size = 0
    private var line = 1
    private var recordLine = 1
    private var isAfterCarriageReturn = false

    init(textLimit: Int = ReadingOptions.usualTextLimit) {
        self.textLimit = textLimit
    }

    /// Takes bytes in, and gives each record that they complete, and the line on which it begins, to `take`.
    ///
    /// - Throws: ``MalformedContent``, and what `take` throws.
    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: ([String], Int) throws -> Void) throws {
        guard let separator else {
            firstLine.append(contentsOf: bytes)
            guard firstLine.contains(where: { $0 == 0x0A || $0 == 0x0D }) || firstLine.count > 1 << 16 else { return }
            return try readFirstLine(take)
        }
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let run = plainRun(bytes[position...], separator)
            try append(run)
            position = run.endIndex
            guard position < bytes.endIndex else { return }
            try step(bytes[position], separator, take)
            position += 1
        }
    }

    /// The bytes at the beginning that belong to the field, whatever they are.
    private mutating func plainRun(_ bytes: ArraySlice<UInt8>, _ separator: UInt8) -> ArraySlice<UInt8> {
        guard state == .quoted || state == .unquoted else { return bytes.prefix(0) }
        let ending = state == .quoted ? UInt8(ascii: "\"") : separator
        var end = bytes.startIndex
        while end < bytes.endIndex, bytes[end] != ending, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        if end > bytes.startIndex { isAfterCarriageReturn = false }
        return bytes[..<end]
    }

    /// Gives what is left to `take`, once all bytes are in.
    ///
    /// - Throws: ``MalformedContent``, and what `take` throws.
    mutating func finish(_ take: ([String], Int) throws -> Void) throws {
        if separator == nil { try readFirstLine(take) }
        guard state != .quoted else {
            throw MalformedContent(line: recordLine, reason: "a quote is opened and never closed")
        }
        if !record.isEmpty || state != .fieldStart { try endRecord(take) }
    }

    private mutating func readFirstLine(_ take: ([String], Int) throws -> Void) throws {
        let line = firstLine.prefix { $0 != 0x0A && $0 != 0x0D }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        let counts = candidates.map { candidate in line.count { $0 == candidate } }
        var separator = zip(candidates, counts).max { $0.1 < $1.1 }?.0 ?? candidates[0]
        var rest = firstLine[...]
        if line.count == 5, line.starts(with: "sep=".utf8) {
            separator = line[4]
            rest = rest.dropFirst(5)
        }
        self.separator = separator
        firstLine = []
        try read(rest, take)
    }

    private mutating func step(_ byte: UInt8, _ separator: UInt8, _ take: ([String], Int) throws -> Void) throws {
        let isSecondHalf = isAfterCarriageReturn && byte == 0x0A
        isAfterCarriageReturn = byte == 0x0D
        if byte == 0x0A && !isSecondHalf || byte == 0x0D { line += 1 }
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .afterQuote
        case (.afterQuote, UInt8(ascii: "\"")):
            try append(CollectionOfOne(byte))
            state = .quoted
        case (.quoted, _): try append(CollectionOfOne(byte))
        case (_, separator): endField()
        case (_, 0x0A) where isSecondHalf: recordLine = line
        case (_, 0x0A), (_, 0x0D): try endRecord(take)
        case (.fieldStart, UInt8(ascii: "\"")): state = .quoted
        default:
            state = .unquoted
            try append(CollectionOfOne(byte))
        }
    }

    private mutating func append(_ bytes: some Collection<UInt8>) throws {
        size += bytes.count
        guard size <= sizeLimit else {
            throw MalformedContent(
                line: recordLine, reason: "a record is longer than \(sizeLimit >> 20) MiB; is a quote not closed?")
        }
        field.append(contentsOf: bytes.prefix(textLimit + 1 - field.count))
    }

    private mutating func endField() {
        record.append(String(decoding: field, as: UTF8.self))
        field.removeAll(keepingCapacity: true)
        state = .fieldStart
    }

    private mutating func endRecord(_ take: ([String], Int) throws -> Void) throws {
        endField()
        defer {
            record.removeAll(keepingCapacity: true)
            size = 0
            recordLine = line
        }
        if record != [""] { try take(record, recordLine) }
    }
}
