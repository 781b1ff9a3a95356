import Bootstrap
import Core
import Foundation
import Injection

/// The program: registers the settings and runs one command.
@main
public struct AppNameCommand {
    private static let help = """
        Usage: appname COMMAND

        Commands:
          help    print this text

        Exit codes: 0 success, 64 wrong command line, 70 unexpected failure.
        """

    private let console: Console

    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        exit(await run(Array(CommandLine.arguments.dropFirst()), environment: environment, console: .standard))
    }

    /// Runs the program with the dependencies of `AppContainer.shared`, and returns its exit code.
    ///
    /// Tests call it with mocks registered in a container of their own.
    public static func run(_ arguments: [String], environment: [String: String], console: Console) async -> Int32 {
        let settings = Settings(version: "0.1.0")
        AppContainer.shared.settings.register { settings }
        do {
            try await AppNameCommand(console: console).run(arguments)
            return 0
        } catch {
            console.printError(error.explanation)
            return error is UsageError ? 64 : 70
        }
    }

    private init(console: Console) { self.console = console }

    private func run(_ arguments: [String]) async throws {
        switch arguments.first {
        case nil, "help", "--help": try console.print(Self.help)
        case "--version": try console.print("appname \(AppContainer.shared.settings().version)")
        case let command?: throw UsageError("unknown command '\(command)'")
        }
    }
}

/// An error in the command line.
private struct UsageError: ExplainedError {
    let explanation: String

    init(_ reason: String) { explanation = "\(reason); 'appname help' lists the commands" }
}
