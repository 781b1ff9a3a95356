public import Core

/// A type that finds permanent redirects that may not lead to the saved pages.
///
/// Sites redirect removed pages to their start page, a login or a request for consent. If the URLs
/// of such links were updated, the links would be lost, or merged with each other.
public protocol MoveReviewer: Sendable {
    /// Reads the new pages of moved links, and returns the links that should keep their URLs, each
    /// with a short reason for users.
    ///
    /// - Parameters:
    ///   - outcomes: The outcomes of checks. Verdicts other than `moved` are ignored.
    ///   - policy: The policy of the check.
    func doubts(about outcomes: [CheckOutcome], policy: CheckPolicy) async -> [Link.ID: String]
}
