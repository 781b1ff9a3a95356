import Foundation

extension Process {
    /// Runs a program and returns its standard output.
    ///
    /// Unlike `Subprocess` of the tests, this method blocks, because the tasks of other programs
    /// would distort the measurements.
    static func output(of program: URL?, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
