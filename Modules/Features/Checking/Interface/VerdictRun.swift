public import Core
public import Foundation

/// The checks of a link since its verdict last changed.
public struct VerdictRun: Sendable, Hashable {
    public var verdict: Verdict
    /// The date of the first check in the run.
    public var since: Date
    public var checks: Int
    /// The verdict before the run, or `nil` if the run includes the first check of the link.
    public var previous: Verdict?

    public init(_ verdict: Verdict, since: Date, checks: Int = 1, previous: Verdict? = nil) {
        self.verdict = verdict
        self.since = since
        self.checks = checks
        self.previous = previous
    }
}
