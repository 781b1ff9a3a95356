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
