/// An error that explains itself to the user of the program.
public protocol ExplainedError: Error {
    /// One line with the failure, its reason and a remedy, without a period at the end.
    var explanation: String { get }
}

extension Error {
    /// The explanation of an ``ExplainedError``, or "unexpected error" and the description of any
    /// other error.
    public var explanation: String {
        (self as? any ExplainedError)?.explanation ?? "unexpected error: \(self)"
    }
}
