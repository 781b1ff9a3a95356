public import Foundation

public struct Subprocess: Sendable {
    private let process: Process
    /// Ends with the program. Unlike a stream, it can be awaited again after a waiting task was canceled.
    private let end: Task<Void, Never>
    private let name = UUID().uuidString
    private let folder: TemporaryFolder

    /// Starts a program, by path or by name. `source` replaces the standard input, and `output` the file for standard output in `folder`.
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
        // Unlike a pipe, a file need not be read while the program runs.
        let inputFile = try FileHandle(forReadingFrom: URL(filePath: folder.write(input, to: "\(name).in")))
        let outputFile = try FileHandle(forWritingTo: URL(filePath: folder.write("", to: "\(name).out")))
        let errorFile = try FileHandle(forWritingTo: URL(filePath: folder.write("", to: "\(name).err")))
        // A running program has its own copies. These would stay open, because on Linux a `Process` is never freed, and beyond some 1,300 open files Foundation
        // can read past the end of their list.
        defer { for file in [inputFile, outputFile, errorFile] { try? file.close() } }
        process.standardInput = source ?? inputFile
        process.standardOutput = output ?? outputFile
        process.standardError = errorFile
        let (ends, sender) = AsyncStream.makeStream(of: Void.self)
        end = Task { for await _ in ends {} }
        process.terminationHandler = { _ in sender.finish() }
        try process.run()
    }

    /// Runs a program when a processor is available, and waits until it exits. If `isFirst`, the call precedes waiting calls, for
    /// a test that runs many programs one after another and would otherwise finish last.
    public static func run(
        _ program: String, _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        input: String = "", in workingFolder: String? = nil, isFirst: Bool = false
    ) async throws -> Outcome {
        let folder = try TemporaryFolder()
        await ProcessLimiter.shared.acquire(isFirst: isFirst)
        let result: Result<Outcome, any Error>
        do {
            let call = try Subprocess(
                program, arguments, environment: environment, input: input, in: workingFolder, folder: folder)
            result = .success(try await call.outcome())
        } catch { result = .failure(error) }
        await ProcessLimiter.shared.release()
        return try result.get()
    }

    public var isRunning: Bool { process.isRunning }
    public func outputSoFar() throws -> String { try read("out") }
    /// Ends the program at once, with SIGKILL. On Linux, Foundation starts programs with the other signals blocked.
    public func kill() { send(SIGKILL) }
    /// Sends SIGINT to the program, like Ctrl-C.
    public func interrupt() { process.interrupt() }
    public func send(_ signal: Int32) { sendSignal(signal, to: process.processIdentifier) }

    /// Waits until a condition is true, or until the program has ended. Canceling the test ends the wait, so give the test a time limit.
    public func wait(until condition: () throws -> Bool) async throws {
        while try isRunning && !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Waits for the end of the program. A test that is canceled ends the program.
    public func outcome() async throws -> Outcome {
        await withTaskCancellationHandler {
            await end.value
        } onCancel: {
            if isRunning { kill() }
        }
        try Task.checkCancellation()
        let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(output: try read("out"), errors: try read("err"), code: code)
    }

    private func read(_ stream: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: folder.path("\(name).\(stream)"))), as: UTF8.self)
    }
}

/// `kill`, which a method of the same name hides inside the type.
private func sendSignal(_ signal: Int32, to process: Int32) { _ = kill(process, signal) }

public struct Outcome: Sendable {
    public let output: String
    public let errors: String
    /// The exit code, or the negative number of the signal that ended the program.
    public let code: Int32

    public init(output: String, errors: String, code: Int32) {
        (self.output, self.errors, self.code) = (output, errors, code)
    }

    public var json: Any? { try? JSONSerialization.jsonObject(with: Data(output.utf8)) }
}

/// A limit for concurrent programs, the number of processors. All tests start together, and a hundred compilers at once would slow down the others.
private actor ProcessLimiter {
    static let shared = ProcessLimiter(places: max(2, ProcessInfo.processInfo.activeProcessorCount))
    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var waitingFirst: [CheckedContinuation<Void, Never>] = []
    init(places: Int) { self.places = places }

    /// Waits until ``release()`` frees a place. If `isFirst`, precedes all calls that are not.
    func acquire(isFirst: Bool) async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { if isFirst { waitingFirst.append($0) } else { waiting.append($0) } }
        }
    }

    /// Gives the place to the call that has waited longest.
    func release() {
        if !waitingFirst.isEmpty {
            waitingFirst.removeFirst().resume()
        } else if !waiting.isEmpty {
            waiting.removeFirst().resume()
        } else {
            places += 1
        }
    }
}
