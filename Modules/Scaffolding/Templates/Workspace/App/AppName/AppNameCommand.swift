import Bootstrap
import CommandLineArguments
import Foundation
import Injection

/// The program: reads the command line, registers the settings, and runs one command.
@main
public struct AppNameCommand {
    static func main() async {
        let (arguments, environment) = (CommandLine.arguments.dropFirst(), ProcessInfo.processInfo.environment)
        exit(await run(Array(arguments), environment: environment, console: .standard))
    }

    /// Runs one call of the program with what `AppContainer.shared` provides, and returns its exit code.
    ///
    /// Tests call it with mocks registered in a container of their own.
    public static func run(_ arguments: [String], environment: [String: String], console: Console) async -> Int32 {
        do {
            return try await runCommand(arguments, environment: environment, console: console).rawValue
        } catch {
            let failure = Failure(error)
            console.complain(failure.message)
            return failure.code.rawValue
        }
    }

    private static func runCommand(
        _ arguments: [String], environment: [String: String], console: Console
    ) async throws -> ExitCode {
        let parsed = try ArgumentParser(.appname).parse(arguments)
        let settings = AppNameSettings.settings(parsed, environment: environment)
        AppContainer.shared.settings.register { settings }
        if parsed.has("--version") {
            try console.print("appname \(settings.version)")
            return .done
        }
        guard let command = parsed.command, let type = commands.first(where: { $0.syntax.name == command.name }) else {
            try console.print(HelpText.overview(of: .appname))
            return .done
        }
        if parsed.has("--help") {
            try console.print(HelpText.page(for: command, of: .appname))
            return .done
        }
        try parsed.checkOperands()
        return try await type.init(parsed, console: console).run()
    }
}
