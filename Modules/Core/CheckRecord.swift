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

/// The checks of a link since its verdict last changed.
public struct VerdictRun: Sendable, Hashable {
    public var verdict: Verdict
    /// The date of the first check in the run.
    public var since: Date
    public var checks: Int
    /// The verdict before the run, or nil if the run includes the first check of the link.
    public var previous: Verdict?

    public init(_ verdict: Verdict, since: Date, checks: Int = 1, previous: Verdict? = nil) {
        self.verdict = verdict
        self.since = since
        self.checks = checks
        self.previous = previous
    }

    /// Creates the latest run of a history. The records must be sorted from newest to oldest.
    /// Returns nil if the history is empty.
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

/// The records of earlier checks. All methods throw only ``StoreError``.
public protocol CheckHistory: Sendable {
    /// Returns the latest record of each of `links`, or of all links if `links` is nil. Omits links
    /// that were removed or never checked.
    func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord]
    /// Returns the records of a link, newest first.
    func history(of link: Link.ID) async throws -> [CheckRecord]
    /// Returns the latest run of each of `links`, or of all links if `links` is nil. Omits links
    /// that were removed or never checked.
    func verdictRuns(of links: [Link.ID]?) async throws -> [Link.ID: VerdictRun]
}

/// A store of check records. It opens no file or connection until it is first used.
public protocol CheckHistoryStore: CheckHistory {
    /// Stores all records, or none of them if an error is thrown.
    ///
    /// Skips the records of removed links. Also skips the record of a link whose current URL
    /// differs from the checked URL in `urls`. If `urls` has no entry for a link, the record is
    /// stored regardless of the link's current URL.
    func append(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws
    /// Begins a check that divides the links among this program and other programs. Returns nil if
    /// the store does not support sessions.
    ///
    /// The session joins the checks that other programs began at most one lease ago, so links that
    /// those programs have already checked are not checked again.
    ///
    /// - Parameter lease: The time after which claims expire if the program does not extend them.
    func beginSession(lease: Duration) async throws -> (any CheckSession)?
}

extension CheckHistory {
    public func latest() async throws -> [Link.ID: CheckRecord] {
        try await latest(of: nil)
    }

    /// Returns the latest run of each of `links`, or of all links if `links` is nil.
    ///
    /// This default implementation reads the histories one by one, which is fast enough for stores
    /// in memory.
    public func verdictRuns(of links: [Link.ID]?) async throws -> [Link.ID: VerdictRun] {
        var runs: [Link.ID: VerdictRun] = [:]
        for link in try await latest(of: links).keys {
            runs[link] = VerdictRun(try await history(of: link))
        }
        return runs
    }
}

extension CheckHistoryStore {
    public func append(_ records: [CheckRecord]) async throws {
        try await append(records, of: [:])
    }
    public func beginSession(lease: Duration) async throws -> (any CheckSession)? {
        nil
    }
}
