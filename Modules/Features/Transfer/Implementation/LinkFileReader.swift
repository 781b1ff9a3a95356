package import LibraryInterface
package import TransferInterface

/// A file format that can be read.
package protocol ReadableFormat: Sendable {
    /// Whether a file that begins like this is of the format; the text has no byte order mark.
    ///
    /// It may end in the middle of anything.
    func canBegin(with text: ArraySlice<UInt8>) -> Bool

    /// Makes a reader for one file.
    func makeReader(_ options: ReadingOptions) -> any LinkFileReader
}

/// How a reader reads its file.
package struct ReadingOptions: Sendable {
    /// The usual limit of texts; bytes.
    package static let usualTextLimit = 16 << 20

    /// Whether the folders around a link become tags of it.
    package var foldersAsTags: Bool
    /// The longest text that must be read whole; bytes. A reader gives a longer text with at least one byte more, so that
    /// its receiver notices, and may drop the rest.
    package var textLimit: Int

    /// Creates options.
    package init(foldersAsTags: Bool = false, textLimit: Int = usualTextLimit) {
        self.foldersAsTags = foldersAsTags
        self.textLimit = textLimit
    }
}

/// Receives the links of a file, each with its folder in the reader's ``LinkFileReader/folders`` if it has one there.
package typealias LinkSink = (_ link: SourcedDraft, _ folder: FolderTree.Index?) throws -> Void

/// Reads one file, whose UTF-8 comes in any number of pieces; its memory does not grow with the number of links.
package protocol LinkFileReader {
    /// Takes bytes in, and gives each link that they complete to `take`.
    ///
    /// - Throws: ``MalformedContent``, and what `take` throws.
    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: LinkSink) throws

    /// Gives what is left to `take`, once all bytes are in.
    ///
    /// - Throws: ``MalformedContent``, and what `take` throws.
    mutating func finish(_ take: LinkSink) throws

    /// The folders whose names or places come after their links; whole after the end.
    var folders: FolderTree { get }

    /// What was not understood; whole after the end.
    var remarks: [ImportRemark] { get }

    /// Lines that broke the format, and that alone; whole after the end.
    var brokenLines: [BrokenLine] { get }
}

extension LinkFileReader {
    /// None: the tags of a link are complete when it is read.
    package var folders: FolderTree { FolderTree() }

    /// Nothing.
    package var remarks: [ImportRemark] { [] }

    /// None.
    package var brokenLines: [BrokenLine] { [] }
}

/// Content that breaks its format, so that nothing after it can be trusted.
package struct MalformedContent: Error, Hashable {
    /// The line, counted from 1.
    package var line: Int
    /// What is wrong, in a few words.
    package var reason: String
}
