import Bootstrap
import Core
import Foundation
import Injection
import NotesInterface  // sample

/// The program. It registers the settings and runs one command.
@main
public struct AppNameCommand {
    private static let help = """
        Usage: appname COMMAND

        Commands:
          add TEXT…       add a note  // sample
          list [WORD]     list the notes, or those that contain a word  // sample
          remove NUMBER   remove a note  // sample
          help            print this text

        The notes are in $APPNAME_FILE, by default .local/share/appname/notes.json in your home folder.  // sample
        Exit codes: 0 success, 64 invalid command line, 70 unexpected error.  // empty
        Exit codes: 0 success, 1 no such note, 64 invalid command line, 70 unexpected error, 74 the notes cannot be read or written.  // sample
        """

    private let notes: any NoteBook  // sample
    private let console: Console

    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        let arguments = Array(CommandLine.arguments.dropFirst())
        exit(await run(arguments, environment: environment, console: .standard))
    }

    /// Runs the program with the dependencies of `AppContainer.shared` and returns its exit code.
    ///
    /// Tests call it with a separate container in which they register mocks.
    public static func run(
        _ arguments: [String],
        environment: [String: String],
        console: Console
    ) async -> Int32 {
        let settings = Settings(version: "0.1.0")  // empty
        let folder = FileManager.default.homeDirectoryForCurrentUser.path  // sample
        let home = environment["HOME"] ?? folder  // sample
        let standardFile = "\(home)/.local/share/appname/notes.json"  // sample
        let file = environment["APPNAME_FILE"] ?? standardFile  // sample
        let settings = Settings(version: "0.1.0", notesPath: file)  // sample
        AppContainer.shared.settings.register { settings }
        do {
            try await AppNameCommand(console: console).run(arguments)
            return 0
        } catch {
            console.printError(error.explanation)
            return exitCode(for: error)
        }
    }

    private init(console: Console) {
        notes = AppContainer.shared.noteBook()  // sample
        self.console = console
    }

    private func run(_ arguments: [String]) async throws {
        let text = arguments.dropFirst().joined(separator: " ")  // sample
        switch arguments.first {
        case nil, "help", "--help": try console.print(Self.help)
        case "--version": try console.print("appname \(AppContainer.shared.settings().version)")
        case "add": try show(try await notes.add(text))  // sample
        case "list":  // sample
            for note in try await notes.notes(containing: text) {  // sample
                try show(note)  // sample
            }  // sample
        case "remove":  // sample
            guard let id = Note.ID(text) else {  // sample
                throw UsageError("invalid number '\(text)'")  // sample
            }  // sample
            try show(try await notes.remove(id))  // sample
        case let command?: throw UsageError("unknown command '\(command)'")
        }
    }

    private func show(_ note: Note) throws {  // sample
        try console.print("\(note.id)  \(note.text)")  // sample
    }  // sample

    /// Returns the exit code for an error. `sysexits.h` defines the codes 64 and above.
    private static func exitCode(for error: any Error) -> Int32 {
        switch error {
        case NotesError.noSuchNote: 1  // sample
        case NotesError.emptyText: 64  // sample
        case is UsageError: 64
        case is NoteStoreError, is OutputError: 74  // sample
        default: 70
        }
    }
}

private struct UsageError: ExplainedError {
    let explanation: String

    init(_ reason: String) {
        explanation = "\(reason); 'appname help' lists the commands"
    }
}
