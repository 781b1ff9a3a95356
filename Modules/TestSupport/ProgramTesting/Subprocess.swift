public import Foundation

/// A running program.
///
/// The tool has its own functions for running programs, `Program`, because it cannot depend on a
/// module for tests.
public struct Subprocess: Sendable {
    private let process: Process
    /// A task that ends when the program ends. Unlike a stream, it can be awaited again after a
    /// waiting task was canceled.
    private let end: Task<Void, Never>
    private let name = UUID().uuidString
    private let folder: TemporaryFolder

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The path of the program, or its name in the search path.
    ///   - input: The content of the standard input.
    ///   - source: The standard input, or `nil` to use `input`.
    ///   - output: The standard output, or `nil` to use a file in `folder`.
    ///   - folder: The folder for the files of the standard streams.
    public init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        input: String = "",
        from source: FileHandle? = nil,
        in workingFolder: String? = nil,
        output: FileHandle? = nil,
        folder: TemporaryFolder
    ) throws {
        self.folder = folder
        process = Process()
        if program.contains("/") {
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
        } else {
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [program] + arguments
        }
        // `Tests/run NAME` sets this variable for the manifest of this package. Tests describe and
        // build whole packages.
        process.environment = environment.filter { $0.key != "ONLY_TESTS" }
        if let workingFolder {
            process.currentDirectoryURL = URL(filePath: workingFolder)
        }

        // Unlike a pipe, a file does not have to be read while the program runs.
        let inputPath = try folder.write(input, to: "\(name).in")
        let inputFile = try FileHandle(forReadingFrom: URL(filePath: inputPath))
        let outputPath = try folder.write("", to: "\(name).out")
        let outputFile = try FileHandle(forWritingTo: URL(filePath: outputPath))
        let errorPath = try folder.write("", to: "\(name).err")
        let errorFile = try FileHandle(forWritingTo: URL(filePath: errorPath))
        // A running program has its own copies of the file descriptors, so the originals are closed
        // here. Otherwise, they would remain open on Linux, where a `Process` is never freed. With
        // more than about 1,300 open files, Foundation can read past the end of its list of files.
        defer {
            for file in [inputFile, outputFile, errorFile] {
                try? file.close()
            }
        }
        process.standardInput = source ?? inputFile
        process.standardOutput = output ?? outputFile
        process.standardError = errorFile

        let (ends, sender) = AsyncStream.makeStream(of: Void.self)
        end = Task {
            for await _ in ends {}
        }
        process.terminationHandler = { _ in sender.finish() }
        try process.run()
    }

    /// Runs a program when a processor is available, and waits until the program exits.
    ///
    /// - Parameter isFirst: Whether the call takes precedence over other waiting calls. Pass true
    ///   in a test that runs many programs one after another, which would otherwise finish last.
    public static func run(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment,
        input: String = "",
        in workingFolder: String? = nil,
        isFirst: Bool = false
    ) async throws -> Outcome {
        let folder = try TemporaryFolder()
        await ProcessLimiter.shared.acquire(isFirst: isFirst)
        let result: Result<Outcome, any Error>
        do {
            let call = try Subprocess(
                program,
                arguments,
                environment: environment,
                input: input,
                in: workingFolder,
                folder: folder
            )
            result = .success(try await call.outcome())
        } catch {
            result = .failure(error)
        }
        await ProcessLimiter.shared.release()
        return try result.get()
    }

    public var isRunning: Bool { process.isRunning }

    /// Returns what the program has written to the standard output so far.
    public func outputSoFar() throws -> String {
        try read("out")
    }

    /// Ends the program at once with SIGKILL.
    ///
    /// On Linux, Foundation starts programs with all other signals blocked, so those have no effect
    /// until the program unblocks them.
    public func kill() {
        send(SIGKILL)
    }

    /// Sends SIGINT to the program, like Ctrl-C.
    public func interrupt() {
        process.interrupt()
    }

    public func send(_ signal: Int32) {
        sendSignal(signal, to: process.processIdentifier)
    }

    /// Waits until a condition is true or the program has ended.
    ///
    /// The calling test should have a time limit, because a canceled test stops waiting.
    public func wait(until condition: () throws -> Bool) async throws {
        while try isRunning && !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Waits for the end of the program. Canceling the test ends the program.
    public func outcome() async throws -> Outcome {
        await withTaskCancellationHandler {
            await end.value
        } onCancel: {
            if isRunning {
                kill()
            }
        }
        try Task.checkCancellation()
        let status = process.terminationStatus
        let code = process.terminationReason == .exit ? status : -status
        return Outcome(output: try read("out"), errors: try read("err"), code: code)
    }

    private func read(_ stream: String) throws -> String {
        let file = URL(filePath: folder.path("\(name).\(stream)"))
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
}

/// Calls the C function `kill`. This function is at file scope, because `Subprocess` has a method
/// with that name.
private func sendSignal(_ signal: Int32, to process: Int32) {
    _ = kill(process, signal)
}

extension [String: String] {
    /// Returns the environment of the tests, with `folder` first in the search path for programs.
    public static func preferringPrograms(in folder: String) -> Self {
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "\(folder):\(environment["PATH"] ?? "")"
        return environment
    }
}

/// The output and the exit code of a program.
public struct Outcome: Sendable {
    public let output: String
    public let errors: String
    /// The exit code, or the negative number of the signal that ended the program.
    public let code: Int32

    public init(output: String, errors: String, code: Int32) {
        self.output = output
        self.errors = errors
        self.code = code
    }

    /// The output as JSON, or `nil` if it is not JSON.
    public var json: Any? {
        try? JSONSerialization.jsonObject(with: Data(output.utf8))
    }
}

/// A limiter for the number of concurrent programs, based on the number of processors.
///
/// All tests start together. Without a limit, a hundred compilers would run at once and slow down
/// the other tests.
private actor ProcessLimiter {
    static let shared = ProcessLimiter(places: max(2, ProcessInfo.processInfo.activeProcessorCount))
    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var waitingFirst: [CheckedContinuation<Void, Never>] = []

    init(places: Int) {
        self.places = places
    }

    /// Acquires permission to run a program. If the limit is reached, this method waits until
    /// ``release()`` is called.
    ///
    /// - Parameter isFirst: Whether the call takes precedence over waiting calls for which
    ///   `isFirst` is false.
    func acquire(isFirst: Bool) async {
        guard places == 0 else {
            places -= 1
            return
        }
        await withCheckedContinuation { continuation in
            if isFirst {
                waitingFirst.append(continuation)
            } else {
                waiting.append(continuation)
            }
        }
    }

    /// Releases the permission, or passes it to a waiting call. Calls for which `isFirst` is true
    /// take precedence over other calls, and earlier calls take precedence over later calls.
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
