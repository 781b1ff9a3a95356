public import Injection

/// Brings links in from files, and out in the formats of files.
public protocol LinkTransfer: Sendable {
    /// Takes the links of a file into the library, as one change; nothing is kept when it fails.
    ///
    /// The library is not locked while the file is read.
    ///
    /// - Parameters:
    ///   - source: What to read.
    ///   - options: How to read it.
    ///   - progress: Called now and then while it reads, never at the same time twice.
    /// - Throws: ``TransferError``, and what the library throws.
    func importLinks(
        from source: TransferSource, options: ImportOptions, progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport

    /// Writes every link of the library in a format, oldest first.
    ///
    /// - Parameter write: Takes the file piece by piece, in order; an error that it throws ends the writing.
    /// - Returns: How many links were written.
    /// - Throws: What the library throws, and what `write` throws.
    func exportLinks(as format: ExportFormat, _ write: @Sendable (String) throws -> Void) async throws -> Int
}

/// A container that provides the transfer of links.
public protocol TransferProviding: SharedContainer {
    /// The transfer of links.
    var linkTransfer: Factory<any LinkTransfer> { get }
}
