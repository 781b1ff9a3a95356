/// A file format that links are read from.
public enum ImportFormat: String, Sendable, Hashable, CaseIterable {
    /// The bookmark file that every browser and bookmark service writes.
    case netscape
    /// The XML Bookmark Exchange Language, as floccus, buku and Konqueror write it.
    case xbel
    /// What `shelf list --json` prints, Chrome's and Firefox's own files, and Pinboard's export.
    case json
    /// A table with a header, as Pocket, Raindrop, Instapaper and spreadsheets write it.
    case csv
    /// Addresses, one a line.
    case urls
}
