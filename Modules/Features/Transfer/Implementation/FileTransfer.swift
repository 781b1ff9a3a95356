package import CheckingInterface
import Core
package import Foundation
package import LibraryInterface
import TextEncodings
package import TransferInterface
import WebURLs

/// A link transfer that reads files and browser databases.
package struct FileTransfer: LinkTransfer {
    private let library: any LinkLibrary
    private let history: any CheckHistory
    private let databases: any DatabaseReader
    private let textLimit: Int
    private let standardInput: FileHandle

    /// Creates a link transfer.
    ///
    /// - Parameter textLimit: The maximum size of a title or note in an import, in bytes.
    package init(
        library: any LinkLibrary,
        history: any CheckHistory,
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
        let file = try await read(source, options, progress)
        // The library is locked during the merge, so all slow work is done beforehand.
        let report = try await library.merge(isDryRun: options.isDryRun) { merge in
            for (count, link) in zip(1..., file.links) {
                try Task.checkCancellation()
                try merge(link)
                if count.isMultiple(of: 1_000) {
                    progress(.merging(links: count, of: file.links.count))
                }
            }
            try Task.checkCancellation()
            progress(.merging(links: file.links.count, of: file.links.count))
        }
        let rejected = report.skipped.map { link in
            InvalidEntry(line: link.line, url: link.url, reason: link.problem.explanation)
        }
        return ImportReport(
            added: report.added,
            merged: report.merged,
            unchanged: report.unchanged,
            skipped: file.malformed + rejected,
            remarks: file.remarks
        )
    }

    /// Returns the links in a source, which is read on a new thread, because reading blocks.
    ///
    /// Cancellation ends the wait for the links. The thread continues until it has read the next
    /// piece or the process exits.
    private func read(
        _ source: TransferSource,
        _ options: ImportOptions,
        _ progress: (ImportProgress) -> Void
    ) async throws -> FileContent {
        let (events, sender) = AsyncThrowingStream<ReadingEvent, any Error>.makeStream()
        Thread.detachNewThread {
            do {
                let content = try readContent(source, options) { progress in
                    // After a cancellation, the stream accepts no more events.
                    if case .terminated = sender.yield(.progress(progress)) {
                        throw CancellationError()
                    }
                }
                sender.yield(.end(content))
                sender.finish()
            } catch {
                sender.finish(throwing: error)
            }
        }
        do {
            for try await event in events {
                // After a cancellation, the stream still delivers earlier events.
                try Task.checkCancellation()
                switch event {
                case .progress(let value): progress(value)
                case .end(let content): return content
                }
            }
        } catch let error as TransferError {
            guard case .browser(let browser, _, _) = source else { throw error }
            throw error.inBookmarks(of: browser)
        }
        throw CancellationError()
    }

    private func readContent(
        _ source: TransferSource,
        _ options: ImportOptions,
        _ report: (ImportProgress) throws -> Void
    ) throws -> FileContent {
        switch source {
        case .standardInput:
            let file = ImportSource(named: "standard input", handle: standardInput)
            return try readText(of: file, options, report)
        case .file(let path):
            if isDatabase(path), let content = try? readDatabase(path, options) {
                return content
            }
            return try readText(of: ImportSource(opening: path), options, report)
        case .browser(let browser, let name, let home):
            let (profile, remark) = try profile(named: name, of: browser, home: home)
            var content: FileContent
            if browser.isFirefox {
                content = try readDatabase(profile.path, options)
            } else {
                var options = options
                options.format = .json
                content = try readText(of: ImportSource(opening: profile.path), options, report)
            }
            if let remark {
                content.remarks.insert(remark, at: 0)
            }
            return content
        }
    }

    private func readText(
        of source: ImportSource,
        _ options: ImportOptions,
        _ report: (ImportProgress) throws -> Void
    ) throws -> FileContent {
        var file = source
        var piece = try file.next()
        if piece.starts(with: FirefoxBackup.signature) {
            file = try decompressed(file, beginning: piece)
            piece = try file.next()
        }
        var text = try ImportText(beginning: piece, name: file.name, format: options.format)
        let readingOptions = ReadingOptions(
            foldersAsTags: options.foldersAsTags,
            textLimit: textLimit
        )
        var reader = text.format.makeReader(readingOptions)
        var content = FileContent()
        var bytes = 0
        do {
            while !piece.isEmpty {
                try content.append(reader.read(text.decoder.decode(piece)), textLimit: textLimit)
                bytes += piece.count
                try report(.reading(bytes: bytes, of: file.size))
                piece = try file.next()
            }
            try content.append(reader.read(text.decoder.finish()), textLimit: textLimit)
            try content.append(reader.finish(), textLimit: textLimit)
        } catch let error as InvalidEntry {
            throw TransferError.malformed(name: file.name, line: error.line, reason: error.reason)
        }
        content.finish(reader.recorder)
        return content
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

    /// Returns the bookmarks in a database of Firefox.
    private func readDatabase(
        _ path: String,
        _ options: ImportOptions
    ) throws(TransferError) -> FileContent {
        let rows = try databases.rows(FirefoxBookmarks.query, from: path)
        var recorder = RemarkRecorder(.column)
        let links = FirefoxBookmarks.links(
            in: rows,
            foldersAsTags: options.foldersAsTags,
            &recorder
        )
        var content = FileContent()
        content.append(links, textLimit: textLimit)
        content.finish(recorder)
        return content
    }

    private func isDatabase(_ path: String) -> Bool {
        let type =
            try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        // Reading a pipe or a device would consume its contents.
        guard type == .typeRegular, let file = FileHandle(forReadingAtPath: path),
            let beginning = try? file.read(upToCount: 16)
        else {
            return false
        }
        return beginning.elementsEqual("SQLite format 3\0".utf8)
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

/// An event on the thread that reads a source.
private enum ReadingEvent: Sendable {
    case progress(ImportProgress)
    case end(FileContent)
}

/// The links in a file, and the remarks on the file.
private struct FileContent: Sendable {
    /// The URL that Vivaldi gives to separators between bookmarks.
    private static let separator = "http://bookmark.placeholder.url/"

    private(set) var links: [SourcedDraft] = []
    private(set) var malformed: [InvalidEntry] = []
    var remarks: [ImportRemark] = []
    private var shortened: Set<ImportRemark.Text> = []

    mutating func append(_ links: [SourcedDraft], textLimit: Int) {
        for var link in links where link.draft.url != Self.separator {
            shorten(&link.draft.title, .title, line: link.line, to: textLimit)
            shorten(&link.draft.note, .note, line: link.line, to: textLimit)
            self.links.append(link)
        }
    }

    /// Adds the remarks and the malformed entries at the end of the file.
    mutating func finish(_ recorder: RemarkRecorder) {
        remarks += recorder.remarks
        malformed = recorder.skipped
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
        if shortened.insert(part).inserted {
            remarks.append(.shortened(part, line: line))
        }
    }
}
