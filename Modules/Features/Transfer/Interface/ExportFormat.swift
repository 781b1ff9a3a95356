/// A file format that links are written in.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// The bookmark file that every browser reads.
    case netscape
    /// The JSON that `shelf list --json` prints.
    case json
    /// A table with a header (RFC 4180).
    case csv
    /// A list to read, by month.
    case markdown
}
