import Foundation
public import Testing

/// A text that is recorded in a file in `Tests/Fixtures`, such as the help of a program.
///
/// A change of the text is therefore a change of that file, which a reviewer can read as a user
/// would. With the environment variable `WRITE_PAGES`, tests write the text to the file.
public struct RecordedText {
    private let name: String
    private let command: String

    /// Creates the text that is recorded in a file.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - command: The command that runs the test, for the message that the file is out of date.
    public init(in name: String, updatedBy command: String) {
        self.name = name
        self.command = command
    }

    /// Expects the recorded text to be equal to `text`.
    public func expect(
        _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = BuiltProducts.packageRoot.appending(path: "Tests/Fixtures/\(name)")
        guard ProcessInfo.processInfo.environment["WRITE_PAGES"] == nil else {
            return try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(
            Self.lines(text) == Self.lines(recorded),
            "Tests/Fixtures/\(name) is out of date; run: WRITE_PAGES=yes \(command)",
            sourceLocation: sourceLocation
        )
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
