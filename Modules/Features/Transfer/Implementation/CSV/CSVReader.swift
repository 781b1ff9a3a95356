import LibraryInterface
import TransferInterface

/// Reads links from a table.
struct CSVReader: LinkFileReader {
    private var records: CSVRecords
    private var rows: CSVRows

    init(_ options: ReadingOptions) {
        records = CSVRecords(textLimit: options.textLimit)
        rows = CSVRows(options)
    }

    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: LinkSink) throws {
        try records.read(bytes) { try rows.add($0, line: $1, take) }
    }

    mutating func finish(_ take: LinkSink) throws {
        try records.finish { try rows.addLast($0, line: $1, take) }
    }

    var remarks: [ImportRemark] { rows.remarks }
}

/// The rows of a table so far.
private struct CSVRows {
    private let options: ReadingOptions
    private var columns: CSVColumns?
    private var leftovers = Leftovers(.column)
    /// The line of a last record that no line end follows, and that lacks columns.
    var cutOffLine: Int?

    init(_ options: ReadingOptions) {
        self.options = options
    }

    /// Takes a record: the first is the header.
    mutating func add(_ record: [String], line: Int, _ take: LinkSink) throws {
        if let columns {
            let draft = columns.draft(record, line: line, options, &leftovers)
            return try take(SourcedDraft(draft, line: line), nil)
        }
        let header = CSVColumns(record)
        guard header.hasAddress else {
            throw MalformedContent(line: line, reason: "the first line is not a header: no column is called url")
        }
        columns = header
    }

    /// Takes what the file ends with, without a line end.
    mutating func addLast(_ record: [String], line: Int, _ take: LinkSink) throws {
        if let columns, record.count < columns.count { cutOffLine = line }
        try add(record, line: line, take)
    }

    var remarks: [ImportRemark] { [cutOffLine.map { .cutOff(line: $0) }].compactMap(\.self) + leftovers.remarks }
}
