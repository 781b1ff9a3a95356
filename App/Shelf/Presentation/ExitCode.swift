/// What the program tells its caller when it ends (the numbers from 64 on are those of sysexits.h).
enum ExitCode: Int32, CaseIterable {
    /// Done.
    case done = 0
    /// The answer is no.
    case negative = 1
    /// A check found dead links.
    case deadLinks = 2
    /// The command line is wrong.
    case usage = 64
    /// The input cannot be read.
    case unreadableInput = 65
    /// The library cannot be reached.
    case libraryUnreachable = 69
    /// Reading or writing failed.
    case inputOutput = 74
    /// The configuration is wrong.
    case badConfiguration = 78
    /// Its terminal was closed.
    case hungUp = 129
    /// It was interrupted.
    case interrupted = 130
    /// It was asked to end.
    case terminated = 143

    /// What it means, for the help.
    var meaning: String {
        switch self {
        case .done: "done"
        case .negative: "a negative answer: no match, already there, nothing to undo"
        case .deadLinks: "a check found dead links (with --strict: any that are not ok)"
        case .usage: "the command line is wrong"
        case .unreadableInput: "the input cannot be read, or is not what it should be"
        case .libraryUnreachable: "the library cannot be opened or reached, is locked, or is none"
        case .inputOutput: "reading or writing failed"
        case .badConfiguration: "the configuration is wrong"
        case .hungUp: "its terminal was closed (SIGHUP); what is done is kept"
        case .interrupted: "interrupted with Ctrl-C; what is done is kept"
        case .terminated: "asked to end (SIGTERM); what is done is kept"
        }
    }
}
