import CommandLineArguments
import Scaffolding

enum AddCommand: Command {
    static let syntax = CommandSyntax(
        "add",
        "add a feature, a service, mocks, a library or an app to a workspace",
        operands: "feature|service|mocks|library|app NAME",
        count: 2...2,
        options: [
            .value(
                "--uses",
                "FEATURES",
                "pass these features to the implementation, such as Notes,Payments"
            ),
            .value(
                "--role",
                "NAME",
                "name the feature's protocol, or its type with --single (default: NAMEFeature)"
            ),
            .flag(
                "--single",
                "create one module instead of an interface, an implementation and a mock"
            ),
            .flag(
                "--example",
                "add a program in App/Examples that runs the feature alone, with mocks"
            ),
            .value(
                "--implements",
                "PROTOCOL",
                "implement this protocol of a feature or of Core, or add a new protocol with this name"
            ),
            .value(
                "--feature",
                "NAME",
                "add the new protocol to the interface of this feature (default: to Core)"
            ),
        ] + ChangeRunner.options,
        discussion: """
            A feature has an interface with one example method, an implementation, a mock, a test, a README, a definition in
            Bootstrap, and a line in the manifest. With --uses, the implementation receives the protocols of other features in init.
            With --single, the feature is a single module with a public type, which only the app can use. When another feature needs
            it, 'bulkhead split' creates the interface and the mock.
            A service implements a protocol that a feature declares for it, or one in Core. For an existing protocol, the service
            forwards every call to another implementation; replace the calls one by one. A new protocol is added to the interface
            of a feature, or to Core if several features need it, with one example method, a mock and a contract. If the service
            exists, the implementation of another protocol is added to its module.
            After a change of the protocols in the interface of a feature, or in Core, 'add mocks' adds what their mocks do not have
            yet, and a mock for each provided protocol without one. It changes no other line, so the working tree need not be clean.
            A library is a module that is independent of the app. An app is another program, which can use every feature.
            The result builds, and its tests pass. The working tree must be clean, so that Git can undo the change.
            """,
        examples: [
            ("bulkhead add feature Payments", "add a feature with the protocol PaymentsFeature"),
            (
                "bulkhead add feature Favorites --single --role FavoriteList",
                "add a single-module feature"
            ),
            (
                "bulkhead add feature Archive --role NoteArchive --uses Notes --example",
                "add a feature that uses another feature"
            ),
            (
                "bulkhead add service Redis --implements NoteStore",
                "add a service, and tests that check the contract of NoteStore"
            ),
            (
                "bulkhead add mocks Notes",
                "add new requirements of the protocols of Notes to their mocks"
            ),
            ("bulkhead add library Money", "add a module that is independent of the app"),
            ("bulkhead add app Admin", "add a program with the same features"),
            ("bulkhead add feature Payments --dry-run", "print the files that would be written"),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let kind = arguments.operands[0]
        let features = ["--uses", "--role", "--single", "--example"]
        let services = ["--implements", "--feature"]
        let unsupported =
            (kind == "feature" ? [] : features) + (kind == "service" ? [] : services)
        if let option = unsupported.first(where: arguments.has) {
            throw UsageError.custom(
                "'\(option)' is not an option of 'add \(kind)'; 'bulkhead add --help' lists the options"
            )
        }
        guard kind != "mocks" else {
            let name = arguments.operands[1]
            return try await ChangeRunner.run(
                AddMocks(name),
                title: "add mocks \(name)",
                next: ["Tests/run \(name)"],
                arguments,
                console
            )
        }
        let part = try WorkspacePart(arguments)
        let hasExample = arguments.has("--example")
        let change: any WorkspaceChange
        switch part.kind {
        case .feature:
            change = AddFeature(
                part.name,
                role: arguments.value("--role"),
                uses: arguments.values("--uses").flatMap {
                    $0.split(separator: ",").map(String.init)
                },
                hasExample: hasExample,
                isSingle: arguments.has("--single")
            )
        case .service:
            guard let role = arguments.value("--implements") else {
                throw UsageError.custom(
                    "a service implements a protocol; specify the protocol with --implements, such as --implements NoteStore"
                )
            }
            change = AddService(part.name, implements: role, of: arguments.value("--feature"))
        case .library: change = AddModule.library(part.name)
        case .app: change = AddModule.app(part.name)
        }
        return try await ChangeRunner.run(
            change,
            title: "add \(part.kind.rawValue) \(part.name)",
            next: [
                "Tests/run \(part.name)",
                hasExample ? "swift run \(part.name)Example" : nil,
                part.kind == .app ? "swift run \(part.name)" : nil,
                "replace the example in \(part.folder)",
            ].compactMap(\.self),
            arguments,
            console
        )
    }
}
