import Foundation

/// The standard streams.
struct Console: Sendable {
    /// Writes a result to standard output.
    func print(_ text: String) throws(OutputError) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
        } catch {
            throw OutputError()
        }
    }

    /// Says what went wrong, on standard error; there is nobody left to tell when that fails too.
    func complain(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data("appname: \(text)\n".utf8)) }
}

/// Standard output takes no more.
struct OutputError: Error {}
