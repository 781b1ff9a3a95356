public import Foundation

/// One call of a program, from its start on.
public struct Call: Sendable {
    private let process: Process
    private let ends: AsyncStream<Void>
    private let name = UUID().uuidString
    private let folder: TemporaryFolder

    /// Starts a program.
    /// - Parameters:
    ///   - program: The path of the program, or the name of one on the path.
    ///   - environment: All the variables that it gets.
    ///   - input: What it reads from standard input.
    ///   - source: What it reads from instead, such as a pipe.
    ///   - workingFolder: The path of the folder in which it runs; nil for that of the caller.
    ///   - output: The file that takes its output, where it is not to be read with the outcome.
    ///   - folder: Where its input and output are kept meanwhile.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String], input: String = "",
        from source: FileHandle? = nil, in workingFolder: String? = nil, output: FileHandle? = nil,
        folder: TemporaryFolder
    ) throws {
        self.folder = folder
        process = Process()
        process.executableURL = URL(filePath: program.contains("/") ? program : "/usr/bin/env")
        process.arguments = program.contains("/") ? arguments : [program] + arguments
        process.environment = environment
        if let workingFolder { process.currentDirectoryURL = URL(filePath: workingFolder) }
        // Files instead of pipes: nobody has to read while the program runs, however much it writes.
        let inputFile = try FileHandle(forReadingFrom: URL(filePath: folder.write(input, to: "\(name).in")))
        let outputFile = try FileHandle(forWritingTo: URL(filePath: folder.write("", to: "\(name).out")))
        let errorFile = try FileHandle(forWritingTo: URL(filePath: folder.write("", to: "\(name).err")))
        // The program has its own copies once it runs. Those here would stay open for good: on Linux, a Process is never
        // freed, and beyond some 1,300 open files Foundation's reading of their list can go past its end.
        defer { for file in [inputFile, outputFile, errorFile] { try? file.close() } }
        process.standardInput = source ?? inputFile
        process.standardOutput = output ?? outputFile
        process.standardError = errorFile
        let (ends, sender) = AsyncStream.makeStream(of: Void.self)
        self.ends = ends
        process.terminationHandler = { _ in sender.finish() }
        try process.run()
    }

    /// Runs a program to its end, once others that were called so leave it a processor.
    ///
    /// - Parameter isFirst: Whether it goes before those that wait already. Where many programs have to run one after the other,
    ///   they would otherwise wait for everybody else each time, and be alone in the end.
    public static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        input: String = "", in workingFolder: String? = nil, isFirst: Bool = false
    ) async throws -> Outcome {
        let folder = try TemporaryFolder()
        await Turnstile.programs.enter(isFirst: isFirst)
        let result: Result<Outcome, any Error>
        do {
            let call = try Call(
                program, arguments, environment: environment, input: input, in: workingFolder, folder: folder)
            result = .success(try await call.outcome())
        } catch {
            result = .failure(error)
        }
        await Turnstile.programs.leave()
        return try result.get()
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool { process.isRunning }

    /// What it has written by now.
    public func outputSoFar() throws -> String { try read("out") }

    /// Ends it at once (SIGKILL), and so a program too that does not listen to Ctrl-C: on Linux, Foundation starts programs with
    /// the gentler signals blocked.
    public func kill() { send(SIGKILL) }

    /// Does what Ctrl-C does.
    public func interrupt() { process.interrupt() }

    /// Sends it a signal, such as `SIGTERM`.
    public func send(_ signal: Int32) { sendSignal(signal, to: process.processIdentifier) }

    /// Waits for its end; a test that is cancelled ends it.
    public func outcome() async throws -> Outcome {
        for await _ in ends {}
        // Cancelling ends the wait, and asking a program that runs how it ended is fatal.
        guard !process.isRunning else {
            kill()
            throw CancellationError()
        }
        let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(output: try read("out"), errors: try read("err"), code: code)
    }

    private func read(_ stream: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: folder.path("\(name).\(stream)"))), as: UTF8.self)
    }
}

/// `kill`, which a method of the same name hides inside the type.
private func sendSignal(_ signal: Int32, to process: Int32) { _ = kill(process, signal) }
