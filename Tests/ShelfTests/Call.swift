import Foundation
import Testing

/// What one call of the program left behind.
struct Outcome {
    let output: String
    let errors: String
    let code: Int32

    /// The output as JSON.
    var json: Any? { try? JSONSerialization.jsonObject(with: Data(output.utf8)) }
}

/// One call of the program, from its start on.
struct Call {
    private let process = Process()
    private let ends: AsyncStream<Void>
    private let name = UUID().uuidString
    private let folder: URL

    /// Starts the program; `output` takes the place of the file from which its output is read.
    init(
        _ program: Program, _ arguments: [String], input: String, environment: [String: String],
        output: FileHandle? = nil
    ) throws {
        folder = program.folder
        process.executableURL = try Program.executable()
        process.arguments = arguments
        process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        // Files instead of pipes: nobody has to read while the program runs, however much it writes.
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: program.write(input, to: "\(name).in")))
        let outputFile = try FileHandle(forWritingTo: URL(filePath: program.write("", to: "\(name).out")))
        process.standardOutput = output ?? outputFile
        process.standardError = try FileHandle(forWritingTo: URL(filePath: program.write("", to: "\(name).err")))
        let (ends, sender) = AsyncStream.makeStream(of: Void.self)
        self.ends = ends
        process.terminationHandler = { _ in sender.finish() }
        try process.run()
    }

    /// What it has written by now.
    func outputSoFar() throws -> String { try read("out") }

    /// Does what Ctrl-C does.
    func interrupt() { process.interrupt() }

    /// Waits for its end.
    func outcome() async throws -> Outcome {
        for await _ in ends {}
        let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(output: try read("out"), errors: try read("err"), code: code)
    }

    private func read(_ stream: String) throws -> String {
        try String(contentsOf: folder.appending(path: "\(name).\(stream)"), encoding: .utf8)
    }
}
