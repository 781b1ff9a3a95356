/// The calls that a mock has received, in order. Copies of the mock share one record of calls.
public final class RecordedCalls<Call: Sendable>: Sendable {
    private let calls = WaitableValue<[Call]>([])

    /// Creates a record without calls.
    public init() {}

    public var all: [Call] { calls.value }

    public func append(_ call: Call) {
        calls.withLock { $0.append(call) }
    }
}
