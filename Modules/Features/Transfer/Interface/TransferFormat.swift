/// A file format for links.
public enum TransferFormat: String, Sendable, Hashable, CaseIterable {
    /// The bookmark file that every browser reads and writes.
    case netscape
    /// The JSON that `shelf list --json` prints.
    case json
}
