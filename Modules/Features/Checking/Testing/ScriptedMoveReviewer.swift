public import CheckingInterface
public import Core

/// A reviewer that reads no pages and returns scripted doubts for URLs.
public struct ScriptedMoveReviewer: MoveReviewer {
    private let doubts: [String: String]

    /// Creates a reviewer with reasons by the new URLs of links.
    public init(_ doubts: [String: String] = [:]) {
        self.doubts = doubts
    }

    public func doubts(
        about outcomes: [CheckOutcome],
        policy: CheckPolicy
    ) -> [Link.ID: String] {
        var reasons: [Link.ID: String] = [:]
        for outcome in outcomes {
            reasons[outcome.link.id] = outcome.record?.location.flatMap { doubts[$0] }
        }
        return reasons
    }
}
