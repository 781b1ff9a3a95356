import Core
import Dispatch
import Foundation

/// The lines of standard input; a thread of its own waits for them, so that nobody else has to.
actor StandardInput {
    /// How many lines are read before somebody wants them.
    private static let readAhead = 1_000

    // Dispatch ends the process when a semaphore goes away at less than its first value.
    private let room = DispatchSemaphore(value: 0)
    private var lines: AsyncStream<String>.Iterator

    /// Begins to read.
    init(_ terminal: any Terminal) {
        let (lines, sender) = AsyncStream.makeStream(of: String.self)
        self.lines = lines.makeAsyncIterator()
        for _ in 0..<Self.readAhead { room.signal() }
        Thread.detachNewThread { [room] in
            while let line = terminal.readLine() {
                sender.yield(line)
                room.wait()
            }
            sender.finish()
        }
    }

    /// The next line, or nil at the end.
    ///
    /// - Throws: `CancellationError` when the task is cancelled, however long the line may take to come.
    func next() async throws -> String? {
        var lines = lines
        let line = await lines.next(isolation: #isolation)
        self.lines = lines
        try Task.checkCancellation()
        room.signal()
        return line
    }

    /// How many lines a file has that is given as standard input; nil for a pipe, a terminal, and what else is not at hand.
    ///
    /// To be asked before the first line is read.
    static func countLines(_ terminal: any Terminal) -> Int? {
        let file = terminal.file(of: .input)
        guard let start = try? file.offset(), let end = try? file.seekToEnd(), end > start else { return nil }
        defer { try? file.seek(toOffset: start) }
        guard (try? file.seek(toOffset: start)) != nil else { return nil }
        var count = 0
        while let piece = try? file.read(upToCount: 1 << 16), !piece.isEmpty {
            count += piece.count { $0 == UInt8(ascii: "\n") }
        }
        return count
    }
}
