public import CheckingInterface
public import Core
public import Foundation

/// A link checker that asks nobody, and gives the verdicts that a test has scripted by address.
public struct ScriptedLinkChecker: LinkChecker {
    private let verdicts: [String: Verdict]
    private let checked: Date
    private let error: (any Error)?
    private let earlier: [Link.ID: CheckRecord]

    /// Makes a checker.
    ///
    /// - Parameters:
    ///   - verdicts: The verdict of each address; at any other the stream throws ``UnscriptedLink``.
    ///   - earlier: What earlier checks have found.
    ///   - checked: When its checks take place.
    ///   - error: What the stream throws after all links, or nil to end well.
    public init(
        _ verdicts: [String: Verdict] = [:], earlier: [Link.ID: CheckRecord] = [:],
        checked: Date = Date(timeIntervalSince1970: 1_700_000_000), failingWith error: (any Error)? = nil
    ) {
        self.verdicts = verdicts
        self.earlier = earlier
        self.checked = checked
        self.error = error
    }

    public func check(_ links: [Link], policy: CheckPolicy) -> AsyncThrowingStream<CheckOutcome, any Error> {
        AsyncThrowingStream { continuation in
            for link in links {
                guard let verdict = verdicts[link.url] else {
                    return continuation.finish(throwing: UnscriptedLink(url: link.url))
                }
                let reason = verdict == .ok ? nil : "scripted"
                let record = CheckRecord(
                    link: link.id, verdict: verdict, attempts: 1, milliseconds: 0, reason: reason, checked: checked)
                continuation.yield(.checked(record))
            }
            continuation.finish(throwing: error)
        }
    }

    public func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        earlier.filter { links?.contains($0.key) ?? true }
    }
}
