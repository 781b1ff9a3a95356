public import CheckingInterface
public import Core
import CoreTesting

/// A mock `MoveReviewer` that calls a closure.
public struct MockMoveReviewer: MoveReviewer {
    /// The closure for ``doubts(about:policy:)``.
    public var onDoubts: @Sendable ([CheckOutcome], CheckPolicy) async -> [Link.ID: String] = {
        _,
        _ in
        _ = UnexpectedCall(of: "doubts(about:policy:)", setting: "onDoubts")
        return [:]
    }

    /// Creates a mock. A call records an issue if ``onDoubts`` is not set.
    public init() {}

    public func doubts(
        about outcomes: [CheckOutcome],
        policy: CheckPolicy
    ) async -> [Link.ID: String] {
        await onDoubts(outcomes, policy)
    }
}
