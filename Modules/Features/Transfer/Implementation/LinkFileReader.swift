package import Core
package import LibraryInterface

/// A file format for links: how to tell, read and write it.
package protocol LinkFormat: Sendable {
    /// Whether a file whose first byte is this one, white space and byte order mark aside, is of the format.
    func canBegin(with byte: UInt8) -> Bool

    /// Makes a reader for one file.
    func makeReader(foldersAsTags: Bool) -> any LinkFileReader

    /// What comes before the first link.
    var header: String { get }
    /// What comes between two links.
    var separator: String { get }
    /// What comes after the last link.
    var footer: String { get }

    /// A link as the format writes it.
    func entry(for link: Link) -> String
}

/// Reads one file, whose bytes come in any number of pieces; its memory does not grow with the file.
package protocol LinkFileReader {
    /// Takes bytes in, and gives each link that they complete to `take`.
    ///
    /// - Throws: ``MalformedContent``, and what `take` throws.
    mutating func read(_ bytes: ArraySlice<UInt8>, _ take: (SourcedDraft) throws -> Void) throws

    /// Gives what is left to `take`, once all bytes are in.
    ///
    /// - Throws: ``MalformedContent``, and what `take` throws.
    mutating func finish(_ take: (SourcedDraft) throws -> Void) throws
}

/// Content that breaks its format, so that nothing after it can be trusted.
package struct MalformedContent: Error, Hashable {
    /// The line, counted from 1.
    package var line: Int
    /// What is wrong, in a few words.
    package var reason: String
}
