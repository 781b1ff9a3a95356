import Core
import CoreTesting
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import Synchronization
import Transfer
import TransferInterface

/// The result of an import into an empty library.
struct Imported {
    let report: MergeReport
    let remarks: [ImportRemark]
    let brokenLines: [BrokenLine]
    let links: [Link]

    init(
        _ bytes: some Sequence<UInt8>, named name: String = "links", format: ImportFormat? = nil,
        foldersAsTags: Bool = false, textLimit: Int = ReadingOptions.defaultTextLimit
    ) async throws {
        let folder = try TemporaryFolder()
        let library = InMemoryLinkLibrary()
        let transfer = FileTransfer(
            library: library, history: library, databases: ScriptedDatabaseReader(), textLimit: textLimit)
        let options = ImportOptions(format: format, foldersAsTags: foldersAsTags)
        let whole = try await transfer.importFile(folder.write(bytes, to: name), options: options)
        report = whole.merge
        remarks = whole.remarks
        brokenLines = whole.brokenLines
        links = await library.links(matching: LinkQuery()).sorted { $0.id < $1.id }
    }

    init(_ text: String, format: ImportFormat? = nil, foldersAsTags: Bool = false) async throws {
        try await self.init(text.utf8, format: format, foldersAsTags: foldersAsTags)
    }

    /// The tags of all links, by URL.
    var tags: [String: [String]] {
        Dictionary(uniqueKeysWithValues: links.map { ($0.url, $0.tags.sorted().map(\.name)) })
    }

    /// The links as text, each as its URL, title, tags, date of addition, date of change and note.
    var lines: [String] {
        links.map { link in
            let dates = [link.added, link.updated].map { String(Int($0.timeIntervalSince1970)) }
            let tags = link.tags.sorted().map(\.name).joined(separator: ", ")
            let parts = [link.url, link.title ?? "", tags] + dates + [link.note].compactMap(\.self)
            return parts.joined(separator: " | ")
        }
    }
}

/// Returns the error of an import, or nil if it succeeds.
func importError(
    of bytes: some Sequence<UInt8>, named name: String = "links", format: ImportFormat? = nil
) async throws -> TransferError? {
    do {
        _ = try await Imported(bytes, named: name, format: format)
        return nil
    } catch let error as TransferError {
        return error
    }
}

/// Returns the line and the reason of a file's error, or nil if the import succeeds.
func malformedLine(of text: String, format: ImportFormat? = nil) async throws -> BrokenLine? {
    guard case .malformed(_, let line, let reason)? = try await importError(of: text.utf8, format: format) else {
        return nil
    }
    return BrokenLine(line: line, reason: reason)
}

func fixture(_ name: String) throws -> String {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: tests.appending(path: "Fixtures/Bookmarks/\(name)"), encoding: .utf8)
}

func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

func utf16(_ text: String, isBigEndian: Bool = false) -> [UInt8] {
    text.utf16.flatMap { unit in
        let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return isBigEndian ? bytes : bytes.reversed()
    }
}

extension FileTransfer {
    /// Creates a transfer for a library that stores its checks itself.
    init(
        library: InMemoryLinkLibrary, databases: any DatabaseReader = ScriptedDatabaseReader(),
        standardInput: FileHandle = .standardInput
    ) {
        self.init(library: library, history: library, databases: databases, standardInput: standardInput)
    }

    func importFile(_ path: String, options: ImportOptions = ImportOptions()) async throws -> ImportReport {
        try await importLinks(from: .file(path: path), options: options) { _ in }
    }

    func exported(as format: ExportFormat) async throws -> String {
        let text = Mutex("")
        _ = try await exportLinks(as: format) { piece in text.withLock { $0 += piece } }
        return text.withLock { $0 }
    }
}

extension TemporaryFolder {
    func write(_ bytes: some Sequence<UInt8>, to name: String = "links") throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        return path(name)
    }
}
