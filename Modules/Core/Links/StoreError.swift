/// Why a store could not do what was asked.
public enum StoreError: Error, Hashable {
    /// Nothing can be opened or made at `path`.
    case cannotOpen(path: String, reason: String)
    /// The server at the address `path` cannot be reached, or does not let us in, or the connection to it broke.
    case unreachable(path: String, reason: String)
    /// The file at `path` holds something else.
    case notALibrary(path: String)
    /// A newer version of the program has written it.
    case newerSchema(path: String, found: Int, supported: Int)
    /// Another process kept it locked for as long as we were ready to wait.
    case locked(path: String)
    /// It may be read and not written.
    case readOnly(path: String)
    /// The disk is full.
    case diskFull(path: String)
    /// The file is damaged.
    case corrupted(path: String, reason: String)
    /// Anything else, in the words of the database.
    case failed(path: String, reason: String)
}
