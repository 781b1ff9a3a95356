import Core
import Foundation
import JSONText
import LibraryInterface
import TextEncodings
import TransferInterface

/// A writer that formats links as a table (RFC 4180). Tags are separated by commas. Times are in
/// ISO 8601 format, in UTC.
///
/// Titles come from web pages, and spreadsheets evaluate a cell that begins like a formula. A
/// formula can send the contents of other cells to a server. An apostrophe at the beginning of the
/// cell prevents the evaluation (<https://owasp.org/www-community/attacks/CSV_Injection>).
struct CSVWriter: LinkFileWriter {
    let header = "url,title,note,tags,added,updated\r\n"
    /// Whether cells that begin like formulas are written without an apostrophe.
    let keepsFormulas: Bool

    func append(_ link: Link, check: CheckRecord?, to text: inout [UInt8]) {
        append(link.url, to: &text)
        let fields = [
            link.title ?? "",
            link.note ?? "",
            link.tags.sorted().map(\.name).joined(separator: ","),
            JSONValue.timestamp(link.added),
            JSONValue.timestamp(link.updated),
        ]
        for field in fields {
            text += ","
            append(escaped(field), to: &text)
        }
        text += "\r\n"
    }

    /// Returns a field that spreadsheets do not evaluate. A formula that already follows an
    /// apostrophe gets another apostrophe, because the reader removes one.
    private func escaped(_ field: String) -> String {
        let hasApostrophe = field.utf8.first == CSVFormula.apostrophe
        let isEscaped = CSVFormula.isFormula(field) && (hasApostrophe || !keepsFormulas)
        return isEscaped ? "'\(field)" : field
    }

    private func append(_ field: String, to text: inout [UInt8]) {
        let isQuoted = field.utf8.contains {
            $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D
        }
        let quote = isQuoted ? "\"" : ""
        text += quote
        text.append(field) { $0 == UInt8(ascii: "\"") ? "\"\"" : nil }
        text += quote
    }
}

/// The rules for cells that spreadsheets interpret as formulas.
private enum CSVFormula {
    static let apostrophe = UInt8(ascii: "'")
    private static let starts = Set("=+-@\t\r".utf8)

    /// Returns whether a field begins like a formula, possibly after apostrophes.
    static func isFormula(_ field: String) -> Bool {
        let first = field.utf8.first { $0 != apostrophe }
        return first.map(starts.contains) ?? false
    }

    /// Returns a field without the apostrophe that prevents the evaluation of a formula.
    static func restored(_ field: String) -> String {
        let isEscaped = field.utf8.first == apostrophe && isFormula(field)
        return isEscaped ? String(field.dropFirst()) : field
    }
}

/// A reader of a table of links. The header names the columns, which can be in any order.
struct CSVReader: LinkFileReader {
    private let options: ReadingOptions
    private var records: CSVRecords
    private var columns: CSVColumns?
    private(set) var recorder = RemarkRecorder(.column)

    init(_ options: ReadingOptions) {
        self.options = options
        records = CSVRecords(textLimit: options.textLimit)
    }

    mutating func read(_ bytes: [UInt8]) throws(InvalidEntry) -> [SourcedDraft] {
        try links(of: records.read(bytes[...]))
    }

    mutating func finish() throws(InvalidEntry) -> [SourcedDraft] {
        let rest = try records.finish()
        if let columns, let last = rest.last, last.fields.count < columns.count {
            recorder.cutOffLine = last.line
        }
        return try links(of: rest)
    }

    private mutating func links(
        of records: [CSVRecords.Record]
    ) throws(InvalidEntry) -> [SourcedDraft] {
        var links: [SourcedDraft] = []
        for record in records {
            if let columns {
                links.append(columns.link(of: record, options, &recorder))
            } else {
                columns = try header(record)
            }
        }
        return links
    }

    private func header(_ record: CSVRecords.Record) throws(InvalidEntry) -> CSVColumns {
        let columns = CSVColumns(record.fields)
        guard columns.hasURL else {
            throw InvalidEntry(
                line: record.line,
                reason: "expected a header with a column named url"
            )
        }
        return columns
    }
}

/// The columns of a table of links, and their meanings.
struct CSVColumns {
    private let names: [String]
    private let meanings: [FieldMeaning?]
    /// The separator between tags: a bar in tables from Pocket, a space in tables from Diigo,
    /// otherwise a comma.
    private let tagSeparator: Character
    /// Whether tags are in quotes and brackets, as in tables from Instapaper and Readwise.
    private let hasQuotedTags: Bool
    /// Whether the table is from Instapaper, where unread links are in a folder named Unread.
    private let isFromInstapaper: Bool

    init(_ header: [String]) {
        names = header
        let names = header.map(FieldMeaning.normalized)
        meanings = names.map { FieldMeaning.columns[$0] }
        isFromInstapaper = names.contains("selection") && names.contains("folder")
        hasQuotedTags = names.contains("selection") || names.contains("documenttags")
        if names.contains("timeadded") {
            tagSeparator = "|"
        } else if names.contains("annotations") {
            tagSeparator = " "
        } else {
            tagSeparator = ","
        }
    }

    var hasURL: Bool { meanings.contains(.url) }
    var count: Int { names.count }

    /// Returns the link in a record. The last columns of the record can be missing.
    func link(
        of record: CSVRecords.Record,
        _ options: ReadingOptions,
        _ recorder: inout RemarkRecorder
    ) -> SourcedDraft {
        var fields = LinkFields()
        for (index, field) in record.fields.enumerated() where !field.isEmpty {
            let text = CSVFormula.restored(field)
            switch index < meanings.count ? meanings[index] : nil {
            case .note:
                fields.notes.append(text)
            case .tags where text.utf8.count > options.textLimit:
                recorder.addTooLong(name(ofColumn: index), line: record.line)
            case .tags:
                fields.tags.formUnion(tags(text))
            case .folder where isFromInstapaper && text == "Unread":
                fields.values[.status] = text
            case .folder:
                fields.addFolder(text, options, &recorder)
            case let meaning?:
                fields.values[meaning] = fields.values[meaning] ?? text
            case nil:
                recorder.addIgnored(name(ofColumn: index), value: text)
            }
        }
        return SourcedDraft(fields.draft(line: record.line, &recorder), line: record.line)
    }

    private func name(ofColumn index: Int) -> String {
        let name = index < names.count ? names[index].asciiTrimmedOrNil : nil
        return name ?? "\(index + 1) (without a name)"
    }

    private func tags(_ text: String) -> [LinkTag] {
        let text = hasQuotedTags ? text.filter { !"[]\"'".contains($0) } : text
        return text.split(separator: tagSeparator).flatMap { LinkTag.list($0) }
    }
}
