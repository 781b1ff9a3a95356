import Bootstrap
import CommandLineArguments
import Foundation
import Injection

/// The program: reads the command line, registers the settings, and runs one command.
@main
struct AppNameCommand {
    static func main() async {
        let console = Console()
        do {
            exit(try await run(Array(CommandLine.arguments.dropFirst()), console: console).rawValue)
        } catch {
            let failure = Failure(error)
            console.complain(failure.message)
            exit(failure.code.rawValue)
        }
    }

    private static func run(_ arguments: [String], console: Console) async throws -> ExitCode {
        let parsed = try ArgumentParser(.appname).parse(arguments)
        let environment = ProcessInfo.processInfo.environment
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
