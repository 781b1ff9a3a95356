import CommandLineArguments
import Scaffolding

enum RenameCommand: Command {
    static let syntax = CommandSyntax(
        "rename",
        "rename a feature, a service or a library everywhere",
        operands: "feature|service|library OLD NEW",
        count: 3...3,
        options: ChangeRunner.options,
        discussion: """
            Renames modules, folders and files, and all declarations of the feature, service or library whose names contain its name. For a
            feature Notes, these are types such as NotesError and StoredNotes, but not NoteBook. They change in all sources and
            pages. The bare name changes in the files of the feature, and elsewhere only in imports, paths and code spans.
            A name that other code also declares is kept and reported. A new name that already exists is an error.
            """,
        examples: [
            (
                "bulkhead rename feature Notes Journal",
                "rename the modules to Journal, JournalInterface, JournalTests …"
            ),
            ("bulkhead rename service Files Disk", "rename the module Files and its tests"),
            (
                "bulkhead rename feature Notes Journal --dry-run",
                "print the files that would change"
            ),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        // The name of a program occurs in lowercase, and users type it.
        let part = try WorkspacePart(existing: arguments, except: .app)
        let newName = arguments.operands[2]
        return try await ChangeRunner.run(
            Renaming(part.kind, part.name, to: newName),
            title: "rename \(part.kind.rawValue) \(part.name) \(newName)",
            next: [
                "Tests/run \(newName)",
                "git add . && git diff -M --cached  # to review the change",
            ],
            arguments,
            console
        )
    }
}
