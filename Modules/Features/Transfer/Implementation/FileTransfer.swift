package import Core
package import Foundation
package import LibraryInterface
import Synchronization
package import TransferInterface

/// Reads and writes files of links, in any format that it is given a type for.
package struct FileTransfer: LinkTransfer {
    let library: any LinkLibrary
    let history: any CheckHistoryStore
    let formats: FormatList
    private let standardInput: FileHandle

    /// Makes a transfer between that library, whose checks are in that history, and files.
    package init(
        library: any LinkLibrary, history: any CheckHistoryStore, formats: FormatList = FormatList(),
        standardInput: FileHandle = .standardInput
    ) {
        self.library = library
        self.history = history
        self.formats = formats
        self.standardInput = standardInput
    }

    package func importLinks(
        from source: TransferSource, options: ImportOptions, progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        let cancellation = CancellationFlag()
        let findings = Mutex<(remarks: [ImportRemark], brokenLines: [BrokenLine])>(([], []))
        return try await withTaskCancellationHandler {
            let file = try await open(source, options, cancellation, progress)
            let beginning = try file.next()
            let text = try text(beginning: beginning, of: source, options)
            // The library is locked from here on, and everything that it waits for is at hand.
            let report = try await library.merge(isDryRun: options.isDryRun) { merge in
                var reader = formats[text.format].makeReader(foldersAsTags: options.foldersAsTags)
                do {
                    try read(file, beginning, text, &reader, cancellation, progress, merge)
                } catch let content as MalformedContent {
                    throw TransferError.malformed(name: file.name, line: content.line, reason: content.reason)
                }
                findings.withLock { $0 = (reader.remarks, reader.brokenLines) }
            }
            let (remarks, brokenLines) = findings.withLock(\.self)
            return ImportReport(report, remarks: remarks, brokenLines: brokenLines)
        } onCancel: {
            cancellation.raise()
        }
    }

    /// Opens a file; what comes in slowly is waited for, unless its beginning is of no format.
    private func open(
        _ source: TransferSource, _ options: ImportOptions, _ cancellation: CancellationFlag,
        _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> SourceFile {
        try await BlockingWork.run {
            try SourceFile(opening: source, standardInput: standardInput) { piece, size in
                try cancellation.check()
                if size == piece.count { _ = try text(beginning: piece, of: source, options) }
                progress(ImportProgress(links: 0, bytes: size, totalBytes: nil))
            }
        }
    }

    private func text(
        beginning: [UInt8], of source: TransferSource, _ options: ImportOptions
    ) throws(TransferError) -> SourceText {
        try SourceText(beginning: beginning, name: source.name, format: options.format, formats: formats)
    }

    /// Reads a file piece by piece.
    private func read(
        _ file: SourceFile, _ beginning: [UInt8], _ text: SourceText, _ reader: inout any LinkFileReader,
        _ cancellation: CancellationFlag, _ progress: (ImportProgress) -> Void,
        _ merge: (SourcedDraft) throws -> Void
    ) throws {
        var text = text
        var done = ImportProgress(links: 0, bytes: 0, totalBytes: file.size)
        let take = { (draft: SourcedDraft) in
            try merge(draft)
            done.links += 1
        }
        var piece = beginning
        while !piece.isEmpty {
            try cancellation.check()
            try reader.read(text.decode(piece)[...], take)
            done.bytes += piece.count
            progress(done)
            piece = try file.next()
        }
        try cancellation.check()
        try reader.read(text.finish()[...], take)
        try reader.finish(take)
        progress(done)
    }
}
