import Foundation
import ProgramTesting
import System
import Testing

/// Programs that get the terminal; what a terminal says about itself, the tests of the program see.
struct SystemTerminalTests {
    private let terminal = SystemTerminal()

    @Test(arguments: [
        ("true", 0), ("false", 1), ("no-such-program", 127), ("sh -c 'exit 3'", 3), ("sh -c 'kill -TERM $$'", 143),
    ])
    func `a program is run to its end, whose code is known`(_ command: String, _ code: Int32) {
        #expect(terminal.run(command, with: "argument") == code)
        #expect(!terminal.isLent)
    }

    @Test func `the shell reads the command, and not the argument`() throws {
        let folder = try TemporaryFolder()
        let argument = "$(echo) 'a b' *"
        #expect(terminal.run("sh -c 'printf %s \"$1\" > \(folder.path("seen"))' sh", with: argument) == 0)
        #expect(try String(contentsOfFile: folder.path("seen"), encoding: .utf8) == argument)
    }
}
