import Bootstrap
import CommandLineArguments
import Injection
import NotesInterface

/// `appname add`: keeps a note.
struct AddCommand: Command {
    static let syntax = CommandSyntax(
        "add", "keep a note", operands: "TEXT…", count: 1...Int.max,
        discussion:
            "The words become one note. What begins with a dash is taken for an option, unless '--' stands before it.",
        examples: [
            ("appname add water the plants", "one note of three words"),
            ("appname add -- -5 degrees", "a note that begins with a dash"),
        ])

    @Injected(\AppContainer.noteBook) private var notes
    private let console: Console
    private let text: String

    init(_ arguments: ParsedArguments, console: Console) {
        self.console = console
        text = arguments.operands.joined(separator: " ")
    }

    func run() async throws -> ExitCode {
        try console.print(try await notes.add(text))
        return .done
    }
}
