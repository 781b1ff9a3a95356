import Foundation

extension Process {
    /// Runs a program and returns its standard output.
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
