public import Core

/// What a check comes to for one link.
public enum CheckOutcome: Sendable, Hashable {
    /// There is a verdict: of now, or of an earlier check within the policy's `maxAge`.
    case checked(Link, CheckRecord)
    /// It was not requested, for a reason in a few words for people; what is known of it stays as it is.
    case notRequested(Link, reason: String)

    /// The link, as it was when the check began.
    public var link: Link {
        switch self {
        case .checked(let link, _), .notRequested(let link, _): link
        }
    }

    /// The verdict and what led to it, or nil when the link was not requested.
    public var record: CheckRecord? {
        switch self {
        case .checked(_, let record): record
        case .notRequested: nil
        }
    }
}
