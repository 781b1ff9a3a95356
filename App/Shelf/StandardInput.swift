import Core
import Dispatch
import Foundation

/// The lines of standard input, read by a separate thread.
actor StandardInput {
    private static let readAhead = 1_000

    // The semaphore is created with zero and raised by `init`, because Dispatch traps if a
    // semaphore is deallocated while its value is less than the initial value.
    private let capacity = DispatchSemaphore(value: 0)
    private var lines: AsyncStream<String>.Iterator

    init(_ terminal: any Terminal) {
        let (lines, sender) = AsyncStream.makeStream(of: String.self)
        self.lines = lines.makeAsyncIterator()
        for _ in 0..<Self.readAhead {
            capacity.signal()
        }
        Thread.detachNewThread { [capacity] in
            while let line = terminal.readLine() {
                sender.yield(line)
                capacity.wait()
            }
            sender.finish()
        }
    }

    /// Returns the next line, or `nil` at the end.
    ///
    /// - Throws: `CancellationError` as soon as the task is canceled, even if no line arrives.
    func next() async throws -> String? {
        var lines = lines
        let line = await lines.next(isolation: #isolation)
        self.lines = lines
        try Task.checkCancellation()
        capacity.signal()
        return line
    }

    /// Returns the number of lines if standard input is a file, otherwise `nil`. The function must
    /// be called before the first line is read.
    static func countLines(_ terminal: any Terminal) -> Int? {
        let file = terminal.file(of: .input)
        guard let start = try? file.offset(), let end = try? file.seekToEnd(), end > start else {
            return nil
        }
        defer {
            try? file.seek(toOffset: start)
        }
        guard (try? file.seek(toOffset: start)) != nil else {
            return nil
        }
        var count = 0
        while let piece = try? file.read(upToCount: 1 << 16), !piece.isEmpty {
            count += piece.count { $0 == UInt8(ascii: "\n") }
        }
        return count
    }
}
