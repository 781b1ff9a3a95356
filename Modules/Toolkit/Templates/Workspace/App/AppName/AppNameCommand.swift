import Bootstrap
import Core
import Foundation
import Injection
import NotesInterface  // starter

/// The program. It registers the settings and runs one command.
@main
public struct AppNameCommand {
    private static let help = """
        Usage: appname COMMAND

        Commands:
          // starter
          add TEXT…       add a note
          list [WORD]     list the notes, or those that contain a word
          remove NUMBER   remove a note
          // end
          help            print this text

        The notes are in $APPNAME_FILE, by default .local/share/appname/notes.json in your home folder.  // starter
        Exit codes: 0 success, 64 invalid command line, 70 unexpected error.  // empty
        Exit codes: 0 success, 1 no such note, 64 invalid command line, 70 unexpected error, 74 the notes cannot be read or written.  // starter
        """

    private let notes: any NoteBook  // starter
    private let settings: Settings
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
        // starter
        let folder = FileManager.default.homeDirectoryForCurrentUser.path
        let home = environment["HOME"] ?? folder
        let standardFile = "\(home)/.local/share/appname/notes.json"
        let file = environment["APPNAME_FILE"] ?? standardFile
        let settings = Settings(version: "0.1.0", notesPath: file)
        // end
        AppContainer.shared.settings.register { settings }
        let command = AppNameCommand(console: console)
        do {
            try await command.run(arguments)
            return 0
        } catch {
            console.printError(error.explanation)
            return exitCode(for: error)
        }
    }

    private init(console: Console) {
        notes = AppContainer.shared.noteBook()  // starter
        settings = AppContainer.shared.settings()
        self.console = console
    }

    private func run(_ arguments: [String]) async throws {
        let text = arguments.dropFirst().joined(separator: " ")  // starter
        switch arguments.first {
        case nil, "help", "--help": try console.print(Self.help)
        case "--version": try console.print("appname \(settings.version)")
        // starter
        case "add": try show(try await notes.add(text))
        case "list":
            for note in try await notes.notes(containing: text) {
                try show(note)
            }
        case "remove":
            guard let id = Note.ID(text) else {
                throw UsageError("invalid number '\(text)'")
            }
            try show(try await notes.remove(id))
        // end
        case let command?: throw UsageError("unknown command '\(command)'")
        }
    }

    // starter
    private func show(_ note: Note) throws {
        try console.print("\(note.id)  \(note.text)")
    }
    // end

    /// Returns the exit code for an error. `sysexits.h` defines the codes 64 and above.
    private static func exitCode(for error: any Error) -> Int32 {
        switch error {
        case NotesError.noSuchNote: 1  // starter
        case NotesError.emptyText: 64  // starter
        case is UsageError: 64
        case is NoteStoreError, is OutputError: 74  // starter
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
