package import Core
package import Foundation
package import LibraryInterface
package import TransferInterface

/// Reads and writes files of links, in any format that it is given a type for.
package struct FileTransfer: LinkTransfer {
    let library: any LinkLibrary
    let history: any CheckHistoryStore
    let formats: FormatList
    private let textLimit: Int
    private let standardInput: FileHandle

    /// Makes a transfer between that library, whose checks are in that history, and files.
    ///
    /// - Parameter textLimit: The longest title or note that an import keeps whole; bytes.
    package init(
        library: any LinkLibrary, history: any CheckHistoryStore, formats: FormatList = FormatList(),
        textLimit: Int = ReadingOptions.usualTextLimit, standardInput: FileHandle = .standardInput
    ) {
        self.library = library
        self.history = history
        self.formats = formats
        self.textLimit = textLimit
        self.standardInput = standardInput
    }

    package func importLinks(
        from source: TransferSource, options: ImportOptions, progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        let cancellation = CancellationFlag()
        return try await withTaskCancellationHandler {
            let file = try await BlockingWork.run { try read(source, options, cancellation, progress) }
            // The library is locked from here on, and nothing is left to wait for or to take apart.
            let report = try await library.merge(isDryRun: options.isDryRun) { merge in
                var done = 0
                try file.links.forEach { link, folder in
                    try cancellation.check()
                    var link = link
                    if let folder { link.draft.tags.formUnion(file.folders.tags(of: folder)) }
                    try merge(link)
                    done += 1
                    if done.isMultiple(of: Self.progressStep) {
                        progress(.merging(links: done, of: file.links.count))
                    }
                }
                try cancellation.check()
                progress(.merging(links: done, of: file.links.count))
            }
            return ImportReport(report, remarks: file.remarks, brokenLines: file.brokenLines)
        } onCancel: {
            cancellation.raise()
        }
    }

    /// Reads a whole file, piece by piece, without the library.
    private func read(
        _ source: TransferSource, _ options: ImportOptions, _ cancellation: CancellationFlag,
        _ progress: (ImportProgress) -> Void
    ) throws -> FileContent {
        var file = try SourceFile(opening: source, standardInput: standardInput)
        var piece = try file.next()
        var text = try SourceText(beginning: piece, name: file.name, format: options.format, formats: formats)
        var reader = formats[text.format].makeReader(
            ReadingOptions(foldersAsTags: options.foldersAsTags, textLimit: textLimit))
        var content = FileContent()
        let take = { try content.append($0, in: $1, textLimit: textLimit) }
        var bytes = 0
        do {
            while !piece.isEmpty {
                try cancellation.check()
                try reader.read(text.decode(piece)[...], take)
                bytes += piece.count
                progress(.reading(bytes: bytes, of: file.size))
                piece = try file.next()
            }
            try reader.read(text.finish()[...], take)
            try reader.finish(take)
        } catch let malformed as MalformedContent {
            throw TransferError.malformed(name: file.name, line: malformed.line, reason: malformed.reason)
        }
        content.folders = reader.folders
        content.remarks += reader.remarks
        content.brokenLines = reader.brokenLines
        return content
    }

    /// How many links are merged between two reports of progress.
    private static let progressStep = 1_000
}

/// What a file holds.
private struct FileContent: Sendable {
    private(set) var links = LinkSpool()
    var folders = FolderTree()
    var remarks: [ImportRemark] = []
    var brokenLines: [BrokenLine] = []

    /// Adds a link, its texts cut to the limit.
    mutating func append(_ link: SourcedDraft, in folder: FolderTree.Index?, textLimit: Int) throws {
        var link = link
        shorten(&link.draft.title, .title, line: link.line, to: textLimit)
        shorten(&link.draft.note, .note, line: link.line, to: textLimit)
        try links.append(link, in: folder)
    }

    private mutating func shorten(_ text: inout String?, _ part: ImportRemark.Text, line: Int, to limit: Int) {
        guard let whole = text?.utf8, whole.count > limit else { return }
        var end = whole.index(whole.startIndex, offsetBy: limit)
        while whole[end] & 0xC0 == 0x80 { end = whole.index(before: end) }
        text = String(whole[..<end])
        let isKnown = remarks.contains { if case .shortened(part, _) = $0 { true } else { false } }
        if !isKnown { remarks.append(.shortened(part, line: line)) }
    }
}
