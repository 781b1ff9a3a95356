public import BoundaryRules

/// The reason why a workspace was not created or changed.
///
/// Unless the documentation of a case states otherwise, nothing was changed.
public enum ScaffoldingError: ToolkitError, Hashable {
    /// The folder is not the root of a workspace. If the folder is inside a workspace, `above` is
    /// the path of that workspace.
    case noWorkspace(path: String, missing: String, above: String?)
    case unsupportedSource(path: String, reason: String, remedy: String)
    case invalidName(String, reason: String, remedy: String)
    case exists(String, remedy: String)
    case missing(String, remedy: String)
    /// The feature, service or name is in use. Each use is a line such as
    /// `App/Shop/ListCommand.swift:3: imports 'NotesInterface'`.
    case inUse(String, uses: [String], remedy: String)
    case uncommitted(paths: [String])
    case noRepository(path: String)
    case cannotWrite(path: String, reason: String)
    /// Writing failed, and undoing the edits failed too.
    case partiallyWritten(path: String, reason: String)
    case program(String, reason: String)
    /// The result breaks a rule of the workspace. The reason lists the violations.
    case violatesRules(reason: String)

    public var message: String {
        switch self {
        case .noWorkspace(let path, _, let root?):
            "'\(path)' is in the workspace '\(root)', but not its root; add --package-path \(root)"
        case .noWorkspace(let path, let missing, nil):
            "'\(path)' is not a workspace: '\(missing)' does not exist; specify a workspace with --package-path PATH, or create one with 'bulkhead new'"
        case .unsupportedSource(let path, let reason, let remedy):
            "\(path): \(reason); \(remedy); nothing was changed"
        case .invalidName(let name, let reason, let remedy):
            "invalid name '\(name)': \(reason); \(remedy)"
        case .exists(let what, let remedy): "\(what) already exists; \(remedy)"
        case .missing(let what, let remedy): "\(what) not found; \(remedy)"
        case .inUse(let what, let uses, let remedy):
            "\(what) is in use:\n" + uses.map { "  \($0)\n" }.joined() + remedy
        case .uncommitted(let paths):
            "the working tree has uncommitted changes (\(paths.prefix(5).joined(separator: ", "))\(paths.count > 5 ? " …" : "")); "
                + "commit or stash them, so that this change can be undone separately, or add --force"
        case .noRepository(let path):
            "'\(path)' is not in a Git repository, so the change cannot be undone; run 'git init' and commit, or add --force"
        case .cannotWrite(let path, let reason):
            "cannot read or write '\(path)': \(Self.plain(reason)); check its permissions and the free space; nothing was changed"
        case .partiallyWritten(let path, let reason):
            "cannot write '\(path)': \(Self.plain(reason)); restore the workspace with 'git restore .' and 'git clean -d --interactive'"
        case .program(let name, let reason):
            "'\(name)' failed: \(Self.plain(reason)); nothing was changed; run the command again when '\(name)' works"
        case .violatesRules(let reason):
            "the change would break rules of the workspace, so nothing was changed:\n\(reason)"
        }
    }

    public var exitCode: ErrorExitCode {
        switch self {
        case .invalidName: .usage
        case .noWorkspace, .unsupportedSource, .violatesRules:
            .unusablePackage
        case .program: .missingProgram
        case .exists, .missing, .inUse, .uncommitted, .noRepository, .cannotWrite,
            .partiallyWritten:
            .cannotCreate
        }
    }

    /// Returns the system's message without the words that Foundation adds.
    private static func plain(_ reason: String) -> String {
        let words = String(reason.trimmingPrefix("The operation could not be completed. "))
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }
}
