import Core
import Foundation
import LibraryInterface

/// Reads links from JSON, one object at a time.
struct JSONReader: LinkFileReader {
    /// The keys that are read.
    private struct Entry: Decodable {
        let url: String?
        let title: String?
        let note: String?
        let tags: [String]?
        let added: String?
        let updated: String?
    }

    private var splitter = JSONObjectSplitter()
    private let decoder = JSONDecoder()

    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: (SourcedDraft) throws -> Void) throws {
        for byte in bytes {
            if let object = try splitter.take(byte) { try take(draft(object)) }
        }
    }

    mutating func finish(_ take: (SourcedDraft) throws -> Void) throws {
        try splitter.finish()
    }

    private func draft(_ object: JSONObjectSplitter.Object) throws -> SourcedDraft {
        let text = Data(String(decoding: object.bytes, as: UTF8.self).utf8)
        let entry: Entry
        do {
            entry = try decoder.decode(Entry.self, from: text)
        } catch let error as DecodingError {
            throw MalformedContent(line: object.line, reason: reason(error))
        }
        let draft = LinkDraft(
            url: entry.url ?? "", title: entry.title, note: entry.note,
            tags: Set((entry.tags ?? []).compactMap { LinkTag($0) }), added: entry.added.flatMap(date),
            updated: entry.updated.flatMap(date))
        return SourcedDraft(draft, line: object.line)
    }

    /// A time in ISO 8601 as whole seconds; nil for anything else.
    private func date(_ text: String) -> Date? {
        let date =
            (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        return date?.wholeSeconds
    }

    private func reason(_ error: DecodingError) -> String {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(context.codingPath.first?.stringValue ?? "an entry") has a value of the wrong type"
        default: "an entry is not valid JSON"
        }
    }
}
