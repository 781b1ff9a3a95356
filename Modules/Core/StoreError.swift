/// An error that a store throws.
public enum StoreError: Error, Hashable {
    /// The library at `path` cannot be opened or created.
    case cannotOpen(path: String, reason: String)
    /// The server at `path` could not be reached, rejected the login, or closed the connection.
    case unreachable(path: String, reason: String)
    /// The file at `path` is not a library.
    case notALibrary(path: String)
    /// The library was written by a newer version of the program.
    case newerSchema(path: String, found: Int, supported: Int)
    /// Another process held a lock for longer than the timeout allows.
    case locked(path: String)
    case readOnly(path: String)
    case diskFull(path: String)
    case corrupted(path: String, reason: String)
    /// Any other error, with the message from the database.
    case failed(path: String, reason: String)
}
