public import Foundation

public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// The server responded with a success status.
    case ok
    /// The page has moved permanently, and its new URL responds with success.
    case moved
    /// The server answered but denied access: 401, 403, 429, 451 and similar statuses.
    case blocked
    /// The failure may be temporary, such as a server error, a timeout or a lost connection.
    case flaky
    /// The page does not exist, as indicated by 404, 410 or an unknown host.
    case dead
    /// The server answered with success, but the saved contents are gone: the page belongs to a
    /// parking service, no longer contains the words of its former title, or has no anchor for the
    /// fragment of the URL.
    case changed
}

public struct CheckRecord: Sendable, Hashable {
    public var link: Link.ID
    public var verdict: Verdict
    /// The status of the last HTTP response, or nil if there was no response.
    public var status: Int?
    /// The new URL of the page. It is set only if the verdict is `moved`.
    public var location: String?
    /// The number of requests sent. It is 0 for imported records.
    public var attempts: Int
    /// The duration of the check, in milliseconds.
    public var milliseconds: Int
    /// A short explanation for users, or nil if the verdict is `ok`.
    public var reason: String?
    /// The date of the check, in whole seconds.
    public var checked: Date

    public init(
        link: Link.ID,
        verdict: Verdict,
        status: Int? = nil,
        location: String? = nil,
        attempts: Int,
        milliseconds: Int,
        reason: String? = nil,
        checked: Date
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
