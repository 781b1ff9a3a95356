import Synchronization
import Testing

/// The calls that a mock has received, in order. Copies of the mock share one record of calls.
public final class RecordedCalls<Call: Sendable>: Sendable {
    private let calls = Mutex<[Call]>([])

    /// Creates a record without calls.
    public init() {}

    public var all: [Call] { calls.withLock(\.self) }

    public func append(_ call: Call) {
        calls.withLock { $0.append(call) }
    }
}

/// Records an issue in the running test, because the test did not set the closure that a mock
/// needs.
///
/// - Parameters:
///   - closure: The name of the closure, such as `onPage`.
///   - method: The name of the method, such as `page(at:)`.
public func recordUnexpectedCall(of method: String, setting closure: String) {
    Issue.record("Set '\(closure)' before calling '\(method)'.")
}
