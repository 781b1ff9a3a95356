import Core
import CoreTesting
import Foundation
import ProgramTesting
import System
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SystemClockTests {
    private let clock = SystemClock()

    @Test(arguments: WallClockContract.allCases)
    func `satisfies the contract of a wall clock`(_ rule: WallClockContract) async throws {
        try await rule.check(clock)
    }

    @Test func `now is the current date of the machine`() {
        let before = Date()
        let now = clock.now
        #expect((before...Date()).contains(now))
    }

    @Test func `a sleep is not shorter than requested`() async throws {
        let start = ContinuousClock.now
        try await clock.sleep(for: .milliseconds(5))
        #expect(ContinuousClock.now - start >= .milliseconds(5))
    }
}

struct SystemFileWriterTests {
    private let folder: TemporaryFolder
    private let writer = SystemFileWriter()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    @Test func `a file appears only when it is complete`() async throws {
        let path = folder.path("new")
        try await writer.write(to: path) { write in
            for piece in ["one ", "", "två"] {
                try write(piece)
            }
            #expect(!folder.exists("new"))
        }
        #expect(try folder.text("new") == "one två")
        #expect(try names() == ["new"])
    }

    @Test
    func `a file is replaced through a symbolic link, and its permissions are preserved`()
        async throws
    {
        let path = try folder.write("before", to: "old")
        try folder.setPermissions(0o600, of: "old")
        try await writer.write(to: folder.link("link", to: path)) { write in
            try write("after")
            #expect(try folder.text("old") == "before")
        }
        #expect(try folder.text("old") == "after")
        #expect(try folder.permissions(of: "old") == 0o600)
        #expect(try names() == ["link", "old"])
    }

    @Test func `a failed write preserves the existing file, and leaves no temporary file`()
        async throws
    {
        let path = try folder.write("before", to: "old")
        await #expect(throws: CancellationError.self) {
            try await writer.write(to: path) { write in
                try write("half")
                throw CancellationError()
            }
        }
        #expect(try folder.text("old") == "before")
        #expect(try names() == ["old"])
    }

    @Test func `removes the temporary file that a killed process left`() async throws {
        let stale = ".new.\(UUID().uuidString)"
        for name in [stale, ".new.notes", ".newer.\(UUID().uuidString)"] {
            try folder.write("half", to: name)
        }
        let path = folder.path("new")
        try await writer.write(to: path) { write in
            try write("whole")
            #expect(try names().contains(stale) == false)
        }
        #expect(try folder.text("new") == "whole")
        #expect(try names().count == 3)
        #expect(try names().contains(stale) == false)
    }

    @Test func `concurrent writers succeed, and the writer that finishes last replaces the file`()
        async throws
    {
        let path = folder.path("new")
        try await writer.write(to: path) { write in
            try write("first")
            try await writer.write(to: path) { try $0("second") }
            #expect(try folder.text("new") == "second")
        }
        #expect(try folder.text("new") == "first")
        #expect(try names() == ["new"])
    }

    @Test func `an error contains the path and the system's reason`() async throws {
        var failures = [
            (folder.path("missing/file"), "No such file or directory"),
            (folder.url.path, "Is a directory"),
            (try folder.write("", to: "plain") + "/file", "Not a directory"),
        ]
        #if os(Linux)
            failures.append(("/dev/full", "No space left on device"))
        #endif
        for (path, reason) in failures {
            let error = await #expect(throws: FileError.self) {
                try await writer.write(to: path) { try $0("x") }
            }
            #expect(error?.path == path)
            #expect(error?.reason == reason)
        }
        #expect(try names() == ["plain"])
    }

    @Test func `writing to a pipe does not replace it`() async throws {
        let path = folder.path("pipe")
        #expect(try await Subprocess.run("mkfifo", [path]).code == 0)
        // Opening a pipe for reading and writing does not wait for another program.
        let pipe = try #require(FileHandle(forUpdatingAtPath: path))
        try await writer.write(to: path) { try $0("x") }
        #expect(try pipe.read(upToCount: 1) == Data("x".utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        // Foundation has no type for pipes.
        #expect(attributes[.type] as? FileAttributeType == .typeUnknown)
        #expect(try names() == ["pipe"])
    }
}

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
    @Test func `a terminal has columns unless its size is unknown, and a pipe has none`() async {
        await #expect(processExitsWith: .success) {
            let terminal = SystemTerminal()
            let pipe = Pipe()
            dup2(pipe.fileHandleForReading.fileDescriptor, StandardStream.input.rawValue)
            #expect(!terminal.isTerminal(.input))
            #expect(terminal.columns(of: .input) == nil)
            // Not every machine has pseudo-terminals.
            guard let pseudoTerminal = PseudoTerminal() else { return }
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
