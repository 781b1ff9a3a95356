import CommandLineArguments
import Dispatch
import Foundation
import PackageManifest
import PackageReports
import Scaffolding

@main
struct BulkheadCommand {
    static let version = EnginePackage.version

    private static let commands: [any Command.Type] = [
        NewCommand.self, UpgradeCommand.self, AddCommand.self, SplitCommand.self,
        RenameCommand.self, RemoveCommand.self, CheckCommand.self, FixCommand.self, WhyCommand.self,
        GraphCommand.self, AffectedCommand.self, TestCommand.self,
    ]

    static let syntax = ProgramSyntax(
        "bulkhead",
        "bulkhead creates, extends and upgrades modular workspaces, and checks the boundaries and draws the "
            + "module graph of any SwiftPM package.",
        commands: commands.map { $0.syntax },
        options: [
            .value(
                "--package-path",
                "PATH",
                "use the package in the folder PATH (default: the current folder, or the nearest parent folder with a package)"
            ),
            .flag(
                "--repository",
                "use all packages of the Git repository (default outside a package)"
            ), .help,
            .version,
        ],
        examples: [
            ("bulkhead new ../Shop", "create a workspace"),
            ("bulkhead add feature Payments", "add a feature to the workspace in this folder"),
            ("bulkhead check", "list every import and dependency that breaks a rule"),
            ("bulkhead why Shop Files", "show how one module depends on another"),
            ("bulkhead graph", "draw the modules, layer by layer"),
            (
                "bulkhead test --since main",
                "run the tests that are affected by changes since a revision"
            ),
        ],
        closing: """
            Exit codes: 0 success; 1 a violation, a failed test or a missing chain of dependencies; 64 invalid command line; 65 unusable package or
            rules; 69 missing program; 73 a file or a name already exists, or a file cannot be written; 130 stopped by Ctrl-C.
            """
    )

    /// Runs the command that the arguments specify. The process ends when the command has finished
    /// or at a signal. In either case, no temporary files remain.
    @MainActor static func main() async {
        let (codes, sender) = AsyncStream.makeStream(of: ExitCode.self)
        let work = Task.detached {
            sender.yield(await run())
            sender.finish()
        }
        let signals = sources(yieldingTo: sender)
        var results = codes.makeAsyncIterator()
        let code = await results.next() ?? .done
        for source in signals {
            source.cancel()
        }
        // A canceled command removes its files, and could write others after `removeAll`.
        work.cancel()
        Task {
            try await Task.sleep(for: .seconds(2))
            sender.finish()
        }
        while await results.next() != nil {}
        TemporaryDirectory.removeAll()
        exit(code.rawValue)
    }

    /// Returns sources that yield the exit code for each signal that ends the process.
    private static func sources(
        yieldingTo sender: AsyncStream<ExitCode>.Continuation
    ) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { sender.yield(ExitCode(rawValue: 128 + number)) }
            source.resume()
            return source
        }
    }

    private static func run() async -> ExitCode {
        let console = Console(environment: ProcessInfo.processInfo.environment)
        let program = CommandLineProgram(syntax, version: version, commands: commands)
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            return try await program.run(arguments) { _ in console }
        } catch {
            // A signal cancels the task, and ends the process without a message.
            guard !Task.isCancelled else {
                return .done
            }
            let failure = Failure(error)
            console.printError(failure.message)
            return failure.code
        }
    }
}
