import CommandLineArguments
import PackageManifest
import Scaffolding

/// Adds a feature or a service to a workspace.
struct AddCommand: Command {
    static let syntax = CommandSyntax(
        "add", "add a feature or a service to a workspace in this layout", operands: "feature|service NAME",
        count: 2...2,
        options: [
            .value("--uses", "FEATURES", "features that the feature takes through init, such as Notes,Payments"),
            .value("--role", "PROTOCOL", "the feature's protocol (default: NAMEBook)"),
            .flag("--example", "add a program in App/Examples that runs the feature alone, with mocks"),
            .value(
                "--implements", "PROTOCOL", "the protocol of Core that the service implements; a new one is written"),
        ] + WorkspaceCall.options,
        discussion: """
            A feature is an interface, an implementation, tests, a README, its registration in Bootstrap, and lines of the manifest
            and of the README's map. A service implements a protocol of Core: one that is there is wrapped, so that its owner can
            replace one method after the other; one that is not is written, with a mock and a contract that both are held against.
            The result builds, and its tests pass and fail for a reason. All of it is done, or nothing.
            """,
        examples: [
            ("bulkhead add feature Payments", "a feature with the protocol PaymentsBook"),
            ("bulkhead add feature Archive --role NoteArchive --uses Notes --example", "one that uses another"),
            ("bulkhead add service Redis --implements NoteStore", "a service, and its tests against the contract"),
            ("bulkhead add feature Payments --dry-run", "what would be written"),
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
                "read Modules/\(kind == .feature ? "Features" : "Services")/\(name)/README.md, and make it yours",
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
