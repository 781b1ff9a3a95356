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

    /// Creates the latest run of a history. The records must be sorted from newest to oldest.
    /// Returns `nil` if the history is empty.
    public init?(_ history: [CheckRecord]) {
        guard let latest = history.first else { return nil }
        let run = history.prefix { $0.verdict == latest.verdict }
        self.init(
            latest.verdict,
            since: run.last?.checked ?? latest.checked,
            checks: run.count,
            previous: history.dropFirst(run.count).first?.verdict
        )
    }
}
