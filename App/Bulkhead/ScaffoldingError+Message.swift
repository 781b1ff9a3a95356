import Scaffolding

extension ScaffoldingError {
    /// What, where, why, and what to do.
    var message: String {
        switch self {
        case .noWorkspace(let path, _, let root?):
            "'\(path)' is no workspace, but lies in the one in '\(root)'; add --package-path \(root)"
        case .noWorkspace(let path, let missing, nil):
            "there is no workspace in this layout in '\(path)': '\(missing)' is missing; name the folder of one with --package-path, or start one with 'bulkhead new'"
        case .manifestNotUnderstood(let line, let reason, let remedy):
            "Package.swift\(line.map { ":\($0)" } ?? ""): \(reason); \(remedy); nothing was changed"
        case .sourceNotUnderstood(let path, let reason, let remedy):
            "\(path): \(reason); \(remedy); nothing was changed"
        case .badName(let name, let reason, let remedy): "the name '\(name)' will not do: \(reason); \(remedy)"
        case .exists(let what, let remedy): "\(what) is there already; \(remedy)"
        case .missing(let what, let remedy): "there is no \(what); \(remedy)"
        case .inUse(let what, let uses, let remedy):
            "\(what) is in use:\n" + uses.map { "  \($0)\n" }.joined() + remedy
        case .uncommitted(let paths):
            "git knows of changes that are not committed (\(Self.some(paths))); "
                + "commit them first, so that this change can be seen and undone alone, or add --force"
        case .busy(let path):
            "another bulkhead is changing '\(path)'; wait until it is done; if none is, remove the folder '.bulkhead' there"
        case .changedMeanwhile(let path):
            "'\(path)' was changed while this change was prepared; nothing was changed: call it again"
        case .cannotWrite(let path, let reason):
            "'\(path)' cannot be read or written: \(Self.plain(reason)); nothing was changed"
        case .program(let name, let reason): "'\(name)' is needed and failed: \(reason)"
        case .unsound(let reason): "the result would not be sound, so nothing was changed:\n\(reason)"
        case .interrupted: "stopped; nothing was changed"
        }
    }

    private static func some(_ paths: [String]) -> String {
        paths.prefix(5).joined(separator: ", ") + (paths.count > 5 ? " …" : "")
    }

    /// The words of the system without what Foundation says around them.
    private static func plain(_ reason: String) -> String {
        let words = String(reason.trimmingPrefix("The operation could not be completed. "))
        return words.hasSuffix(".") ? String(words.dropLast()) : words
    }

    /// The exit code.
    var code: ExitCode {
        switch self {
        case .badName: .usage
        case .noWorkspace, .manifestNotUnderstood, .sourceNotUnderstood, .unsound: .unusablePackage
        case .program: .missingProgram
        case .exists, .missing, .inUse, .uncommitted, .busy, .changedMeanwhile, .cannotWrite: .cannotCreate
        case .interrupted: .interrupted
        }
    }
}
