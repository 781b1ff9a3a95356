public import Foundation

/// A program on the path, run to its end.
public enum Program {
    /// What a program left behind.
    public struct Outcome: Sendable {
        /// Its exit code; ``missing`` when there is no such program.
        public let code: Int32
        /// What it wrote to standard output.
        public let output: Data
        /// What it wrote to standard error.
        public let errors: String

        /// Describes the end of a program.
        public init(code: Int32, output: Data, errors: String) {
            (self.code, self.output, self.errors) = (code, output, errors)
        }
    }

    /// What `env` answers when it finds no such program.
    public static let missing: Int32 = 127

    /// Runs a program without input.
    ///
    /// - Throws: When there is no place for its output.
    public static func run(_ name: String, _ arguments: [String]) async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "output-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files instead of pipes: nobody has to read while it runs, however much it writes.
        let (output, errors) = (folder.appending(path: "output"), folder.appending(path: "errors"))
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardInput = FileHandle.nullDevice
        let outputFile = try FileHandle(forWritingTo: output)
        let errorFile = try FileHandle(forWritingTo: errors)
        // The program has its own copies once it runs; those here would stay open for good, as a Process on Linux is never freed.
        defer { for file in [outputFile, errorFile] { try? file.close() } }
        process.standardOutput = outputFile
        process.standardError = errorFile
        let (ends, sender) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in sender.finish() }
        try process.run()
        for await _ in ends {}
        // Cancelling ends the wait, and asking a program that runs how it ended is fatal.
        guard !process.isRunning else {
            process.terminate()
            throw CancellationError()
        }
        return Outcome(
            code: process.terminationStatus, output: try Data(contentsOf: output),
            errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }
}
