/// An error that a store throws.
public enum StoreError: ExplainedError, Hashable {
    /// The library at `path` cannot be opened or created.
    case cannotOpen(path: String, reason: String)
    /// The server at `path` could not be reached, accepts no connections at the moment, or closed
    /// the connection.
    case unreachable(path: String, reason: String)
    /// The server at `path` rejected the account, or the account lacks a right.
    case refused(path: String, reason: String)
    /// The file at `path` is not a library.
    case notALibrary(path: String)
    /// The library was written by a newer version of the program.
    case newerSchema(path: String, found: Int, supported: Int)
    /// Another process held a lock for longer than the timeout allows.
    case locked(path: String)
    /// The table in which the server stores all locks is full.
    case lockTableFull(path: String, reason: String)
    case readOnly(path: String)
    case diskFull(path: String)
    case corrupted(path: String, reason: String)
    /// Any other error, with the message from the database.
    case failed(path: String, reason: String)

    public var explanation: String {
        switch self {
        case .cannotOpen(let path, let reason):
            "cannot open library '\(path)': \(reason); "
                + "check the path and its permissions, or use another library"
        case .unreachable(let path, let reason):
            "cannot reach library '\(path)': \(reason); "
                + "check that the server is running and reachable"
        case .refused(let path, let reason):
            "the server refuses access to library '\(path)': \(reason); "
                + "check the account, its password and its rights"
        case .notALibrary(let path):
            "'\(path)' is not a library of links and was not changed; use another library"
        case .newerSchema(let path, let found, let supported):
            "library '\(path)' has format \(found), but this version supports only formats "
                + "up to \(supported); update the program"
        case .locked(let path):
            "library '\(path)' is locked by another program; "
                + "try again when that program has finished"
        case .lockTableFull(let path, let reason):
            "cannot lock library '\(path)': the lock table of the server is full (\(reason)); "
                + "increase its setting max_locks_per_transaction, or check fewer links at once"
        case .readOnly(let path):
            "library '\(path)' is read-only; change its permissions, or use another library"
        case .diskFull(let path):
            "cannot change library '\(path)': the disk is full; "
                + "nothing was changed; free space and try again"
        case .corrupted(let path, let reason):
            "library '\(path)' is damaged: \(reason); restore it from a copy or an export"
        case .failed(let path, let reason):
            "cannot use library '\(path)': \(reason); check its disk or its server, and try again"
        }
    }
}
