/// An error with a message for people.
public protocol ExplainedError: Error {
    /// What failed, for which value, why, and what to do: one line without a full stop at its end.
    var explanation: String { get }
}

extension Error {
    /// The explanation of an ``ExplainedError``. For any other error, its description after
    /// "unexpected error".
    public var explanation: String {
        (self as? any ExplainedError)?.explanation ?? "unexpected error: \(self)"
    }
}
