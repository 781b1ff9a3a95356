import Foundation

/// What one call of a program left behind.
public struct Outcome: Sendable {
    /// What it wrote to standard output.
    public let output: String
    /// What it wrote to standard error.
    public let errors: String
    /// Its exit code, or the negative number of the signal that ended it.
    public let code: Int32

    /// Creates the outcome of a call.
    public init(output: String, errors: String, code: Int32) {
        self.output = output
        self.errors = errors
        self.code = code
    }

    /// The output as JSON.
    public var json: Any? { try? JSONSerialization.jsonObject(with: Data(output.utf8)) }
}
