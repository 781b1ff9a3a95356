import Bootstrap
import CommandLineArguments
import Core
import Dispatch
import Foundation
import Injection
import Synchronization

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
        let work = Task { await run(arguments, environment: ProcessInfo.processInfo.environment) }
        let request = Mutex<ExitCode?>(nil)
        let watcher = SignalWatcher(terminal: AppContainer.shared.terminal()) { code in
            request.withLock { $0 = $0 ?? code }
            work.cancel()
        }
        var code = await work.value
        if code == ExitCode.interrupted.rawValue, let request = request.withLock(\.self) {
            code = request.rawValue
        }
        // Releasing the store closes its file, so that this file alone contains the whole library.
        AppContainer.shared.manager.reset(options: .scope)
        withExtendedLifetime((watcher, placeholders)) { exit(code) }
    }

    /// Runs one command with the features of `AppContainer.shared`, for which tests register mocks.
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
            console.printError(failure.message)
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

/// A watcher that calls a function when Ctrl-C, SIGTERM, or the SIGHUP from a closed terminal
/// requests the end of the process, so that the process can save its work first.
///
/// A second Ctrl-C or SIGTERM ends the process immediately. A second SIGHUP has no effect, because
/// both the system and the shell send one when a terminal is closed, and other programs send one
/// after a SIGTERM.
private final class SignalWatcher {
    private let sources: [any DispatchSourceSignal]

    init(terminal: any Terminal, _ action: @escaping @Sendable (ExitCode) -> Void) {
        var codes: [Int32: ExitCode] = [SIGINT: .interrupted, SIGTERM: .terminated]
        if !terminal.ignoresSIGHUP {
            codes[SIGHUP] = .hangup
        }
        // The queue is serial, so that only the first of several signals determines the exit code.
        let queue = DispatchQueue(label: "shelf.signals")
        sources = codes.map { number, code in
            // Prevents the signal from ending the process. On Linux, Dispatch later replaces this
            // handler with its own.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // While an editor runs, only the editor handles Ctrl-C.
                guard number != SIGINT || !terminal.isUsedByChildProcess else { return }
                for deadly in [SIGINT, SIGTERM] {
                    signal(deadly, SIG_DFL)
                }
                // The program that reads the output may have exited. SIGPIPE must not end the
                // process before its work is saved.
                signal(SIGPIPE, SIG_IGN)
                action(code)
            }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources {
            source.cancel()
        }
    }
}
