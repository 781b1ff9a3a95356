import CommandLineArguments
import Foundation
import ProgramTesting
import Testing

struct ConsoleTests {
    private let output = RecordedStream()
    private let errors = RecordedStream()

    private func console(
        outputIsTerminal: Bool = true,
        errorIsTerminal: Bool = true,
        errorColumns: Int? = 50,
        _ environment: [String: String] = [:],
        isJSON: Bool = false,
        isQuiet: Bool = false,
        allowsColor: Bool = true
    ) -> Console {
        Console(
            output: output.stream(isTerminal: outputIsTerminal, columns: 40),
            error: errors.stream(isTerminal: errorIsTerminal, columns: errorColumns),
            environment: environment,
            isJSON: isJSON,
            isQuiet: isQuiet,
            allowsColor: allowsColor
        )
    }

    @Test func `by default, a console prints text and messages, and allows color`() {
        let console = Console(environment: [:])
        #expect(!console.isJSON)
        #expect(!console.isQuiet)
        #expect(!console.isVerbose)
        #expect(console.allowsColor)
    }

    @Test(arguments: [true, false], [true, false])
    func `asks questions only if standard input and standard error are terminals`(
        input: Bool,
        error: Bool
    ) {
        let console = Console(
            input: Console.Stream(.nullDevice, isTerminal: input),
            error: Console.Stream(.nullDevice, isTerminal: error),
            environment: [:]
        )
        let areTerminals = input && error
        #expect(console.isInteractive == areTerminals)
    }

    @Test func `a pipe is not a terminal`() {
        let pipe = Console.Stream(Pipe().fileHandleForWriting)
        #expect(!Console(output: pipe, environment: [:]).isTerminal)
    }

    @Test(.enabled(if: PseudoTerminal() != nil, "this machine has no pseudo-terminals"))
    func `recognizes a terminal`() throws {
        let terminal = try #require(PseudoTerminal())
        let stream = Console.Stream(terminal.file)
        #expect(Console(output: stream, environment: [:]).isTerminal)
    }

    @Test func `colors results only on a terminal, and only if color is allowed`() {
        #expect(console().hasColor)
        #expect(console(["NO_COLOR": ""]).hasColor)
        #expect(console(errorIsTerminal: false).hasColor)
        #expect(!console(outputIsTerminal: false).hasColor)
        #expect(!console(["NO_COLOR": "1"]).hasColor)
        #expect(!console(["TERM": "dumb"]).hasColor)
        #expect(!console(isJSON: true).hasColor)
        #expect(!console(allowsColor: false).hasColor)
    }

    @Test func `COLUMNS overrides the width of the terminal`() {
        #expect(console().width == 40)
        #expect(console(["COLUMNS": "60"]).width == 60)
        #expect(console(["COLUMNS": "1"]).width == 1)
        #expect(console(["COLUMNS": "0"]).width == 40)
        #expect(console(outputIsTerminal: false, ["COLUMNS": "60"]).width == nil)
    }

    @Test func `progress has the width of the terminal, or 80 columns if it is unknown`() {
        #expect(console().progressWidth == 50)
        #expect(console(["COLUMNS": "60"]).progressWidth == 60)
        #expect(console(errorColumns: nil).progressWidth == 80)
    }

    @Test func `shows no progress if the console is quiet or not a terminal`() throws {
        for console in [
            console(isQuiet: true),
            console(errorIsTerminal: false),
            console(["TERM": "dumb"]),
        ] {
            console.showProgress("working")
        }
        #expect(try errors.text() == "")
    }

    @Test func `progress replaces the previous progress, and can be cleared`() throws {
        let console = console()
        console.showProgress("one")
        console.showProgress("two")
        console.endProgress()
        #expect(try errors.text() == "\r\u{1B}[Kone\r\u{1B}[Ktwo\r\u{1B}[K")
    }

    @Test func `prints messages on standard error, and marks notes and errors`() throws {
        console().printMessage("out of paper")
        console().printNote("one page is missing")
        console().printError("cannot print")
        #expect(
            try errors.text()
                == "out of paper\nnote: one page is missing\nerror: cannot print\n"
        )
        #expect(try output.text() == "")
    }

    @Test(arguments: ["one\ntwo", "one\ntwo\n"])
    func `writes lines to a file, and prints a summary instead`(text: String) throws {
        let folder = try TemporaryFolder()
        let file = folder.path("out")
        try console().write(text, to: file, summary: "2 lines")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "one\ntwo\n")
        #expect(try errors.text() == "wrote \(file): 2 lines\n")
        #expect(try output.text() == "")
    }

    @Test func `prints text without a file, and reports a file that cannot be written`() throws {
        let folder = try TemporaryFolder()
        let console = console()
        let path = folder.path("missing/out")
        let error = #expect(throws: OutputError.self) {
            try console.write("one", to: path, summary: "1 line")
        }
        #expect(error?.path == path)
        #expect(error?.isClosed == false)
        try console.write("two", to: nil, summary: "1 line")
        #expect(try output.text() == "two\n")
        #expect(try errors.text() == "")
    }

    @Test func `reports output that cannot be written`() throws {
        // Writing to the read end of a pipe fails with the same error as writing to a closed
        // stream.
        let output = Console.Stream(Pipe().fileHandleForReading, isTerminal: false)
        let error = #expect(throws: OutputError.self) {
            try Console(output: output, environment: [:]).print("text")
        }
        #expect(error?.path == "standard output")
        #expect(error?.isClosed == true)
    }

    @Test func `ignores a closed terminal`() {
        let output = Console.Stream(Pipe().fileHandleForReading, isTerminal: true)
        #expect(throws: Never.self) {
            try Console(output: output, environment: [:]).print("text")
        }
    }

    #if os(Linux)
        @Test func `a full disk does not count as a closed stream`() throws {
            let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
            let output = Console.Stream(full, isTerminal: false)
            let error = #expect(throws: OutputError.self) {
                try Console(output: output, environment: [:]).print("text")
            }
            #expect(error?.isClosed == false)
        }
    #endif

    @Test func `ignores that output is closed once the task is canceled`() async {
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            let output = Console.Stream(Pipe().fileHandleForReading, isTerminal: false)
            try Console(output: output, environment: [:]).print("text")
        }
        await #expect(throws: Never.self) { try await task.value }
    }
}
