import CommandLineArguments
import Scaffolding

enum SplitCommand: Command {
    static let syntax = CommandSyntax(
        "split",
        "split a single-module feature into an interface, an implementation and mocks",
        operands: "FEATURE",
        count: 1...1,
        options: ChangeRunner.options,
        discussion: """
            Divides a feature that 'bulkhead add feature --single' wrote into an interface, an implementation, mocks and tests. The
            public members of the type that the container provides become a protocol with the name of the type, and the type
            gets the prefix Default. Other public types move to the interface. Bootstrap, the app and the tests are edited.
            If a protocol or mock does not support a member, for example because of a default argument, an error states the place.
            """,
        examples: [
            (
                "bulkhead split Payments",
                "divide Payments into Payments, PaymentsInterface and PaymentsTesting"
            ),
            ("bulkhead split Payments --dry-run", "print the files that would change"),
        ]
    )

    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode {
        let part = try WorkspacePart(.feature, existing: arguments.operands[0], in: arguments)
        return try await ChangeRunner.run(
            FeatureSplit(part.name),
            title: "split \(part.name)",
            next: [
                "Tests/run \(part.name)",
                "git add . && git diff -M --cached  # to review the change",
            ],
            arguments,
            console
        )
    }
}
