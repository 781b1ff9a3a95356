public import Foundation

/// Functions that run other programs, such as `swift` and `git`.
public enum Program {
    /// A function that runs a program with arguments.
    public typealias Runner = @Sendable (String, [String]) async throws -> Outcome

    /// The exit code and the output of a program.
    public struct Outcome: Sendable {
        /// The exit code, or ``missing`` if the program was not found.
        public let code: Int32
        public let output: Data
        public let errors: String

        public init(code: Int32, output: Data, errors: String) {
            self.code = code
            self.output = output
            self.errors = errors
        }

        /// The output as text, without line breaks at its beginning and its end.
        public var text: String {
            String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
        }
    }

    /// Runs a program that shares the standard input and output of this process, and returns the
    /// exit code of the program.
    ///
    /// - Parameter replacement: A text that is replaced in output that does not go to a terminal.
    public static func runInTerminal(
        _ name: String,
        _ arguments: [String],
        replacing replacement: Replacement? = nil
    ) async throws -> Int32 {
        let process = process(name, arguments)
        var ends: [AsyncStream<Void>] = []
        if let replacement, isatty(STDOUT_FILENO) == 0 {
            let (pipe, end) = replacement.pipe(to: .standardOutput)
            process.standardOutput = pipe
            ends.append(end)
        }
        if let replacement, isatty(STDERR_FILENO) == 0 {
            let (pipe, end) = replacement.pipe(to: .standardError)
            process.standardError = pipe
            ends.append(end)
        }
        ends.append(try start(process))
        for end in ends {
            for await _ in end {}
        }
        return process.isRunning ? 130 : process.terminationStatus
    }

    /// A text that replaces another text in each line of output.
    public struct Replacement: Sendable, Hashable {
        public let old: String
        public let new: String

        public init(of old: String, with new: String) {
            self.old = old
            self.new = new
        }

        /// Returns a pipe whose lines are written to a file, and a stream that ends when all lines
        /// are written.
        package func pipe(to file: FileHandle) -> (Pipe, AsyncStream<Void>) {
            let pipe = Pipe()
            let (end, sender) = AsyncStream.makeStream(of: Void.self)
            let reader = pipe.fileHandleForReading
            // The loop waits for the program, so it must not occupy a thread of the task pool.
            Thread.detachNewThread {
                var rest = Data()
                while case let data = reader.availableData, !data.isEmpty {
                    rest += data
                    let count = rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
                    try? file.write(contentsOf: applied(to: rest.prefix(count)))
                    rest = Data(rest.dropFirst(count))
                }
                try? file.write(contentsOf: applied(to: rest))
                sender.finish()
            }
            return (pipe, end)
        }

        private func applied(to data: Data) -> Data {
            Data(String(decoding: data, as: UTF8.self).replacing(old, with: new).utf8)
        }
    }

    /// The exit code of `env` if the program was not found.
    public static let missing: Int32 = 127

    /// The function that runs programs for the current task. Tests replace it, so that they do not
    /// wait for the toolchain.
    @TaskLocal public static var runner: Runner = runProcess

    /// Runs a program without input.
    ///
    /// - Throws: An error if no files can be created for the output of the program.
    public static func run(_ name: String, _ arguments: [String]) async throws -> Outcome {
        try await runner(name, arguments)
    }

    /// Runs Git in a folder.
    public static func git(_ arguments: [String], in folder: String) async throws -> Outcome {
        try await run("git", ["-C", folder] + arguments)
    }

    /// Returns the folders of the checked-out submodules in a folder of a Git repository, relative
    /// to that folder.
    package static func submodules(in folder: String) async throws -> [String] {
        let outcome = try await git(["ls-files", "--stage", "-z"], in: folder)
        let entries = outcome.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return entries.compactMap { entry in
            let path = entry.split(separator: "\t", maxSplits: 1).last.map(String.init) ?? ""
            let isSubmodule = entry.hasPrefix("160000 ") && "\(folder)/\(path)/.git".fileExists
            return isSubmodule ? path : nil
        }
    }

    /// Runs a program as a process without input. This function is the default ``runner``.
    public static func runProcess(
        _ name: String,
        _ arguments: [String]
    ) async throws -> Outcome {
        let folder = try TemporaryDirectory()
        defer {
            withExtendedLifetime(folder) {}
        }
        // The output goes to files, because a pipe would need a reader while the program runs.
        let output = folder.url.appending(path: "output")
        let errors = folder.url.appending(path: "errors")
        for file in [output, errors] {
            try Data().write(to: file)
        }
        let process = process(name, arguments)
        process.environment = ProcessInfo.processInfo.environment.filter {
            // SwiftPM must describe the whole package.
            $0.key != TestBuild.variable
        }
        if name == "swiftc" {
            // A compiler that is killed leaves its temporary files.
            process.environment?["TMPDIR"] = folder.url.path
        }
        process.standardInput = FileHandle.nullDevice
        let outputFile = try FileHandle(forWritingTo: output)
        let errorFile = try FileHandle(forWritingTo: errors)
        // The program has its own copies of these handles. On Linux, the handles must be closed
        // here, because a `Process` is never freed.
        defer {
            for file in [outputFile, errorFile] {
                try? file.close()
            }
        }
        process.standardOutput = outputFile
        process.standardError = errorFile
        // The handler runs at once in a canceled task, so the process must have an identifier.
        let end = try start(process)
        await withTaskCancellationHandler {
            for await _ in end {}
        } onCancel: {
            // On Linux, Foundation starts programs with all other signals blocked. A program that
            // continues could write its temporary files again after they are removed.
            kill(process.processIdentifier, SIGKILL)
        }
        try Task.checkCancellation()
        return Outcome(
            code: process.terminationStatus,
            output: try Data(contentsOf: output),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self)
        )
    }

    /// Returns a process that finds the program in the search path.
    private static func process(_ name: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        return process
    }

    /// Starts a process, and returns a stream that ends when the process ends.
    ///
    /// If the task is canceled, a loop over the stream ends although the process is still running.
    /// Reading the status of a running process would be a fatal error.
    private static func start(_ process: Process) throws -> AsyncStream<Void> {
        let (end, sender) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in sender.finish() }
        try process.run()
        return end
    }
}
