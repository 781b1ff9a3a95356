import Bootstrap
import CommandLineArguments
import Core
import Foundation
import Injection

@main
public struct ShelfCommand {
    static let commands: [any Command.Type] = [
        AddCommand.self, ListCommand.self, SearchCommand.self, ShowCommand.self, OpenCommand.self,
        EditCommand.self, RemoveCommand.self, TagCommand.self, UndoCommand.self, CheckCommand.self,
        ImportCommand.self, ExportCommand.self, ReportCommand.self, ConfigCommand.self,
        HelpCommand.self, CompletionsCommand.self,
    ]

    static func main() async {
        // If a standard stream is closed, a placeholder occupies its descriptor. Without the
        // placeholder, a file that is opened later would get the descriptor and receive the output
        // of the stream.
        let placeholders = StandardStream.allCases.filter { fcntl($0.rawValue, F_GETFD) == -1 }
            .map { _ in FileHandle(forReadingAtPath: "/dev/null") }
        let arguments = Array(CommandLine.arguments.dropFirst())
        let requests = EndRequests(to: AppContainer.shared.terminal())
        let code = await run(arguments, until: requests)
        // Releasing the store closes its file, so that this file alone contains the whole library.
        AppContainer.shared.manager.reset(options: .scope)
        withExtendedLifetime((requests, placeholders)) { exit(code) }
    }

    /// Runs one command until it ends, or until the first request cancels it and it has saved its
    /// work. Returns the exit code.
    private static func run(_ arguments: [String], until requests: EndRequests) async -> Int32 {
        await withTaskGroup(of: Int32.self) { group in
            group.addTask { [sender = requests.sender] in
                let environment = ProcessInfo.processInfo.environment
                let code = await run(arguments, environment: environment)
                sender.finish()
                return code
            }
            var request: ExitCode?
            for await code in requests {
                request = request ?? code
                group.cancelAll()
            }
            let code = await group.next() ?? ExitCode.interrupted.rawValue
            return code == ExitCode.interrupted.rawValue ? request?.rawValue ?? code : code
        }
    }

    /// Runs one command with the features of `AppContainer.shared`, in which tests register mocks.
    ///
    /// An error is printed as one line on standard error.
    ///
    /// - Parameter arguments: The arguments after the name of the program.
    /// - Returns: The exit code.
    public static func run(_ arguments: [String], environment: [String: String]) async -> Int32 {
        let console = Console(AppContainer.shared.terminal(), environment: environment)
        let program = CommandLineProgram(.shelf, version: Settings.version, commands: commands)
        do {
            return try await program.run(arguments) { console.configured(by: $0) }.rawValue
        } catch {
            let failure = Failure(error)
            console.reportError(failure.message)
            return failure.code.rawValue
        }
    }
}

extension ProgramSyntax {
    static let shelf = ProgramSyntax(
        "shelf",
        "shelf keeps your links: save, search, check, import and export them.",
        commands: ShelfCommand.commands.map { $0.syntax },
        options: [
            .value(
                "--library",
                "PATH",
                "use the library at PATH, a file or postgres://… (default: $SHELF_LIBRARY, or your personal library)",
                completing: .files
            ),
            .flag("--json", "print JSON for programs"),
            .flag("--quiet", short: "-q", "print only results and errors"),
            .flag("--verbose", short: "-v", "print more"),
            .flag("--no-color", "print without colors"),
            .help,
            .version,
        ],
        examples: [
            ("shelf import bookmarks.html", "import the bookmarks that your browser exported"),
            ("shelf search swift concurrency", "find links by words"),
            ("shelf check", "find dead links"),
        ],
        closing:
            "See also 'shelf help COMMAND', 'shelf help exit-codes' and 'shelf help configuration'."
    )
}
