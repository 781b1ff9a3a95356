import LibraryInterface
package import TransferInterface

/// A reader of the links in one file. The input is UTF-8 in pieces of any size.
///
/// The memory use of a reader does not grow with the number of links.
package protocol LinkFileReader {
    /// Reads bytes and returns the links that they complete.
    mutating func read(_ bytes: [UInt8]) throws(BrokenLine) -> [ParsedLink]
    /// Returns the links that the end of the file completes.
    mutating func finish() throws(BrokenLine) -> [ParsedLink]

    /// The folders of the links, if the names or parents of folders can follow the links in the
    /// file, otherwise an empty tree. The tree is complete at the end of the file.
    var folders: FolderTree { get }
    /// The remarks on the file. They are complete at the end of the file.
    var recorder: RemarkRecorder { get }
}

extension LinkFileReader {
    package var folders: FolderTree { FolderTree() }
}

/// Options for a reader.
package struct ReadingOptions: Sendable {
    /// The default maximum size of a title or note, in bytes. It bounds the memory use of an
    /// import, which holds several copies of a title or note at the same time.
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

/// A link in a file.
package struct ParsedLink: Sendable {
    var draft: LinkDraft
    let line: Int
    var check: SourcedCheck?
    /// The folder whose tags must still be added to the link.
    var folder: FolderTree.Index?

    init(_ draft: LinkDraft, line: Int) {
        self.draft = draft
        self.line = line
    }

    /// Creates a link with only a URL. The library reports a link with an empty URL as skipped.
    init(url: String, line: Int) {
        self.init(LinkDraft(url: url), line: line)
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
