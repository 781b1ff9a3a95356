public import Foundation

public struct CheckRecord: Sendable, Hashable {
    public var link: Link.ID
    public var verdict: Verdict
    /// The status of the last HTTP response, or `nil` if there was no response.
    public var status: Int?
    /// The new URL of the page. It is set only if the verdict is `moved`.
    public var location: String?
    /// The number of requests sent. It is 0 for imported records.
    public var attempts: Int
    /// The duration of the check, in milliseconds.
    public var milliseconds: Int
    /// A short explanation for users, or `nil` if the verdict is `ok`.
    public var reason: String?
    /// The date of the check, in whole seconds.
    public var checked: Date
    /// The inspections for which the check read the page.
    public var inspections: PageInspections

    public init(
        link: Link.ID,
        verdict: Verdict,
        status: Int? = nil,
        location: String? = nil,
        attempts: Int,
        milliseconds: Int,
        reason: String? = nil,
        checked: Date,
        inspections: PageInspections = []
    ) {
        self.link = link
        self.verdict = verdict
        self.status = status
        self.location = location
        self.attempts = attempts
        self.milliseconds = milliseconds
        self.reason = reason
        self.checked = checked
        self.inspections = inspections
    }
}

/// The inspections of a page that a check can perform.
public struct PageInspections: OptionSet, Sendable, Hashable {
    /// Finds missing fragments of URLs.
    public static let fragments = Self(rawValue: 1)
    /// Finds parked domains and pages whose contents were replaced.
    public static let contents = Self(rawValue: 2)

    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
