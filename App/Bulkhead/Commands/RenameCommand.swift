import CommandLineArguments
import PackageManifest
import Scaffolding

/// Gives a feature or a service of a workspace another name.
struct RenameCommand: Command {
    static let syntax = CommandSyntax(
        "rename", "give a feature or a service another name, everywhere", operands: "feature|service OLD NEW",
        count: 3...3, options: WorkspaceCall.options,
        discussion: """
            Modules, folders and files get the new name, and so does what is called after the feature or the service in its own
            sources: of a feature Notes the types NotesError and StoredNotes, but no NoteBook. The names change as whole words in
            every source, page and script, also in comments and strings; the order of the manifest stays.
            A name that something else has too stays what it is, and is listed. A new name that is taken is refused.
            All of it is done, or nothing.
            """,
        examples: [
            ("bulkhead rename feature Notes Journal", "the modules Journal, JournalInterface, JournalTests …"),
            ("bulkhead rename service Files Disk", "the module Disk, and its tests"),
            ("bulkhead rename feature Notes Journal --dry-run", "what would be written"),
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
            next: ["swift test --filter \(newName)Tests", "git diff -M, to read what prose says now"])
    }
}
