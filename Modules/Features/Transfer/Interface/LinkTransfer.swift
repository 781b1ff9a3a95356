public import Core
import Foundation
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
    ///   - keepsFormulas: Whether a CSV file contains cells that spreadsheets compute. Otherwise,
    ///     an apostrophe precedes cells that begin like formulas. An import removes it.
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

extension LinkTransfer {
    public func exportLinks(
        as format: ExportFormat,
        _ write: @Sendable (String) throws -> Void
    ) async throws -> Int {
        try await exportLinks(as: format, keepsFormulas: false, write)
    }
}

/// A container that provides a link transfer.
public protocol TransferProviding: SharedContainer {
    var linkTransfer: Factory<any LinkTransfer> { get }
}

/// The source of an import.
public enum TransferSource: Sendable, Hashable {
    case file(path: String)
    /// The standard input of the process.
    case standardInput
    /// The bookmarks of a browser. `profile` is the folder name of a profile, the path of its
    /// folder, or nil for the most recently changed profile. `home` is the user's home folder.
    case browser(Browser, profile: String?, home: String)
}

/// A browser whose bookmarks can be imported from its own files, even while it is running.
public enum Browser: String, Sendable, Hashable, CaseIterable {
    case firefox, librewolf, chrome, chromium, brave, edge, vivaldi, opera
}

/// The format of a file to import.
public enum ImportFormat: String, Sendable, Hashable, CaseIterable {
    /// The bookmark file that every browser and bookmark service exports.
    case netscape
    /// The XML Bookmark Exchange Language, as used by floccus, buku and Konqueror.
    case xbel
    /// The XML of the Delicious API, which Pinboard also uses.
    case delicious
    /// The outlines of feed readers and outliners.
    case opml
    /// The output of `shelf list --json`, the files of Chrome and Firefox, including compressed
    /// backups and databases, and the exports of services.
    case json
    /// A table with a header, as exported by Pocket, Raindrop, Instapaper and spreadsheets.
    case csv
    /// One URL per line.
    case urls
    /// Markdown text with links.
    case markdown
}

/// The format of an exported file.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// The bookmark file that every browser imports.
    case netscape
    /// The output of `shelf list --json`.
    case json
    /// A table with a header (RFC 4180).
    case csv
    /// A Markdown list for people to read, grouped by month.
    case markdown
    /// The XML Bookmark Exchange Language.
    case xbel
}

/// Options for an import.
public struct ImportOptions: Sendable, Hashable {
    /// The format, or nil to detect it.
    public var format: ImportFormat?
    /// Whether the folders that contain a link become tags.
    public var foldersAsTags: Bool
    public var isDryRun: Bool

    public init(format: ImportFormat? = nil, foldersAsTags: Bool = false, isDryRun: Bool = false) {
        self.format = format
        self.foldersAsTags = foldersAsTags
        self.isDryRun = isDryRun
    }
}

/// The progress of an import. An import reads the whole file before it merges the first link.
public enum ImportProgress: Sendable, Hashable {
    /// The number of bytes read so far, and the total number, which is nil if unknown.
    case reading(bytes: Int, of: Int?)
    /// The number of links merged so far, and the total number.
    case merging(links: Int, of: Int)
}

/// An error in an import or export.
public enum TransferError: ExplainedError, Hashable {
    /// The source cannot be read. The reason is the system's explanation.
    case unreadable(name: String, reason: String)
    /// The format of the content is unknown.
    case unknownFormat(name: String)
    /// The content is in a well-known format that cannot be imported.
    case unsupportedFormat(name: String, UnsupportedFormat)
    /// The content is either a table of links without a header or a list of URLs that contain
    /// separators such as commas.
    case tableWithoutHeader(name: String)
    /// The content violates its format on the given line, counted from 1.
    case malformed(name: String, line: Int, reason: String)
    /// A temporary file cannot be written. The reason is the system's explanation.
    case unwritable(name: String, reason: String)
    /// None of the folders contains a profile with bookmarks.
    case noBrowserProfile(Browser, folders: [String])
    case noSuchProfile(String, Browser, known: [String])
    /// A file or folder of the browser cannot be read, or is damaged.
    case unreadableBookmarks(Browser, path: String, reason: String)

    public var explanation: String {
        switch self {
        case .unreadable(let name, let reason):
            "cannot read '\(name)': \(reason); specify a readable file"
        case .unknownFormat(let name):
            "'\(name)' is not a bookmark file, JSON, CSV, Markdown or a list of URLs; "
                + "to import it anyway, specify its format"
        case .unsupportedFormat(let name, let format):
            "cannot import '\(name)': it is \(format.description)"
        case .tableWithoutHeader(let name):
            "'\(name)' looks like a table without a header; "
                + "add a first line such as 'url,title', or import it as a list of URLs"
        case .malformed(let name, let line, let reason):
            "cannot import '\(name)': error in line \(line): \(reason); "
                + "correct the line, or export the file again"
        case .unwritable(let name, let reason):
            "cannot write '\(name)': \(reason); free space, or set TMPDIR to another folder"
        case .noBrowserProfile(let browser, let folders):
            "no \(browser.name) bookmarks found in \(folders.joined(separator: ", ")); "
                + "export the bookmarks from the browser, and import the exported file"
        case .noSuchProfile(let name, let browser, let known):
            "\(browser.name) has no profile '\(name)'; its profiles are "
                + known.map { "'\($0)'" }.joined(separator: ", ")
        case .unreadableBookmarks(let browser, let path, let reason):
            "cannot read the bookmarks of \(browser.name) in '\(path)': \(reason); "
                + "check the permissions of the file, or export the bookmarks from the browser, "
                + "and import the exported file"
        }
    }
}

extension Browser {
    fileprivate var name: String {
        self == .librewolf ? "LibreWolf" : rawValue.capitalized
    }
}

/// A format that can contain links and is recognized but cannot be imported.
public enum UnsupportedFormat: Sendable, Hashable, CaseIterable {
    /// RSS or Atom.
    case feed
    /// The binary or XML property list in which Safari stores its bookmarks.
    case propertyList
    /// An SQLite database other than Firefox's `places.sqlite`.
    case database
    /// A file compressed with gzip.
    case gzip
    /// A ZIP archive.
    case archive

    fileprivate var description: String {
        switch self {
        case .feed: "a feed (RSS or Atom); export the bookmarks as HTML"
        case .propertyList:
            "a property list, such as Safari's Bookmarks.plist; "
                + "export the bookmarks from Safari's File menu"
        case .database:
            "an SQLite database; export the bookmarks from its program, or open it as a library"
        case .gzip: "compressed with gzip; decompress it first"
        case .archive: "an archive; unpack it and import the file in it"
        }
    }
}
