public import Injection

/// A type that imports links from files and browsers, and exports links.
public protocol LinkTransfer: Sendable {
    /// Merges the links in a file into the library as one change.
    ///
    /// If the import fails, the library is unchanged. The library is not locked while the file is
    /// read.
    ///
    /// - Parameters:
    ///   - source: The file, the standard input, or the bookmarks of a browser.
    ///   - options: The format of the file, and what to do with its links.
    ///   - progress: A closure that is called periodically, and never concurrently.
    /// - Throws: ``TransferError``, or an error from the library.
    func importLinks(
        from source: TransferSource,
        options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport

    /// Writes every link in the library in the given format, oldest first.
    ///
    /// - Parameters:
    ///   - format: The format of the file to write.
    ///   - keepsFormulas: Whether a CSV file may contain cells that spreadsheets evaluate as
    ///     formulas. Otherwise, an apostrophe precedes each cell that begins like a formula. An
    ///     import removes the apostrophe.
    ///   - write: A closure that receives the file piece by piece, in order. If it throws an error,
    ///     the export ends.
    /// - Returns: The number of links.
    /// - Throws: Errors from the library and from `write`.
    func exportLinks(
        as format: ExportFormat,
        keepsFormulas: Bool,
        _ write: @Sendable (String) throws -> Void
    ) async throws -> Int
}

/// A container that provides a link transfer.
public protocol TransferProviding: SharedContainer {
    var linkTransfer: Factory<any LinkTransfer> { get }
}

/// The progress of an import. An import reads the whole file before it merges the first link.
public enum ImportProgress: Sendable, Hashable {
    /// The number of bytes read so far, and the total number, which is `nil` if unknown.
    case reading(bytes: Int, of: Int?)
    /// The number of links merged so far, and the total number.
    case merging(links: Int, of: Int)
}
