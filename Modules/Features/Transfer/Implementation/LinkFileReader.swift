package import LibraryInterface
package import TransferInterface

/// A reader of the links in one file. The input is UTF-8 in pieces of any size.
package protocol LinkFileReader {
    /// Reads bytes and returns the links that they complete.
    mutating func read(_ bytes: [UInt8]) throws(InvalidEntry) -> [SourcedDraft]
    /// Returns the links that the end of the file completes.
    mutating func finish() throws(InvalidEntry) -> [SourcedDraft]

    /// The remarks on the file. They are complete at the end of the file.
    var recorder: RemarkRecorder { get }
}

/// Options for a reader.
package struct ReadingOptions: Sendable {
    /// The default maximum size of a title or note, in bytes. It bounds the memory that a malformed
    /// entry can use, such as one with an unclosed quote.
    package static let defaultTextLimit = 2 << 20

    package var foldersAsTags: Bool
    /// The maximum size of a title or note, in bytes.
    ///
    /// A reader keeps at least one more byte, so that a caller can recognize a title or note that
    /// is too long.
    package var textLimit: Int

    package init(foldersAsTags: Bool = false, textLimit: Int = defaultTextLimit) {
        self.foldersAsTags = foldersAsTags
        self.textLimit = textLimit
    }
}

extension ImportFormat {
    /// Returns a reader for a file in the format.
    package func makeReader(_ options: ReadingOptions) -> any LinkFileReader {
        switch self {
        case .netscape: NetscapeReader(options)
        case .xbel: XBELReader(options)
        case .delicious: PostsReader(options)
        case .opml: OPMLReader(options)
        case .markdown: MarkdownReader(options)
        case .json: JSONReader(options)
        case .csv: CSVReader(options)
        case .urls: URLListReader()
        }
    }
}
