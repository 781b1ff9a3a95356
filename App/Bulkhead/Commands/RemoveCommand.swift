import CommandLineArguments
import PackageManifest
import Scaffolding

/// Removes a feature or a service from a workspace.
struct RemoveCommand: Command {
    static let syntax = CommandSyntax(
        "remove", "remove a feature or a service that nothing else uses", operands: "feature|service NAME",
        count: 2...2, options: WorkspaceCall.options,
        discussion: """
            Removes what 'bulkhead add' writes: modules, tests, example, registration, and the line of the manifest. With a service
            goes the role of Core that it alone provides, with its mock and contract.
            Refused, with every place, while another source imports it or resolves it, or the manifest names it elsewhere.
            """,
        examples: [
            ("bulkhead remove feature Notes", "or the places that still use it"),
            ("bulkhead remove service Redis", "the service, its tests and its registration"),
            ("bulkhead remove feature Notes --dry-run", "the files that would be removed"),
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
