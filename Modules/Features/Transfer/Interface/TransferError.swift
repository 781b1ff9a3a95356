public import Core
import Foundation

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
            "cannot import '\(name)': error on line \(line): \(reason); "
                + "correct the line, or export the file again"
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
    /// A feed in the format RSS or Atom.
    case feed
    /// The binary or XML property list in which Safari stores its bookmarks.
    case propertyList
    /// A shortcut of Windows (`.url`) or a Linux desktop (`.desktop`).
    case shortcut
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
            "a property list, such as Safari's Bookmarks.plist or a .webloc file; "
                + "export the bookmarks from Safari's File menu, or add the URL in the file"
        case .shortcut: "a shortcut (.url or .desktop); add the URL in the file"
        case .database:
            "an SQLite database; export the bookmarks from its program, or open it as a library"
        case .gzip: "compressed with gzip; decompress it first"
        case .archive: "an archive; unpack it and import the file in it"
        }
    }
}
