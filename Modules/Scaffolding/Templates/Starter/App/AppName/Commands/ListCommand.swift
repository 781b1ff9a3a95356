import Bootstrap
import CommandLineArguments
import Injection
import NotesInterface

/// `appname list`: shows notes.
struct ListCommand: Command {
    static let syntax = CommandSyntax(
        "list", "show notes, oldest first", operands: "[WORD]", count: 0...1,
        discussion: "With a word, only the notes that contain it; case and accents do not count.",
        examples: [("appname list", "all of them"), ("appname list plants", "those about plants")])

    @Injected(\AppContainer.noteBook) private var notes
    private let console: Console
    private let word: String?

    init(_ arguments: ParsedArguments, console: Console) {
        self.console = console
        word = arguments.operands.first
    }

    func run() async throws -> ExitCode {
        for note in try await notes.notes(containing: word) { try console.print(note) }
        return .done
    }
}
