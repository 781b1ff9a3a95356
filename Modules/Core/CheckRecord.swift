public import Foundation

public enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// The server answered with success.
    case ok
    /// The page has moved permanently, and its new URL is `ok`.
    case moved
    /// The server answered but denied access: 401, 403, 429, 451 and similar statuses.
    case blocked
    /// The failure may be temporary: a server error, a timeout, a lost connection.
    case flaky
    /// The page is gone: 404, 410, unknown host.
    case dead
}

public struct CheckRecord: Sendable, Hashable {
    public var link: Link.ID
    public var verdict: Verdict
    /// The last HTTP status, or nil without a response.
    public var status: Int?
    /// The new URL if the verdict is `moved`.
    public var location: String?
    /// The number of requests sent; 0 if none were, or for imported records.
    public var attempts: Int
    /// The duration in milliseconds.
    public var milliseconds: Int
    /// A short explanation for people; nil for `ok`.
    public var reason: String?
    /// The date of the check, in whole seconds.
    public var checked: Date

    public init(
        link: Link.ID, verdict: Verdict, status: Int? = nil, location: String? = nil, attempts: Int, milliseconds: Int,
        reason: String? = nil, checked: Date
    ) {
        (self.link, self.verdict, self.status, self.location) = (link, verdict, status, location)
        (self.attempts, self.milliseconds, self.reason, self.checked) = (attempts, milliseconds, reason, checked)
    }
}

/// A store of check records. A store opens nothing before its first use. All methods throw only ``StoreError``.
public protocol CheckHistoryStore: Sendable {
    /// Stores all of `records`, or none if it throws. Skips records of removed links.
    /// - Parameter urls: The URLs that were checked. Skips records of links whose URL has changed since. Records of links without an entry are not checked for this.
    func append(_ records: [CheckRecord], of urls: [Link.ID: String]) async throws
    /// Returns the latest record of each of `links`, or of every link if that is nil. Omits links that were removed or never checked.
    func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord]
    func history(of link: Link.ID) async throws -> [CheckRecord]
}

extension CheckHistoryStore {
    public func append(_ records: [CheckRecord]) async throws { try await append(records, of: [:]) }
    public func latest() async throws -> [Link.ID: CheckRecord] { try await latest(of: nil) }
}
