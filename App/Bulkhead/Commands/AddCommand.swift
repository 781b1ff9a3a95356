import CommandLineArguments
import PackageManifest
import Scaffolding

/// Adds a feature or a service to a workspace.
struct AddCommand: Command {
    static let syntax = CommandSyntax(
        "add", "add a feature or a service to a workspace in this layout", operands: "feature|service NAME",
        count: 2...2,
        options: [
            .value("--uses", "FEATURES", "features whose roles the implementation takes, such as Notes,Payments"),
            .value("--role", "PROTOCOL", "the feature's protocol (default: NAMEBook)"),
            .flag("--example", "add a program in App/Examples that runs the feature alone, with mocks"),
            .value(
                "--implements", "PROTOCOL", "the protocol of Core that the service implements, or a new one"),
        ] + WorkspaceCall.options,
        discussion: """
            A feature is an interface with one example method, an implementation, a mock, a test, a README, its registration in
            Bootstrap, and a line of the manifest. With --uses, the implementation takes the roles of other features through init.
            A service implements a protocol of Core. For a protocol that exists, the service forwards every call to another
            implementation, so that you replace one after the other. A protocol that does not exist is added to Core with one
            example method, a mock and a contract.
            The result builds, and its tests pass. Git must have no uncommitted changes, so that it undoes this one.
            """,
        examples: [
            ("bulkhead add feature Payments", "a feature with the protocol PaymentsBook"),
            ("bulkhead add feature Archive --role NoteArchive --uses Notes --example", "one that uses another"),
            ("bulkhead add service Redis --implements NoteStore", "a service, and its tests against the contract"),
            ("bulkhead add feature Payments --dry-run", "the files that would be written"),
        ])

    private enum Kind: String, CaseIterable {
        case feature, service
    }

    private let call: WorkspaceCall
    private let kind: Kind
    private let name: String
    private let hasExample: Bool
    private let change: any WorkspaceChange

    init(_ arguments: ParsedArguments, loader: PackageLoader, console: Console) throws(UsageError) {
        call = WorkspaceCall(arguments, console: console)
        (kind, name) = (try arguments.kind(of: Kind.self), arguments.operands[1])
        hasExample = arguments.has("--example")
        let foreign = kind == .feature ? ["--implements"] : ["--uses", "--role", "--example"]
        if let option = foreign.first(where: arguments.has) {
            throw .custom("'\(option)' does not go with 'add \(kind.rawValue)'; 'bulkhead add --help' shows what does")
        }
        switch kind {
        case .feature:
            change = AddFeature(
                name, role: arguments.value("--role"),
                uses: arguments.values("--uses").flatMap { $0.split(separator: ",").map(String.init) },
                hasExample: hasExample)
        case .service:
            guard let role = arguments.value("--implements") else {
                throw .custom(
                    "a service implements a protocol of Core; name it with --implements, such as --implements NoteStore"
                )
            }
            change = AddService(name, implements: role)
        }
    }

    func run() async throws -> ExitCode {
        try await call.make(
            change, title: "add \(kind.rawValue) \(name)",
            next: [
                "swift test --filter \(name)Tests", hasExample ? "swift run \(name)Example" : nil,
                "replace the example in Modules/\(kind == .feature ? "Features" : "Services")/\(name)",
            ].compactMap(\.self))
    }
}

extension ParsedArguments {
    /// The first operand as one of a fixed list.
    func kind<Kind: RawRepresentable<String> & CaseIterable>(of: Kind.Type) throws(UsageError) -> Kind {
        guard let kind = Kind(rawValue: operands[0]) else {
            let all = Kind.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
            throw .custom(
                "'\(operands[0])' is neither \(all.replacing(" or ", with: " nor ")); write \(all), and then the name")
        }
        return kind
    }
}
