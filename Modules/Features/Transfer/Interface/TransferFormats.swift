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
    /// backups, and the exports of bookmark services.
    case json
    /// A table with a header, as exported by Pocket, Raindrop, Instapaper and spreadsheets.
    case csv
    /// A list of URLs, one per line.
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
