import LibraryInterface

/// Reads links from a table.
struct CSVReader: LinkFileReader {
    private let foldersAsTags: Bool
    private var records = CSVRecords()
    private var columns: CSVColumns?

    init(foldersAsTags: Bool) {
        self.foldersAsTags = foldersAsTags
    }

    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: (SourcedDraft) throws -> Void) throws {
        try records.read(bytes) { try Self.add($0, line: $1, foldersAsTags, &columns, take) }
    }

    mutating func finish(_ take: (SourcedDraft) throws -> Void) throws {
        try records.finish { try Self.add($0, line: $1, foldersAsTags, &columns, take) }
    }

    /// Takes a record: the first is the header.
    private static func add(
        _ record: [String], line: Int, _ foldersAsTags: Bool, _ columns: inout CSVColumns?,
        _ take: (SourcedDraft) throws -> Void
    ) throws {
        if let columns {
            return try take(SourcedDraft(columns.draft(record, foldersAsTags: foldersAsTags), line: line))
        }
        let header = CSVColumns(record)
        guard header.hasAddress else {
            throw MalformedContent(line: line, reason: "no column of the header is called url")
        }
        columns = header
    }
}
