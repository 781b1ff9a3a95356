public import Core
public import PagesInterface

/// What came of saving a link.
public struct Addition: Sendable, Hashable {
    /// What was done.
    public enum Outcome: Sendable, Hashable {
        /// The link was new.
        case added
        /// The link was there, and learned something.
        case merged
        /// The link was there, and knew all of it.
        case unchanged
    }

    /// The link as it is in the library now.
    public var link: Link
    /// What was done.
    public var outcome: Outcome
    /// Why its page could not be read, or nil when it was, or was not asked for.
    public var pageError: PageError?

    /// Whether the link was new.
    public var isNew: Bool { outcome == .added }

    /// Makes an addition from its parts.
    public init(_ link: Link, _ outcome: Outcome, pageError: PageError? = nil) {
        self.link = link
        self.outcome = outcome
        self.pageError = pageError
    }
}
