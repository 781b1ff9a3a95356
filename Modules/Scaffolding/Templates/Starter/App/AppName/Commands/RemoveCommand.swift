import Bootstrap
import CommandLineArguments
import Core
import Injection
import NotesInterface

/// `appname remove`: forgets a note.
struct RemoveCommand: Command {
    static let syntax = CommandSyntax(
        "remove", "forget a note", operands: "N", count: 1...1,
        examples: [("appname remove 2", "forget the note that 'appname list' shows as number 2")])

    @Injected(\AppContainer.noteBook) private var notes
    private let console: Console
    private let id: Note.ID

    init(_ arguments: ParsedArguments, console: Console) throws(UsageError) {
        self.console = console
        guard let id = Note.ID(arguments.operands[0]), id > 0 else {
            throw .custom("'\(arguments.operands[0])' is no number of a note; 'appname list' shows the numbers")
        }
        self.id = id
    }

    func run() async throws -> ExitCode {
        try console.print(try await notes.remove(id))
        return .done
    }
}
