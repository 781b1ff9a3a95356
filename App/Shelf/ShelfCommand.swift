public import Bootstrap
import CommandLineArguments
import Core
import Foundation
import Injection
import Synchronization

/// The program: reads the command line, registers the settings, and runs one command.
@main
public struct ShelfCommand {
    /// Every command, in the order of the help.
    static let commands: [any Command.Type] = [
        AddCommand.self, ListCommand.self, SearchCommand.self, ShowCommand.self, OpenCommand.self, EditCommand.self,
        RemoveCommand.self, TagCommand.self, UndoCommand.self,
        CheckCommand.self, ImportCommand.self, ExportCommand.self, ReportCommand.self, ConfigCommand.self,
        HelpCommand.self, CompletionsCommand.self,
    ]

    static func main() async {
        // What is opened later takes the place of a stream that is closed, and would get what is written there.
        let places = StandardStream.allCases.filter { fcntl($0.rawValue, F_GETFD) == -1 }
            .map { _ in FileHandle(forReadingAtPath: "/dev/null") }
        let arguments = Array(CommandLine.arguments.dropFirst())
        let system = HostSystem.current
        let work = Task {
            await run(arguments, environment: ProcessInfo.processInfo.environment, system: system)
        }
        let request = Mutex<ExitCode?>(nil)
        let interrupt = Interrupt(ignoresHangUp: system.terminal.ignoresHangUp) { code in
            request.withLock { $0 = $0 ?? code }
            work.cancel()
        } unless: {
            system.terminal.isLent
        }
        var code = await work.value
        if code == ExitCode.interrupted.rawValue, let request = request.withLock(\.self) { code = request.rawValue }
        // Letting go of the store closes its file, so that all of the library is in that one file.
        AppContainer.shared.manager.reset(options: .scope)
        withExtendedLifetime((interrupt, places)) { exit(code) }
    }

    /// Runs one call of the program with the features that `AppContainer.shared` provides.
    ///
    /// Tests call it with mocks registered in a container of their own.
    ///
    /// - Parameters:
    ///   - arguments: The words after the name of the program.
    ///   - environment: The environment variables.
    ///   - system: The standard streams, and the writer of files.
    /// - Returns: The exit code. An error is printed as one line on standard error.
    public static func run(
        _ arguments: [String], environment: [String: String], system: HostSystem
    ) async -> Int32 {
        do {
            return try await runCommand(arguments, environment: environment, system: system).rawValue
        } catch {
            let failure = Failure(error)
            Console.complain(failure.message, on: system.terminal)
            return failure.code.rawValue
        }
    }

    private static func runCommand(
        _ arguments: [String], environment: [String: String], system: HostSystem
    ) async throws -> ExitCode {
        var parsed = try ArgumentParser(.shelf).parse(arguments)
        let console = Console(parsed, environment: environment, system: system)
        if parsed.has("--version") {
            try console.print("shelf \(Settings.version)")
            return .done
        }
        guard let type = commands.first(where: { $0.syntax.name == parsed.command?.name }) else {
            guard parsed.has("--help") else { throw UsageError.noCommand }
            try console.print(HelpText.overview(of: .shelf, width: console.width))
            return .done
        }
        if parsed.has("--help") {
            try console.print(HelpText.page(for: type.syntax, of: .shelf, width: console.width))
            return .done
        }
        try parsed.checkOperands()
        if type.readsConfiguration {
            let file = try ConfigurationFile(path: ConfigurationFile.path(environment))
            try parsed.fillSettings(from: file, environment: environment)
        }
        return try await run(type, parsed, console: Console(parsed, environment: environment, system: system))
    }

    private static func run(
        _ type: any Command.Type, _ arguments: ParsedArguments, console: Console
    ) async throws -> ExitCode {
        var isMissing = false
        let command = try arguments.blamingConfiguration {
            var settings = try ShelfSettings.settings(arguments, environment: console.environment)
            isMissing = settings.library.isMissing && (!type.makesLibrary || arguments.has("--dry-run"))
            if isMissing { settings.library = .memory }
            settings.standardInput = console.terminal.file(of: .input)
            AppContainer.shared.settings.register { [settings] in settings }
            return try type.init(arguments, console: console)
        }
        // There may be a slip in a path that somebody has named.
        if isMissing, type.readsConfiguration, let path = arguments.value("--library") {
            console.note("there is no library at '\(path)' yet; 'shelf add' and 'shelf import' make one")
        }
        return try await command.run()
    }
}
