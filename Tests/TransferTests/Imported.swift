import CheckingTesting
import Core
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import Synchronization
import Testing
import Transfer
import TransferInterface
import TransferTesting
import WebURLs

/// The result of an import into an empty library.
struct Imported {
    let report: ImportReport
    let links: [Link]
    /// The sorted tags that the file has for each URL.
    let tags: [String: [String]]

    init(
        _ bytes: some Sequence<UInt8>,
        named name: String = "links",
        in folder: TemporaryFolder? = nil,
        format: ImportFormat? = nil,
        foldersAsTags: Bool = false,
        textLimit: Int = ReadingOptions.defaultTextLimit
    ) async throws {
        let folder = try folder ?? TemporaryFolder()
        let accepted = Mutex<[String: Set<LinkTag>]>([:])
        let library = InMemoryLinkLibrary { draft in
            let problem = urlProblem(draft)
            if problem == nil {
                accepted.withLock { $0[draft.url, default: []].formUnion(draft.tags) }
            }
            return problem
        }
        let transfer = FileTransfer(
            library: library,
            history: InMemoryCheckHistoryStore(),
            databases: ScriptedDatabaseReader(),
            textLimit: textLimit
        )
        let options = ImportOptions(format: format, foldersAsTags: foldersAsTags)
        report = try await transfer.importFile(folder.write(bytes, to: name), options: options)
        links = await library.links(matching: LinkQuery()).sorted { $0.id < $1.id }
        tags = accepted.withLock { $0.mapValues { $0.sorted().map(\.name) } }
    }

    init(_ text: String, format: ImportFormat? = nil, foldersAsTags: Bool = false) async throws {
        try await self.init(text.utf8, format: format, foldersAsTags: foldersAsTags)
    }

    var remarks: [ImportRemark] { report.remarks }

    /// The URL, title, tags and note of each link as a line. The symbol ⏎ stands for a line break.
    var summaries: [String] {
        links.map { link in
            let tags = link.tags.sorted().map(\.name).joined(separator: ", ")
            var parts = [link.url, link.title ?? "", tags, link.note ?? ""]
            while parts.last == "" {
                parts.removeLast()
            }
            return parts.joined(separator: " | ").replacing("\n", with: "⏎")
        }
    }

    /// The links, the skipped entries and the remarks, each as a line.
    var summary: String {
        let skipped = report.skipped.map { entry in
            entry.url.isEmpty
                ? "skipped on line \(entry.line)"
                : "skipped on line \(entry.line): \(entry.url)"
        }
        let lines = summaries + skipped + remarks.map { "remark: \(name(of: $0))" }
        return lines.joined(separator: "\n")
    }

    func name(of remark: ImportRemark) -> String {
        "\(remark)".replacing(/TransferInterface\.ImportRemark\.\w+\./, with: "")
    }

    /// The URLs in the file in alphabetical order, each with the tags that the file has for it.
    var tagLines: [String] {
        tags.sorted { $0.key < $1.key }.map { "\($0): \($1.joined(separator: ", "))" }
    }

    /// The URL, title, tags, date of addition, date of change and note of each link as a line.
    var lines: [String] {
        links.map { link in
            var parts = [link.url, link.title ?? ""]
            parts.append(link.tags.sorted().map(\.name).joined(separator: ", "))
            for date in [link.added, link.updated] {
                parts.append(String(Int(date.timeIntervalSince1970)))
            }
            if let note = link.note {
                parts.append(note)
            }
            return parts.joined(separator: " | ")
        }
    }
}

/// A file, and the result of its import with folders as tags.
struct FileSample: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let format: ImportFormat?
    /// The links, the skipped entries and the remarks, as in ``Imported/summary``.
    let result: String

    init(_ rule: String, _ text: String, format: ImportFormat? = nil, _ result: String) {
        testDescription = rule
        self.text = text
        self.format = format
        self.result = result
    }

    func check(at location: SourceLocation = #_sourceLocation) async throws {
        let imported = try await Imported(text, format: format, foldersAsTags: true)
        #expect(imported.summary == result, sourceLocation: location)
    }
}

/// Returns the reason why a draft has no `http` or `https` URL, or `nil` if it has one.
@Sendable func urlProblem(_ draft: LinkDraft) -> WebURLError? {
    do {
        _ = try WebURL(normalizing: draft.url, schemes: ["http", "https"])
        return nil
    } catch {
        return error
    }
}

/// Expects that importing a file throws the error that `error` returns for the path of the file.
func expect(
    _ error: (_ path: String) -> TransferError,
    importing bytes: some Sequence<UInt8>,
    named name: String = "links",
    format: ImportFormat? = nil,
    at location: SourceLocation = #_sourceLocation
) async throws {
    let folder = try TemporaryFolder()
    await #expect(throws: error(folder.path(name)), sourceLocation: location) {
        try await Imported(bytes, named: name, in: folder, format: format)
    }
}

/// Expects that importing `text` throws a `malformed` error.
func expectMalformed(
    line: Int,
    _ reason: String,
    in text: String,
    named name: String = "links",
    format: ImportFormat? = nil,
    at location: SourceLocation = #_sourceLocation
) async throws {
    try await expect(
        { .malformed(name: $0, line: line, reason: reason) },
        importing: text.utf8,
        named: name,
        format: format,
        at: location
    )
}

func fixture(_ name: String) throws -> String {
    let target = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let bookmarks = target.deletingLastPathComponent().appending(path: "Fixtures/Bookmarks")
    return try String(contentsOf: bookmarks.appending(path: name), encoding: .utf8)
}

func date(_ seconds: Int) -> Date {
    Date(timeIntervalSince1970: Double(seconds))
}

func utf16(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBigEndian ? bytes : bytes.reversed()
    }
}

extension FileTransfer {
    /// Creates a transfer for a library that stores its checks itself.
    init(
        library: InMemoryLinkLibrary,
        databases: any DatabaseReader = ScriptedDatabaseReader(),
        standardInput: FileHandle = .standardInput
    ) {
        self.init(
            library: library,
            history: library.store,
            databases: databases,
            standardInput: standardInput
        )
    }

    func importFile(
        _ path: String,
        options: ImportOptions = ImportOptions()
    ) async throws -> ImportReport {
        try await importLinks(from: .file(path: path), options: options) { _ in }
    }

    func exported(as format: ExportFormat, keepsFormulas: Bool = false) async throws -> String {
        let text = Mutex("")
        _ = try await exportLinks(as: format, keepsFormulas: keepsFormulas) { piece in
            text.withLock { $0 += piece }
        }
        return text.withLock { $0 }
    }
}

extension TemporaryFolder {
    func write(_ bytes: some Sequence<UInt8>, to name: String = "links") throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }
}
