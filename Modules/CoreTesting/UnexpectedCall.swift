import Testing

/// The error that a mock throws if a test calls a method without setting its closure.
public struct UnexpectedCall: Error {
    /// Creates the error, and records an issue in the running test.
    ///
    /// - Parameters:
    ///   - method: The name of the method, such as `add(_:)`.
    ///   - closure: The name of the closure, such as `onAdd`.
    public init(of method: String, setting closure: String) {
        Issue.record("Set '\(closure)' before calling '\(method)'.")
    }
}
