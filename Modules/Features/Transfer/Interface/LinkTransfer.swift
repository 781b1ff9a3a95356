public import Injection

public protocol LinkTransfer: Sendable {
    /// Merges the links of a file into the library as one change: all of them, or none if it fails. The library is not locked while the file is read.
    ///
    /// It calls `progress` periodically, and never concurrently.
    /// - Throws: ``TransferError``, and the errors of the library.
    func importLinks(
        from source: TransferSource, options: ImportOptions, progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport

    /// Writes every link of the library in a format, oldest first.
    ///
    /// The closure `write` receives the file piece by piece, in order. An error that it throws ends the export.
    /// - Returns: The number of links.
    /// - Throws: The errors of the library and of `write`.
    func exportLinks(as format: ExportFormat, _ write: @Sendable (String) throws -> Void) async throws -> Int
}

public protocol TransferProviding: SharedContainer { var linkTransfer: Factory<any LinkTransfer> { get } }

public enum TransferSource: Sendable, Hashable {
    case file(path: String)
    /// The standard input of the process.
    case standardInput
    /// The bookmarks of a browser of the account with that home folder. `profile` is the name of its folder; nil for the profile that changed last.
    case browser(Browser, profile: String?, home: String)
}

/// A browser whose own files can be imported, even while it runs.
public enum Browser: String, Sendable, Hashable, CaseIterable { case firefox, chrome, chromium, brave, edge }

public enum ImportFormat: String, Sendable, Hashable, CaseIterable {
    /// The bookmark file that every browser and bookmark service exports.
    case netscape
    /// The XML Bookmark Exchange Language of floccus, buku and Konqueror.
    case xbel
    /// The output of `shelf list --json`, the files of Chrome and Firefox, and the exports of services.
    case json
    /// A table with a header, as exported by Pocket, Raindrop, Instapaper and spreadsheets.
    case csv
    /// One URL per line.
    case urls
}

public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// The bookmark file that every browser imports.
    case netscape
    /// The output of `shelf list --json`.
    case json
    /// A table with a header (RFC 4180).
    case csv
    /// A list for readers, grouped by month.
    case markdown
}

public struct ImportOptions: Sendable, Hashable {
    /// The format, or nil to detect it.
    public var format: ImportFormat?
    /// Whether the folders around a link become tags.
    public var foldersAsTags: Bool
    public var isDryRun: Bool

    public init(format: ImportFormat? = nil, foldersAsTags: Bool = false, isDryRun: Bool = false) {
        (self.format, self.foldersAsTags, self.isDryRun) = (format, foldersAsTags, isDryRun)
    }
}

/// The progress of an import, which reads the whole file before it merges the first link.
public enum ImportProgress: Sendable, Hashable {
    /// The number of bytes read so far, and the total number, which is nil if unknown.
    case reading(bytes: Int, of: Int?)
    /// The number of links merged so far, and in all.
    case merging(links: Int, of: Int)
}

public enum TransferError: Error, Hashable {
    /// The source cannot be read, for a reason that the system gives.
    case unreadable(name: String, reason: String)
    /// The content is in none of the formats.
    case unknownFormat(name: String)
    /// The content is in a well-known format that cannot be imported.
    case unsupportedFormat(name: String, UnsupportedFormat)
    /// The content is either a table of links without a header or a list of URLs that contain commas.
    case tableWithoutHeader(name: String)
    /// The content violates its format in that line, counted from 1.
    case malformed(name: String, line: Int, reason: String)
    /// A temporary file cannot be written, for a reason that the system gives.
    case unwritable(name: String, reason: String)
    /// None of the folders contains a profile with bookmarks.
    case noBrowserProfile(Browser, folders: [String])
    case noSuchProfile(String, Browser, known: [String])
    /// A file or folder of the browser cannot be read, or is damaged.
    case unreadableBookmarks(Browser, path: String, reason: String)
}

/// A format that holds links and is recognized, but cannot be imported.
public enum UnsupportedFormat: Sendable, Hashable, CaseIterable {
    /// RSS or Atom.
    case feed
    /// OPML, the subscription list of a feed reader.
    case opml
    /// The binary or XML property list in which Safari stores its bookmarks.
    case propertyList
    /// The XML of the Delicious API, which Pinboard also has.
    case deliciousXML
    /// The compressed backup of Firefox.
    case firefoxBackup
    /// An SQLite database, such as `places.sqlite` of Firefox.
    case database
    /// A ZIP or gzip archive.
    case archive
}
