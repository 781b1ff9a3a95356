public import Core
public import Foundation
import Synchronization

/// A terminal that supplies prepared input and records the output. Each stream is an unnamed
/// temporary file.
public final class RecordingTerminal: Terminal {
    private let files: [StandardStream: FileHandle]
    private let lines: Mutex<ArraySlice<Substring>>
    private let columns: Int?
    private let program: @Sendable (_ command: String, _ argument: String) -> Int32
    public let isUsedByChildProcess = false
    public let ignoresSIGHUP = false

    /// Creates a terminal.
    ///
    /// - Parameters:
    ///   - input: The contents of standard input.
    ///   - columns: The width of the terminal, or `nil` if the streams are not connected to a
    ///     terminal.
    ///   - program: A function that is called in place of a program and returns an exit code.
    public init(
        input: String = "",
        columns: Int? = nil,
        program: @escaping @Sendable (_ command: String, _ argument: String) -> Int32 = { _, _ in
            127
        }
    ) throws {
        self.columns = columns
        self.program = program
        var lines = input.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }[
            ...
        ]
        if lines.last?.isEmpty == true {
            lines.removeLast()
        }
        self.lines = Mutex(lines)
        var files: [StandardStream: FileHandle] = [:]
        for stream in StandardStream.allCases {
            let url = FileManager.default.temporaryDirectory.appending(
                path: "terminal-\(UUID().uuidString)"
            )
            try Data((stream == .input ? input : "").utf8).write(to: url)
            files[stream] = try FileHandle(forUpdating: url)
            try FileManager.default.removeItem(at: url)
        }
        self.files = files
    }

    public func text(of stream: StandardStream) throws -> String {
        let file = file(of: stream)
        try file.seek(toOffset: 0)
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }

    public func file(of stream: StandardStream) -> FileHandle {
        files[stream] ?? .nullDevice
    }
    public func readLine() -> String? {
        lines.withLock { $0.popFirst().map(String.init) }
    }
    public func isTerminal(_ stream: StandardStream) -> Bool {
        columns != nil
    }
    public func columns(of stream: StandardStream) -> Int? {
        columns
    }
    public func run(_ command: String, with argument: String) -> Int32 {
        program(command, argument)
    }
}
