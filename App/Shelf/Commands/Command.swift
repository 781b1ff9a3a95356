import CommandLineArguments

/// One command of the program.
protocol Command: Sendable {
    /// How it is written.
    static var syntax: CommandSyntax { get }

    /// Whether variables and the configuration file have a say in it.
    static var readsConfiguration: Bool { get }

    /// Whether it makes the library where there is none; to the others, that is an empty one.
    static var makesLibrary: Bool { get }

    /// Reads its part of the command line; what it needs is resolved from the container here.
    init(_ arguments: ParsedArguments, console: Console) throws(UsageError)

    /// Does it.
    func run() async throws -> ExitCode
}

extension Command {
    static var readsConfiguration: Bool { true }
    static var makesLibrary: Bool { false }
}

extension OptionSyntax {
    /// Tags, for the commands that give or want them.
    static func tags(_ help: String, _ name: String = "--tag", short: String? = "-t") -> OptionSyntax {
        .value(name, short: short, "TAG", help, completing: .tags)
    }

    /// What is done with addresses, for the commands that take new ones in.
    static let addressRules: [OptionSyntax] = [
        .flag("--remove-tracking", "take parameters that only track readers, such as utm_source, out of addresses"),
        .flag("--any-scheme", "keep mailto:, javascript: and other addresses that cannot be fetched too"),
    ]

    /// The trial of a change.
    static func dryRun(_ help: String) -> OptionSyntax { .flag("--dry-run", help) }

    /// The order of results, for the commands that list.
    static func sort<Order: RawRepresentable<String> & CaseIterable>(_ help: String, _: Order.Type) -> OptionSyntax {
        .value("--sort", "ORDER", help, completing: .words(Order.allCases.map(\.rawValue)))
    }

    /// The most results, for the commands that list.
    static let limit = OptionSyntax.value("--limit", short: "-n", "N", "at most N links")
}

extension Completion {
    /// The tags of the library.
    static let tags = Completion.lines(of: ["tag", "list", "--names"])
}
