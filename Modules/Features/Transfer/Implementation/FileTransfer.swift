package import CheckingInterface
import Core
package import Foundation
package import LibraryInterface
import Synchronization
import TextEncodings
package import TransferInterface

/// A link transfer that reads files and browser databases.
package struct FileTransfer: LinkTransfer {
    private let library: any LinkLibrary
    private let history: any CheckHistoryStore
    private let databases: any DatabaseReader
    private let textLimit: Int
    private let standardInput: FileHandle

    /// Creates a link transfer.
    ///
    /// - Parameter textLimit: The maximum size of a title or note in an import, in bytes.
    package init(
        library: any LinkLibrary,
        history: any CheckHistoryStore,
        databases: any DatabaseReader,
        textLimit: Int = ReadingOptions.defaultTextLimit,
        standardInput: FileHandle = .standardInput
    ) {
        self.library = library
        self.history = history
        self.databases = databases
        self.textLimit = textLimit
        self.standardInput = standardInput
    }

    package func exportLinks(
        as format: ExportFormat,
        keepsFormulas: Bool,
        _ write: @Sendable (String) throws -> Void
    ) async throws -> Int {
        var writer = format.makeWriter(keepsFormulas: keepsFormulas)
        var count = 0
        try write(writer.header)
        try await library.forEachBatch(matching: LinkQuery(order: .oldest)) { [history] links in
            let checks = format.holdsChecks ? try await history.latest(of: links.map(\.id)) : [:]
            return (links, checks)
        } deliver: { links, checks in
            var text: [UInt8] = []
            for link in links {
                writer.append(link, check: checks[link.id], to: &text)
            }
            try write(String(decoding: text, as: UTF8.self))
            count += links.count
        }
        try write(writer.footer)
        return count
    }

    package func importLinks(
        from source: TransferSource,
        options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        let cancellation = CancellationFlag()
        return try await withTaskCancellationHandler {
            let file = try await runOnThread { try read(source, options, cancellation, progress) }
            // The library is locked during the merge, so all slow work is done beforehand.
            let report = try await library.merge(isDryRun: options.isDryRun) { merge in
                try file.forEachLink { link, count in
                    try cancellation.check()
                    try merge(link)
                    if count.isMultiple(of: 1_000) {
                        progress(.merging(links: count, of: file.links.count))
                    }
                }
                try cancellation.check()
                progress(.merging(links: file.links.count, of: file.links.count))
            }
            return ImportReport(report, remarks: file.remarks, brokenLines: file.brokenLines)
        } onCancel: {
            cancellation.set()
        }
    }

    /// Returns the links in a source. An error in a browser's own file, which the user cannot
    /// correct, becomes ``TransferError/unreadableBookmarks(_:path:reason:)``.
    private func read(
        _ source: TransferSource,
        _ options: ImportOptions,
        _ cancellation: CancellationFlag,
        _ progress: (ImportProgress) -> Void
    ) throws -> FileContent {
        do {
            return try readContent(source, options, cancellation, progress)
        } catch let error as TransferError {
            if case .browser(let browser, _, _) = source {
                throw error.inBookmarks(of: browser)
            }
            throw error
        }
    }

    private func readContent(
        _ source: TransferSource,
        _ options: ImportOptions,
        _ cancellation: CancellationFlag,
        _ progress: (ImportProgress) -> Void
    ) throws -> FileContent {
        var (file, remark) = try open(source, options)
        var piece = try file.next()
        if piece.starts(with: FirefoxBackup.signature) {
            file = try decompressed(file, beginning: piece)
            piece = try file.next()
        }
        let format = if case .browser = source { ImportFormat.json } else { options.format }
        var text = try ImportText(beginning: piece, name: file.name, format: format)
        let readingOptions = ReadingOptions(
            foldersAsTags: options.foldersAsTags,
            textLimit: textLimit
        )
        var reader = text.format.makeReader(readingOptions)
        var content = FileContent()
        var bytes = 0
        do {
            while !piece.isEmpty {
                try cancellation.check()
                try content.append(reader.read(text.decoder.decode(piece)), textLimit: textLimit)
                bytes += piece.count
                progress(.reading(bytes: bytes, of: file.size))
                piece = try file.next()
            }
            try content.append(reader.read(text.decoder.finish()), textLimit: textLimit)
            try content.append(reader.finish(), textLimit: textLimit)
        } catch let error as BrokenLine {
            throw TransferError.malformed(name: file.name, line: error.line, reason: error.reason)
        }
        content.folders = reader.folders
        if let remark {
            content.remarks.append(remark)
        }
        content.remarks += reader.recorder.remarks
        content.brokenLines = reader.recorder.brokenLines
        return content
    }

    private func open(
        _ source: TransferSource,
        _ options: ImportOptions
    ) throws(TransferError) -> (ImportSource, ImportRemark?) {
        switch source {
        case .standardInput:
            return (try ImportSource(opening: nil, standardInput: standardInput), nil)
        case .file(let path):
            if let file = bookmarks(inDatabase: path, options) {
                return (file, nil)
            }
            return (try ImportSource(opening: path, standardInput: standardInput), nil)
        case .browser(let browser, let name, let home):
            let (profile, remark) = try profile(named: name, of: browser, home: home)
            guard browser.isFirefox else {
                return (
                    try ImportSource(opening: profile.path, standardInput: standardInput), remark
                )
            }
            do throws(DatabaseError) {
                return (try firefoxBookmarks(in: profile.path, options), remark)
            } catch {
                throw .unreadable(name: profile.path, reason: error.reason)
            }
        }
    }

    private func profile(
        named name: String?,
        of browser: Browser,
        home: String
    ) throws(TransferError) -> (profile: BrowserProfiles.Profile, remark: ImportRemark?) {
        if let name, name.contains("/") {
            return (try BrowserProfiles.profile(at: name, of: browser), nil)
        }
        return try BrowserProfiles(of: browser, home: home).profile(named: name)
    }

    private func firefoxBookmarks(
        in path: String,
        _ options: ImportOptions
    ) throws(DatabaseError) -> ImportSource {
        let query = FirefoxBookmarks.query(foldersAsTags: options.foldersAsTags)
        let objects = try databases.texts(query, from: path)
        let text = Array("[\n\(objects.joined(separator: ",\n"))\n]".utf8)
        return ImportSource(named: path, text: text)
    }

    /// Returns the bookmarks in a database of Firefox, or `nil` for other files.
    private func bookmarks(inDatabase path: String, _ options: ImportOptions) -> ImportSource? {
        let type =
            try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        // Reading a pipe or a device would consume its contents.
        guard type == .typeRegular, let file = FileHandle(forReadingAtPath: path),
            let beginning = try? file.read(upToCount: 16),
            beginning.elementsEqual("SQLite format 3\0".utf8)
        else {
            return nil
        }
        return try? firefoxBookmarks(in: path, options)
    }

    /// Returns the contents of a compressed backup of Firefox.
    private func decompressed(
        _ file: ImportSource,
        beginning: [UInt8]
    ) throws(TransferError) -> ImportSource {
        var file = file
        var backup = beginning
        while true {
            let piece = try file.next()
            guard !piece.isEmpty else { break }
            backup += piece
            guard backup.count <= FirefoxBackup.sizeLimit else { break }
        }
        guard let text = FirefoxBackup.json(in: backup) else {
            throw .unreadable(name: file.name, reason: "the Firefox backup is damaged or too large")
        }
        return ImportSource(named: file.name, text: text)
    }
}

extension TransferError {
    /// Returns the corresponding error for a browser's own file, which the user cannot correct.
    fileprivate func inBookmarks(of browser: Browser) -> TransferError {
        switch self {
        case .unreadable(let path, let reason), .malformed(let path, _, let reason):
            .unreadableBookmarks(browser, path: path, reason: reason)
        default:
            self
        }
    }
}

/// The links in a file, and the remarks on the file.
private struct FileContent: Sendable {
    /// The URL that Vivaldi gives to separators between bookmarks.
    private static let separator = "http://bookmark.placeholder.url/"

    private(set) var links = LinkSpool()
    var folders = FolderTree()
    var remarks: [ImportRemark] = []
    var brokenLines: [BrokenLine] = []

    mutating func append(_ links: [ParsedLink], textLimit: Int) throws(TransferError) {
        for var parsed in links where parsed.link.draft.url != Self.separator {
            shorten(&parsed.link.draft.title, .title, line: parsed.link.line, to: textLimit)
            shorten(&parsed.link.draft.note, .note, line: parsed.link.line, to: textLimit)
            try self.links.append(parsed)
        }
    }

    /// Calls a closure with each link, including the tags for its folders, and with the number of
    /// links so far.
    func forEachLink(_ body: (_ link: SourcedDraft, _ count: Int) throws -> Void) throws {
        var count = 0
        try links.forEach { parsed in
            var link = parsed.link
            if let folder = parsed.folder {
                link.draft.tags.formUnion(folders.tags(of: folder))
            }
            count += 1
            try body(link, count)
        }
    }

    /// Truncates a title or note that exceeds the limit, and adds a remark on the first truncated
    /// title and on the first truncated note.
    private mutating func shorten(
        _ text: inout String?,
        _ part: ImportRemark.Text,
        line: Int,
        to limit: Int
    ) {
        guard let whole = text, whole.utf8.count > limit else {
            return
        }
        // The view of Unicode scalars rounds the index down to the start of a scalar, so no scalar
        // is cut in half.
        let end = whole.utf8.index(whole.startIndex, offsetBy: limit)
        text = String(whole.unicodeScalars[..<end])
        let isReported = remarks.contains {
            if case .shortened(part, _) = $0 {
                true
            } else {
                false
            }
        }
        if !isReported {
            remarks.append(.shortened(part, line: line))
        }
    }
}

/// Runs blocking work on a new thread, and returns the result.
///
/// Cancellation ends only the wait for the result. The work continues until it checks for
/// cancellation or the process exits.
private func runOnThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    let (results, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
    Thread.detachNewThread {
        do {
            continuation.yield(try work())
            continuation.finish()
        } catch {
            continuation.finish(throwing: error)
        }
    }
    for try await result in results {
        return result
    }
    throw CancellationError()
}

/// A flag that indicates whether a task was canceled, for code that runs outside of the task.
private final class CancellationFlag: Sendable {
    private let isSet = Atomic(false)

    func set() {
        isSet.store(true, ordering: .relaxed)
    }

    func check() throws(CancellationError) {
        if isSet.load(ordering: .relaxed) {
            throw CancellationError()
        }
    }
}
