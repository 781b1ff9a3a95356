package import LibraryInterface
package import TransferInterface

/// A file format that can be read.
package protocol ReadableFormat: Sendable {
    /// Whether a file that begins like this is of the format; the text has no byte order mark.
    ///
    /// It may end in the middle of anything.
    func canBegin(with text: ArraySlice<UInt8>) -> Bool

    /// Makes a reader for one file.
    func makeReader(foldersAsTags: Bool) -> any LinkFileReader
}

/// Reads one file, whose UTF-8 comes in any number of pieces; its memory does not grow with the file.
package protocol LinkFileReader {
    /// Takes bytes in, and gives each link that they complete to `take`.
    ///
    /// - Throws: ``MalformedContent``, and what `take` throws.
    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: (SourcedDraft) throws -> Void) throws

    /// Gives what is left to `take`, once all bytes are in.
    ///
    /// - Throws: ``MalformedContent``, and what `take` throws.
    mutating func finish(_ take: (SourcedDraft) throws -> Void) throws

    /// What was not understood; whole after the end.
    var remarks: [ImportRemark] { get }

    /// Lines that broke the format, and that alone; whole after the end.
    var brokenLines: [BrokenLine] { get }
}

extension LinkFileReader {
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
