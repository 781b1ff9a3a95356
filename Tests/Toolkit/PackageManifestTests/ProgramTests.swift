import Foundation
import PackageManifest
import ProgramTesting
import Testing

/// Tests the programs that commands start.
struct ProgramTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `runs a program without input, and returns its output, errors and exit code`()
        async throws
    {
        let script = "cat; echo out; echo err >&2; exit 3"
        let outcome = try await Program.runProcess("sh", ["-c", script])
        #expect(outcome.code == 3)
        #expect(String(decoding: outcome.output, as: UTF8.self) == "out\n")
        #expect(outcome.text == "out")
        #expect(outcome.errors == "err\n")
        #expect(try await Program.runProcess("no-such-program", []).code == Program.missing)
    }

    @Test func `a program other than the compiler has the temporary folder of this process`()
        async throws
    {
        let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
        let outcome = try await Program.runProcess("sh", ["-c", "echo $TMPDIR"])
        #expect(outcome.text == folder)
    }

    @Test func `a program in a canceled task ends with a cancellation error`() async {
        let task = Task {
            try await Program.runProcess("sleep", ["100"])
        }
        task.cancel()
        await #expect(throws: CancellationError.self) {
            try await task.value
        }
    }

    @Test func `a program does not continue after its task is canceled`() async throws {
        let started = folder.path("a")
        let input = folder.path("b")
        let output = folder.path("c")
        #expect(try await Subprocess.run("mkfifo", [started, input, output]).code == 0)
        let writer = try #require(FileHandle(forUpdatingAtPath: input))
        let script = "exec >\(output); echo >\(started); exec cat \(input)"
        let task = Task { try await Program.runProcess("sh", ["-c", script]) }
        async let written = Program.runProcess("cat", [output]).text
        _ = try await Program.runProcess("cat", [started])
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try writer.write(contentsOf: Data("continued".utf8))
        try writer.close()
        #expect(try await written == "")
    }

    @Test func `returns the exit code of a program that shares the terminal`() async throws {
        #expect(try await Program.runInTerminal("sh", ["-c", "exit 3"]) == 3)
        let replacement = Program.Replacement(of: "a", with: "b")
        let code = try await Program.runInTerminal("sh", ["-c", "exit 4"], replacing: replacement)
        #expect(code == 4)
    }

    /// The parts in which a program writes its output, and the output with "ab" replaced.
    @Test(arguments: [
        (["abab"], "XX"), (["ab\n\nab"], "X\n\nX"), (["a", "b\na", "b\n"], "X\nX\n"),
    ])
    func `replaces a text in all lines of output`(parts: [String], output: String) async throws {
        let path = try folder.write("", to: "output")
        let file = try #require(FileHandle(forWritingAtPath: path))
        let (pipe, end) = Program.Replacement(of: "ab", with: "X").pipe(to: file)
        for part in parts {
            try pipe.fileHandleForWriting.write(contentsOf: Data(part.utf8))
        }
        try pipe.fileHandleForWriting.close()
        for await _ in end {}
        #expect(try folder.text("output") == output)
    }
}
