import CommandLineArguments
import Scaffolding

enum RemoveCommand: Command {
    static let syntax = CommandSyntax(
        "remove",
        "remove a feature, a service, a library or an app that nothing else uses",
        operands: "feature|service|library|app NAME",
        count: 2...2,
        options: ChangeRunner.options,
        discussion: """
            Removes what 'bulkhead add' writes: modules, tests, example, definition, and the line of the manifest. If only the
            removed service implements a protocol of Core, the protocol, its mock and its contract are removed too.
            If another source or the manifest still uses it, an error lists the places.
            """,
        examples: [
            ("bulkhead remove feature Notes", "remove the feature, or list the places that use it"),
            ("bulkhead remove service Redis", "remove the service, its tests and its definition"),
            ("bulkhead remove feature Notes --dry-run", "print the files that would be removed"),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let part = try WorkspacePart(existing: arguments)
        return try await ChangeRunner.run(
            Removal(part.kind, part.name),
            title: "remove \(part.kind.rawValue) \(part.name)",
            next: ["Tests/run"],
            arguments,
            console
        )
    }
}
