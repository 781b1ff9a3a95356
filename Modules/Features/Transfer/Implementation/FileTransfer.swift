package import Foundation
package import LibraryInterface
package import TransferInterface

/// Reads and writes files of links, in any format that it is given a type for.
package struct FileTransfer: LinkTransfer {
    let library: any LinkLibrary
    let formats: TransferFormats
    let standardOutput: FileHandle
    private let standardInput: FileHandle

    /// Makes a transfer between that library and files.
    package init(
        library: any LinkLibrary, formats: TransferFormats = TransferFormats(),
        standardInput: FileHandle = .standardInput, standardOutput: FileHandle = .standardOutput
    ) {
        self.library = library
        self.formats = formats
        self.standardInput = standardInput
        self.standardOutput = standardOutput
    }

    package func importLinks(
        from source: TransferSource, options: ImportOptions, progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> MergeReport {
        let cancellation = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await library.merge(isDryRun: options.isDryRun) { merge in
                let file = try SourceFile(opening: source, standardInput: standardInput)
                do {
                    try read(file, options: options, cancellation: cancellation, progress: progress, merge)
                } catch let content as MalformedContent {
                    throw TransferError.malformed(name: file.name, line: content.line, reason: content.reason)
                }
            }
        } onCancel: {
            cancellation.raise()
        }
    }

    /// Reads a file piece by piece; the first piece tells the format when the options do not.
    private func read(
        _ file: SourceFile, options: ImportOptions, cancellation: CancellationFlag,
        progress: (ImportProgress) -> Void, _ merge: (SourcedDraft) throws -> Void
    ) throws {
        var done = ImportProgress(links: 0, bytes: 0, totalBytes: file.size)
        let take = { (draft: SourcedDraft) in
            try merge(draft)
            done.links += 1
        }
        var piece = try file.next() ?? []
        var content = piece.starts(with: [0xEF, 0xBB, 0xBF]) ? piece.dropFirst(3) : piece[...]
        guard let format = options.format.map({ formats[$0] }) ?? formats.format(ofBeginning: content) else {
            throw TransferError.unknownFormat(name: file.name)
        }
        var reader = format.makeReader(foldersAsTags: options.foldersAsTags)
        while !piece.isEmpty {
            try cancellation.check()
            try reader.read(content, take)
            done.bytes += piece.count
            progress(done)
            piece = try file.next() ?? []
            content = piece[...]
        }
        try cancellation.check()
        try reader.finish(take)
        progress(done)
    }
}
