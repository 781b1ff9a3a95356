public import Foundation

/// What a check says about a link.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// It answers.
    case ok
    /// It has moved for good, and its new place answers.
    case moved
    /// It answers, but not to us: 401, 403, 429, 451 and the like.
    case blocked
    /// It may answer again: a server error, a time-out, a broken connection.
    case flaky
    /// It is gone: 404, 410, no such host.
    case dead
}

/// The outcome of one check of one link.
public struct CheckRecord: Sendable, Hashable {
    /// The link that was checked.
    public var link: Link.ID
    /// What came of it.
    public var verdict: Verdict
    /// The last HTTP status, or nil when there was no answer.
    public var status: Int?
    /// Where it has moved to; only for `moved`.
    public var location: String?
    /// How many requests were sent, at least 1 unless the address must not or cannot be requested, or nobody knows.
    public var attempts: Int
    /// How long it took; milliseconds.
    public var milliseconds: Int
    /// Why, in a few words for people; nil for `ok`.
    public var reason: String?
    /// When it was checked; whole seconds.
    public var checked: Date

    /// Makes a record from all of its parts.
    public init(
        link: Link.ID, verdict: Verdict, status: Int? = nil, location: String? = nil, attempts: Int, milliseconds: Int,
        reason: String? = nil, checked: Date
    ) {
        self.link = link
        self.verdict = verdict
        self.status = status
        self.location = location
        self.attempts = attempts
        self.milliseconds = milliseconds
        self.reason = reason
        self.checked = checked
    }
}
