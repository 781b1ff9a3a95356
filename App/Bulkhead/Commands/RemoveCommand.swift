import CommandLineArguments
import PackageManifest
import Scaffolding

/// Removes a feature or a service from a workspace.
struct RemoveCommand: Command {
    static let syntax = CommandSyntax(
        "remove", "remove a feature or a service that nothing else uses", operands: "feature|service NAME",
        count: 2...2, options: WorkspaceCall.options,
        discussion: """
            Everything that 'bulkhead add' writes goes: modules, tests, example, registration, and the lines of the manifest and of
            the README's map; and mocks of other features that were written for its tests alone. With a service goes the
            role of Core that it alone provides.
            Refused, with every place, while another source imports it, another target declares it, Bootstrap or the app resolves
            it, or a page links to it. Where prose goes on naming it, that is listed. All of it is done, or nothing.
            """,
        examples: [
            ("bulkhead remove feature Notes", "or the places that still use it"),
            ("bulkhead remove service Redis", "the service, its tests and its registration"),
            ("bulkhead remove feature Notes --dry-run", "what would be removed"),
        ])

    private let call: WorkspaceCall
    private let part: WorkspacePart

    init(_ arguments: ParsedArguments, loader: PackageLoader, console: Console) throws(UsageError) {
        call = WorkspaceCall(arguments, console: console)
        part = WorkspacePart(try arguments.kind(of: WorkspacePart.Kind.self), arguments.operands[1])
    }

    func run() async throws -> ExitCode {
        try call.require(part)
        return try await call.make(
            Removal(part.kind, part.name), title: "remove \(part.kind.rawValue) \(part.name)", next: ["Tests/run"])
    }
}
