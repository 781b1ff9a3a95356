import CommandLineArguments
import PackageManifest
import Scaffolding

/// Gives a feature or a service of a workspace another name.
struct RenameCommand: Command {
    static let syntax = CommandSyntax(
        "rename", "give a feature or a service another name, everywhere", operands: "feature|service OLD NEW",
        count: 3...3, options: WorkspaceCall.options,
        discussion: """
            Modules, folders and files get the new name, and so do the names that the sources of the feature or service declare
            and that contain its name: of a feature Notes the types NotesError and StoredNotes, but not NoteBook. These names
            change in every source and page. The word alone changes in the files of the feature or service, in imports, paths and
            code spans, and stays in other prose.
            A name that something else declares too stays, with a note. A new name that is taken is refused.
            """,
        examples: [
            ("bulkhead rename feature Notes Journal", "the modules Journal, JournalInterface, JournalTests …"),
            ("bulkhead rename service Files Disk", "the module Disk, and its tests"),
            ("bulkhead rename feature Notes Journal --dry-run", "the files that would change"),
        ])

    private let call: WorkspaceCall
    private let part: WorkspacePart
    private let newName: String

    init(_ arguments: ParsedArguments, loader: PackageLoader, console: Console) throws(UsageError) {
        call = WorkspaceCall(arguments, console: console)
        part = WorkspacePart(try arguments.kind(of: WorkspacePart.Kind.self), arguments.operands[1])
        newName = arguments.operands[2]
    }

    func run() async throws -> ExitCode {
        try call.require(part)
        return try await call.make(
            Renaming(part.kind, part.name, to: newName), title: "rename \(part.kind.rawValue) \(part.name) \(newName)",
            next: ["swift test --filter \(newName)Tests", "git diff -M, to review the change"])
    }
}
