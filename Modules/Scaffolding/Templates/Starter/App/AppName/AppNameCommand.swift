import Bootstrap
import Core
import Foundation
import Injection
import NotesInterface

/// The program: registers the settings and runs one command.
@main
public struct AppNameCommand {
    private static let help = """
        Usage: appname COMMAND

        Commands:
          add TEXT…       add a note
          list [WORD]     list the notes, or those that contain a word
          remove NUMBER   remove a note
          help            print this text

        The notes are in $APPNAME_FILE, or else in .local/share/appname/notes.json of your home folder.
        Exit codes: 0 success, 1 no such note, 64 wrong command line, 70 unexpected failure, 74 the notes cannot be read or written.
        """

    @Injected(\AppContainer.noteBook) private var notes
    private let console: Console

    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        exit(await run(Array(CommandLine.arguments.dropFirst()), environment: environment, console: .standard))
    }

    /// Runs the program with the dependencies of `AppContainer.shared`, and returns its exit code.
    ///
    /// Tests call it with mocks registered in a container of their own.
    public static func run(_ arguments: [String], environment: [String: String], console: Console) async -> Int32 {
        let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
        let file = environment["APPNAME_FILE"] ?? "\(home)/.local/share/appname/notes.json"
        let settings = Settings(version: "0.1.0", notesPath: file)
        AppContainer.shared.settings.register { settings }
        do {
            try await AppNameCommand(console: console).run(arguments)
            return 0
        } catch {
            console.printError(error.explanation)
            return exitCode(for: error)
        }
    }

    private init(console: Console) { self.console = console }

    private func run(_ arguments: [String]) async throws {
        let text = arguments.dropFirst().joined(separator: " ")
        switch arguments.first {
        case nil, "help", "--help": try console.print(Self.help)
        case "--version": try console.print("appname \(AppContainer.shared.settings().version)")
        case "add": try show(try await notes.add(text))
        case "list": for note in try await notes.notes(containing: text) { try show(note) }
        case "remove":
            guard let id = Note.ID(text) else { throw UsageError("'\(text)' is not the number of a note") }
            try show(try await notes.remove(id))
        case let command?: throw UsageError("unknown command '\(command)'")
        }
    }

    private func show(_ note: Note) throws { try console.print("\(note.id)  \(note.text)") }

    /// Returns the exit code for an error. The numbers from 64 are those of sysexits.h.
    private static func exitCode(for error: any Error) -> Int32 {
        switch error {
        case NotesError.noSuchNote: 1
        case is UsageError, NotesError.emptyText: 64
        case is NoteStoreError, is OutputError: 74
        default: 70
        }
    }
}

/// An error in the command line.
private struct UsageError: ExplainedError {
    let explanation: String

    init(_ reason: String) { explanation = "\(reason); 'appname help' lists the commands" }
}
