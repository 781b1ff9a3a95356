import CommandLineArguments

/// What the program tells its caller when it ends (the numbers from 64 on are those of sysexits.h).
enum ExitCode: Int32, CaseIterable {
    /// Done.
    case done = 0
    /// The command line is wrong.
    case usage = 64
    /// Something failed that should not have.
    case unexpected = 70
    /// Reading or writing failed.
    case inputOutput = 74

    /// What it means, for the help.
    private var meaning: String {
        switch self {
        case .done: "done"
        case .usage: "the command line is wrong"
        case .unexpected: "something failed that should not have"
        case .inputOutput: "reading or writing failed"
        }
    }

    /// All of them, as the help lists them.
    static var help: String { HelpText.section("Exit codes", allCases.map { ("\($0.rawValue)", $0.meaning) }) }
}
