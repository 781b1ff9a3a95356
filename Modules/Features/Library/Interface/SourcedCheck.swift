public import Core
public import Foundation

/// What a file says of the last check of a link.
public struct SourcedCheck: Sendable, Hashable {
    /// What came of it.
    public var verdict: Verdict
    /// When it was; whole seconds.
    public var checked: Date

    /// Makes it from its parts.
    public init(_ verdict: Verdict, checked: Date) {
        self.verdict = verdict
        self.checked = checked
    }

    /// The record that a history keeps of it; what else was found is not known any more.
    public func record(of link: Link.ID) -> CheckRecord {
        CheckRecord(link: link, verdict: verdict, attempts: 0, milliseconds: 0, checked: checked)
    }
}
