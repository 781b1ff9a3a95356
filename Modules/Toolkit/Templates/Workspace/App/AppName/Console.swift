import Core
import Foundation

/// The output of a command, which goes to the standard streams or to functions that a test
/// provides.
public struct Console: Sendable {
    private let output: @Sendable (String) throws -> Void
    private let errors: @Sendable (String) throws -> Void

    /// Creates a console from the functions that write results and errors.
    public init(
        output: @escaping @Sendable (String) throws -> Void,
        errors: @escaping @Sendable (String) throws -> Void
    ) {
        self.output = output
        self.errors = errors
    }

    /// The standard streams of the process.
    static let standard = Console(
        output: { try FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
        errors: { try FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
    )

    /// Writes a line to standard output.
    func print(_ text: String) throws(OutputError) {
        do {
            try output(text + "\n")
        } catch {
            throw OutputError()
        }
    }

    /// Writes a line to standard error, ignoring failures.
    func printError(_ text: String) {
        try? errors("appname: \(text)\n")
    }
}

struct OutputError: ExplainedError {
    let explanation = "cannot write to standard output; free space, or write to another file"
}
