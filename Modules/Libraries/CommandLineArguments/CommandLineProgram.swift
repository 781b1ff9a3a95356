/// A command of a program.
public protocol Command: Sendable {
    static var syntax: CommandSyntax { get }

    /// Runs the command with arguments that match its syntax.
    static func run(_ arguments: ParsedArguments, console: Console) async throws -> ExitCode
}

/// A program that runs one of its commands.
public struct CommandLineProgram: Sendable {
    private let syntax: ProgramSyntax
    private let version: String
    private let commands: [any Command.Type]

    /// Creates a program. `syntax` must contain the syntax of each command.
    public init(_ syntax: ProgramSyntax, version: String, commands: [any Command.Type]) {
        self.syntax = syntax
        self.version = version
        self.commands = commands
    }

    /// Runs the command that the arguments name, or prints the version or the help.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the name of the program.
    ///   - makeConsole: A function that creates the console. The settings of the console may depend
    ///     on the arguments.
    public func run(
        _ arguments: [String],
        console makeConsole: @Sendable (ParsedArguments) -> Console
    ) async throws -> ExitCode {
        let parsed = try ArgumentParser(syntax).parse(arguments)
        let console = makeConsole(parsed)
        if parsed.has("--version") {
            try console.print("\(syntax.name) \(version)")
            return .done
        }
        let command = commands.first { $0.syntax.name == parsed.command?.name }
        if parsed.has("--help") {
            try console.print(help(for: command, width: console.width))
            return .done
        }
        guard let command else { throw UsageError.missingCommand }
        try parsed.checkOperands()
        return try await command.run(parsed, console: console)
    }

    private func help(for command: (any Command.Type)?, width: Int?) -> String {
        guard let command else {
            return HelpText.overview(of: syntax, width: width)
        }
        return HelpText.page(for: command.syntax, of: syntax, width: width)
    }
}
