import CommandLineArguments
import Foundation

/// A stream that records its output.
struct RecordedStream {
    private let pipe = Pipe()

    func stream(isTerminal: Bool = false, columns: Int? = nil) -> Console.Stream {
        Console.Stream(pipe.fileHandleForWriting, isTerminal: isTerminal, columns: columns)
    }

    func text() throws -> String {
        try pipe.fileHandleForWriting.close()
        return String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}
