import Core
import CoreTesting
import Foundation
import ProgramTesting
import System
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SystemTerminalTests {
    private let terminal = SystemTerminal()

    @Test(arguments: [
        ("true", 0),
        ("false", 1),
        ("no-such-program", 127),
        ("sh -c 'exit 3'", 3),
        ("sh -c 'kill -TERM $$'", 143),
    ])
    func `returns the exit code of a program`(_ command: String, _ code: Int32) {
        #expect(terminal.run(command, with: "argument") == code)
        #expect(!terminal.isUsedByChildProcess)
    }

    @Test func `a child process uses the terminal until it ends`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("pipe")
        let outcome = unsafe mkfifo(path, 0o600)
        try #require(outcome == 0)
        let code = WaitableValue(Int32?.none)
        Thread.detachNewThread { [terminal] in
            let result = terminal.run("cat", with: path)
            code.withLock { $0 = result }
        }
        // The pipe opens when the program has opened its other end, and the program ends when the
        // pipe is closed.
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        #expect(terminal.isUsedByChildProcess)
        close(descriptor)
        await code.wait { $0 != nil }
        #expect(code.value == 0)
        #expect(!terminal.isUsedByChildProcess)
    }

    @Test func `the shell expands the command but not the argument`() throws {
        let folder = try TemporaryFolder()
        let argument = "$(echo) 'a b' *"
        let command = "sh -c 'printf %s \"$1\" > \(folder.path("seen"))' sh"
        #expect(terminal.run(command, with: argument) == 0)
        #expect(try folder.text("seen") == argument)
    }

    @Test func `a program with too long an argument counts as not found`() {
        #expect(terminal.run("true", with: String(repeating: "x", count: 4 << 20)) == 127)
        #expect(!terminal.isUsedByChildProcess)
    }

    /// Runs in a separate process, because the signal settings belong to the process.
    @Test func `a program counts as not found if the system discards its exit code`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            #expect(SystemTerminal().run("true", with: "argument") == 127)
        }
    }

    @Test func `the path of a program can be quoted`() throws {
        let folder = try TemporaryFolder()
        // A link, because the system refuses to run a file that is still open for writing.
        let path = try folder.link("my program", to: "/usr/bin/false")
        #expect(terminal.run("'\(path)'", with: "argument") == 1)
    }

    /// Runs in a separate process, because the standard streams belong to the process.
    @Test func `the shell does not report a program that does not exist`() async {
        let outcome = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            let program = "./no-such_program+1.0"
            #expect(SystemTerminal().run("\(program) --option", with: "argument") == 127)
        }
        #expect(outcome?.errorText == "")
    }

    /// Runs in a separate process, because the signal settings belong to the process.
    @Test func `a program receives the signals that this process blocks or ignores`() async {
        await #expect(processExitsWith: .success) {
            var blocked = sigset_t()
            unsafe sigemptyset(&blocked)
            unsafe sigaddset(&blocked, SIGTERM)
            unsafe pthread_sigmask(SIG_BLOCK, &blocked, nil)
            signal(SIGINT, SIG_IGN)
            let terminal = SystemTerminal()
            #expect(terminal.run("sh -c 'kill -TERM $$'", with: "argument") == 128 + SIGTERM)
            #expect(terminal.run("sh -c 'kill -INT $$'", with: "argument") == 128 + SIGINT)
        }
    }

    /// Runs in a separate process, because the signal settings belong to the process.
    @Test func `recognizes that the process ignores SIGHUP`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGHUP, SIG_DFL)
            #expect(!SystemTerminal().ignoresSIGHUP)
            signal(SIGHUP, SIG_IGN)
            #expect(SystemTerminal().ignoresSIGHUP)
        }
    }

    /// Runs in a separate process, because the standard streams belong to the process.
    @Test func `a pipe is not a terminal, and has no columns`() async {
        await #expect(processExitsWith: .success) {
            let terminal = SystemTerminal()
            let pipe = Pipe()
            dup2(pipe.fileHandleForReading.fileDescriptor, StandardStream.input.rawValue)
            #expect(!terminal.isTerminal(.input))
            #expect(terminal.columns(of: .input) == nil)
        }
    }

    /// Runs in a separate process, because the standard streams belong to the process.
    @Test(.enabled(if: PseudoTerminal() != nil, "this machine has no pseudo-terminals"))
    func `a terminal has columns unless its size is unknown`() async {
        await #expect(processExitsWith: .success) {
            let terminal = SystemTerminal()
            let pseudoTerminal = try #require(PseudoTerminal())
            dup2(pseudoTerminal.file.fileDescriptor, StandardStream.input.rawValue)
            #expect(terminal.isTerminal(.input))
            #expect(terminal.columns(of: .input) == nil)
            for columns in [1, 100] {
                pseudoTerminal.resize(columns: UInt16(columns))
                #expect(terminal.columns(of: .input) == columns)
            }
        }
    }
}
