import Bootstrap
import CommandLineArguments
import Core
import Dispatch
import Foundation
import Injection
import JSONText
import Synchronization
import TerminalText

struct Console: Sendable {
    let isJSON, isQuiet, isVerbose: Bool
    private let hasColor: Bool
    /// The columns of the terminal that shows results; nil if standard output is not a terminal. Results are then not shortened.
    let width: Int?
    /// The columns for progress on standard error; nil if no progress is to be shown.
    let progressWidth: Int?
    let isInteractive: Bool
    let environment: [String: String]
    let system: HostSystem

    init(_ arguments: ParsedArguments, environment: [String: String], system: HostSystem) {
        self.environment = environment
        self.system = system
        (isJSON, isQuiet) = (arguments.has("--json"), arguments.has("--quiet"))
        isVerbose = arguments.has("--verbose")
        let terminal = system.terminal
        let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let isDumb = environment["TERM"] == "dumb"
        let isPlain = isDumb || arguments.has("--no-color") || environment["NO_COLOR"]?.isEmpty == false
        hasColor = !isPlain && !isJSON && terminal.isTerminal(.output)
        width = terminal.isTerminal(.output) ? columns ?? terminal.columns(of: .output) : nil
        let showsProgress = !isDumb && !isQuiet && terminal.isTerminal(.error)
        progressWidth = showsProgress ? columns ?? terminal.columns(of: .error) ?? 80 : nil
        isInteractive = terminal.isTerminal(.input) && terminal.isTerminal(.error)
    }

    var terminal: any Terminal { system.terminal }
    func print(_ text: String) throws(Failure) { try write(text + "\n") }
    func print(json value: JSONValue) throws(Failure) { try print(value.text) }

    func write(_ text: String) throws(Failure) {
        do {
            try terminal.file(of: .output).write(contentsOf: Data(text.utf8))
        } catch {
            // Ctrl-C may also end the reader, or the terminal may be closed. The work must still be saved.
            guard Task.isCancelled || width != nil else {
                let isClosed = error.systemNumber == EBADF
                throw Failure(
                    "cannot write to standard output\(isClosed ? ": it is closed" : "; free space, or write to another file")"
                )
            }
        }
    }

    /// Writes a file of results, or to standard output if its name is `-`. Throws `UsageError` if the file is the library itself.
    func write(
        to path: String, _ body: (_ write: @Sendable (String) throws -> Void) async throws -> Void
    ) async throws {
        guard path != "-" else { return try await body { try write($0) } }
        guard !AppContainer.shared.settings().library.isFile(at: path) else {
            throw UsageError.custom("'\(path)' is the library itself; name another file")
        }
        try await system.fileWriter.write(to: path, body)
    }

    func note(_ text: String) { if !isQuiet { Self.printLine("note: \(text)", on: terminal) } }
    func printError(_ text: String) { Self.printError(text, on: terminal) }
    /// Prints an error on standard error. Ignores failures.
    static func printError(_ text: String, on terminal: any Terminal) { printLine("error: \(text)", on: terminal) }

    private static let longestWord = 500

    private static func printLine(_ text: String, on terminal: any Terminal) {
        draw("\(text.safeForTerminal.cuttingWords(to: longestWord))\n", on: terminal)
    }

    fileprivate static func draw(_ text: String, on terminal: any Terminal) {
        try? terminal.file(of: .error).write(contentsOf: Data(text.utf8))
    }

    /// Asks a question; returns true without asking if it cannot be answered. Ctrl-C as the answer throws `CancellationError`.
    func confirms(_ question: String) async throws -> Bool {
        guard isInteractive else { return true }
        Self.draw("\(question) [y/N] ", on: terminal)
        return ["y", "yes"].contains(try await StandardInput(terminal).next()?.lowercased())
    }

    /// Returns a number with its noun: `1 link`, `12 links`.
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    func styled(_ text: String, _ style: TextStyle) -> String {
        hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

/// A parameter of SGR (ECMA-48, section 8.3.117).
enum TextStyle: String { case bold = "1", faint = "2", red = "31", green = "32", yellow = "33", blue = "34" }

/// A line on the terminal that shows the progress of the work. It draws nothing if no progress is to be shown.
final class ProgressLine: Sendable {
    private let console: Console
    private let state = Mutex<(start: ContinuousClock.Instant?, lastDrawn: ContinuousClock.Instant?)>((nil, nil))
    init(_ console: Console) { self.console = console }

    /// Updates the line, at most ten times a second. `done` is for the rate; `fraction`, from 0 to 1, is nil if the total is unknown.
    func update(_ text: String, done: Int, fraction: Double?) {
        guard let width = console.progressWidth else { return }
        let now = ContinuousClock.now
        let start = state.withLock { state -> ContinuousClock.Instant? in
            if let last = state.lastDrawn, now - last < .milliseconds(100) { return nil }
            state = (state.start ?? now, now)
            return state.start
        }
        guard let start else { return }
        let seconds = (now - start) / .seconds(1)
        var parts = [text]
        if let fraction { parts[0] += " (\(Int(fraction * 100)) %)" }
        if seconds > 0.5 {
            parts.append("\(Int(Double(done) / seconds)) a second")
            if let fraction, fraction > 0.01 { parts.append(Self.remaining(seconds * (1 / fraction - 1))) }
        }
        // A text that fills the last column would wrap, and could not be cleared.
        draw(parts.joined(separator: ", ").fitted(to: width - 1))
    }

    func clear() { if state.withLock({ $0.lastDrawn.take() }) != nil { draw("") } }

    private func draw(_ text: String) { Console.draw("\r\u{1B}[K\(text)", on: console.terminal) }

    private static func remaining(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        return whole < 60 ? "\(whole) s left" : "\(whole / 60) min \(whole % 60) s left"
    }
}

/// The lines of standard input, which a separate thread reads.
actor StandardInput {
    private static let readAhead = 1_000

    // Dispatch ends the process if a semaphore is released at less than its initial value.
    private let capacity = DispatchSemaphore(value: 0)
    private var lines: AsyncStream<String>.Iterator

    init(_ terminal: any Terminal) {
        let (lines, sender) = AsyncStream.makeStream(of: String.self)
        self.lines = lines.makeAsyncIterator()
        for _ in 0..<Self.readAhead { capacity.signal() }
        Thread.detachNewThread { [capacity] in
            while let line = terminal.readLine() {
                sender.yield(line)
                capacity.wait()
            }
            sender.finish()
        }
    }

    /// Returns the next line, or nil at the end. Throws `CancellationError` as soon as the task is canceled, even if no line arrives.
    func next() async throws -> String? {
        var lines = lines
        let line = await lines.next(isolation: #isolation)
        self.lines = lines
        try Task.checkCancellation()
        capacity.signal()
        return line
    }

    /// Returns the number of lines if standard input is a file, otherwise nil. Call it before the first line is read.
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
