public import CheckingInterface
public import Core
import CoreTesting

/// A mock `MoveReviewer` that calls a closure and records the outcomes.
public struct MockMoveReviewer: MoveReviewer {
    /// The closure for ``doubts(about:policy:)``.
    public var onDoubts: @Sendable ([CheckOutcome], CheckPolicy) async -> [Link.ID: String]
    private let calls = RecordedCalls<[CheckOutcome]>()

    /// Creates a mock. A call records an issue if ``onDoubts`` is not set.
    public init() {
        onDoubts = { _, _ in
            recordUnexpectedCall(of: "doubts(about:policy:)", setting: "onDoubts")
            return [:]
        }
    }

    /// The outcomes of each call, in order.
    public var reviewed: [[CheckOutcome]] { calls.all }

    public func doubts(
        about outcomes: [CheckOutcome],
        policy: CheckPolicy
    ) async -> [Link.ID: String] {
        calls.append(outcomes)
        return await onDoubts(outcomes, policy)
    }
}
