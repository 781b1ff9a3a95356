/// An error that says in words for people what happened.
public protocol ExplainedError: Error {
    /// What failed, on which value, why, and what to do; one line without a full stop.
    var explanation: String { get }
}

extension Error {
    /// The words of an ``ExplainedError``; for any other error, its own description behind "unexpected failure".
    public var explanation: String {
        (self as? any ExplainedError)?.explanation ?? "unexpected failure: \(self)"
    }
}
