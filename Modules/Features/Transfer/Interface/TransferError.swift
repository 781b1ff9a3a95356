/// Why a file of links could not be read or written.
public enum TransferError: Error, Hashable {
    /// The source cannot be read; the reason is the system's.
    case unreadable(name: String, reason: String)
    /// The content is of none of the formats.
    case unknownFormat(name: String)
    /// The content breaks its format at that line, counted from 1.
    case malformed(name: String, line: Int, reason: String)
    /// The destination cannot be written; the reason is the system's.
    case unwritable(name: String, reason: String)
}
