import Core
import Dispatch
import Foundation

/// The lines of standard input, read on a queue of its own, because reading blocks.
struct StandardInput {
    private let terminal: any Terminal
    private let queue = DispatchQueue(label: "shelf.input")

    init(_ terminal: any Terminal) {
        self.terminal = terminal
    }

    /// Returns the next line, or `nil` at the end.
    ///
    /// - Throws: `CancellationError` as soon as the task is canceled, even if no line arrives.
    func next() async throws -> String? {
        let lines = AsyncStream { sender in
            queue.async {
                sender.yield(terminal.readLine())
                sender.finish()
            }
        }
        for await line in lines {
            return line
        }
        throw CancellationError()
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
