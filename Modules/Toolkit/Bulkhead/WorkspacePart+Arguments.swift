import CommandLineArguments
import Scaffolding

extension ParsedArguments {
    /// The folder of the workspace, which is the value of `--package-path`. The default is the
    /// nearest folder with a workspace, searching upward from the current folder.
    var workspacePath: String { value("--package-path") ?? Workspace.nearestPath ?? "." }
}

extension WorkspacePart {
    /// Creates the part that the first two operands name, whether or not it exists.
    ///
    /// - Parameter excluded: A kind that the command does not support.
    init(_ arguments: ParsedArguments, except excluded: Kind? = nil) throws(UsageError) {
        guard let kind = Kind(rawValue: arguments.operands[0]), kind != excluded else {
            throw .custom("invalid kind '\(arguments.operands[0])'; --help lists the kinds")
        }
        self.init(kind, arguments.operands[1])
    }

    /// Creates the part that the first two operands name.
    ///
    /// - Throws: An error with a suggestion if the workspace has no such part.
    init(existing arguments: ParsedArguments, except excluded: Kind? = nil) throws {
        let part = try WorkspacePart(arguments, except: excluded)
        try self.init(part.kind, existing: part.name, in: arguments)
    }

    /// Creates a part of the given kind.
    ///
    /// - Throws: An error with a suggestion if the workspace has no such part.
    init(_ kind: Kind, existing name: String, in arguments: ParsedArguments) throws {
        self.init(kind, name)
        let names = try Workspace(at: arguments.workspacePath).names(of: kind)
        guard !names.contains(name) else { return }
        let list =
            names.isEmpty
            ? "there are no \(kind.plural)"
            : "the \(kind.plural) are \(names.joined(separator: ", "))"
        let hint = name.suggestion(among: names) ?? list
        throw UsageError.custom("unknown \(kind.rawValue) '\(name)'; \(hint)")
    }
}

extension WorkspacePart.Kind {
    fileprivate var plural: String { self == .library ? "libraries" : "\(rawValue)s" }
}
