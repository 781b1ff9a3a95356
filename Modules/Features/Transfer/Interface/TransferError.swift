/// An error of an import.
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
}

/// A format that holds links and is recognized, but cannot be imported.
public enum UnsupportedFormat: Sendable, Hashable, CaseIterable {
    /// RSS or Atom.
    case feed
    /// OPML, the subscription list of a feed reader.
    case opml
    /// The binary or XML property list in which Safari stores its bookmarks.
    case propertyList
    /// The XML of the Delicious API, which Pinboard has too.
    case deliciousXML
    /// The compressed backup of Firefox.
    case firefoxBackup
    /// An SQLite database, such as `places.sqlite` of Firefox.
    case database
    /// A ZIP or gzip archive.
    case archive
}
