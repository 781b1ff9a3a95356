public import Core
public import PagesInterface

public struct Addition: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        case added
        /// The link already existed, and details were added to it.
        case merged
        /// The link already existed with all of the details.
        case unchanged
    }

    /// The link as it is stored now.
    public var link: Link
    public var outcome: Outcome
    /// Whether an existing link kept its title, although the draft has another one.
    public var keepsTitle = false
    /// Whether an existing link kept its note, although the draft has another one.
    public var keepsNote = false
    /// The reason why the page could not be read, or `nil` if it was read or not requested.
    public var pageError: PageError?

    public var isNew: Bool { outcome == .added }

    public init(_ link: Link, _ outcome: Outcome, pageError: PageError? = nil) {
        self.link = link
        self.outcome = outcome
        self.pageError = pageError
    }
}
