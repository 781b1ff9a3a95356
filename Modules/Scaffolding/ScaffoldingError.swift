/// Why a workspace was not started or changed; nothing is half done.
public enum ScaffoldingError: Error, Hashable {
    /// The folder holds no workspace in the layout; `above` is the path of one in which it lies, if it does.
    case noWorkspace(path: String, missing: String, above: String?)
    /// The manifest is written in a way that this tool does not understand.
    case manifestNotUnderstood(line: Int?, reason: String, remedy: String)
    /// A source file is written in a way that this tool does not understand.
    case sourceNotUnderstood(path: String, reason: String, remedy: String)
    /// The name will not do.
    case badName(String, reason: String, remedy: String)
    /// It is there already.
    case exists(String, remedy: String)
    /// It is not there.
    case missing(String, remedy: String)
    /// Something would break; each use is a line for people, such as `App/Shop/ListCommand.swift:3: imports 'NotesInterface'`.
    case inUse(String, uses: [String], remedy: String)
    /// There are changes that git would not bring back.
    case uncommitted(paths: [String])
    /// Another bulkhead changes this workspace.
    case busy(path: String)
    /// Somebody else changed a file while the change was prepared.
    case changedMeanwhile(path: String)
    /// A file or folder cannot be read or written.
    case cannotWrite(path: String, reason: String)
    /// A program that is needed failed or is missing.
    case program(String, reason: String)
    /// The result would not be sound, which is a fault of this tool or of the workspace; in the words of what looked at it.
    case unsound(reason: String)
    /// The person at the keyboard stopped it.
    case interrupted
}
