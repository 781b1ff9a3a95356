/// Why a file of links could not be read or written.
public enum TransferError: Error, Hashable {
    /// The source cannot be read; the reason is the system's.
    case unreadable(name: String, reason: String)
    /// The content is of none of the formats.
    case unknownFormat(name: String)
    /// The content is of a well-known format that cannot be read.
    case unsupportedFormat(name: String, UnsupportedFormat)
    /// The content is either a table of links without a header or a list of URLs that contain commas.
    case tableWithoutHeader(name: String)
    /// The content breaks its format at that line, counted from 1.
    case malformed(name: String, line: Int, reason: String)
    /// The destination cannot be written; the reason is the system's.
    case unwritable(name: String, reason: String)
}

/// A format that holds links, is recognized, and cannot be read.
public enum UnsupportedFormat: Sendable, Hashable, CaseIterable {
    /// RSS or Atom.
    case feed
    /// OPML, the list of subscriptions of a feed reader.
    case opml
    /// The binary or XML property list in which Safari keeps its bookmarks.
    case propertyList
    /// The XML of the API of Delicious, which Pinboard writes too.
    case deliciousXML
    /// The compressed backup of Firefox.
    case firefoxBackup
    /// An SQLite database, such as `places.sqlite` of Firefox.
    case database
    /// A ZIP or gzip archive.
    case archive
}
