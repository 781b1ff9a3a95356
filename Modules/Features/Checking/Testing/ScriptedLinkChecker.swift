public import CheckingInterface
public import Core
public import Foundation

/// A link checker that sends no requests, and returns the verdicts that a test has scripted by URL.
public struct ScriptedLinkChecker: LinkChecker {
    private let verdicts: [String: Verdict]
    private let checked: Date
    private let error: (any Error)?
    private let earlier: [Link.ID: CheckRecord]

    /// Creates a checker.
    ///
    /// - Parameters:
    ///   - verdicts: The verdict of each URL; for any other the stream throws ``UnscriptedLink``.
    ///   - earlier: The records of earlier checks.
    ///   - checked: The date of its checks.
    ///   - error: The error that the stream throws after all links, or nil.
    public init(
        _ verdicts: [String: Verdict] = [:], earlier: [Link.ID: CheckRecord] = [:],
        checked: Date = Date(timeIntervalSince1970: 1_700_000_000), failingWith error: (any Error)? = nil
    ) {
        self.verdicts = verdicts
        self.earlier = earlier
        self.checked = checked
        self.error = error
    }

    public func check(
        _ links: AsyncThrowingStream<[Link], any Error>, policy: CheckPolicy
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: CheckOutcome.self, throwing: (any Error).self)
        Task {
            do {
                for try await batch in links {
                    for link in batch { continuation.yield(try outcome(of: link)) }
                }
                continuation.finish(throwing: error)
            } catch {
                continuation.finish(throwing: error)
            }
        }
        return stream
    }

    private func outcome(of link: Link) throws -> CheckOutcome {
        guard let verdict = verdicts[link.url] else { throw UnscriptedLink(url: link.url) }
        let reason = verdict == .ok ? nil : "scripted"
        return .checked(
            link,
            CheckRecord(
                link: link.id, verdict: verdict, attempts: 1, milliseconds: 0, reason: reason, checked: checked))
    }

    public func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        earlier.filter { links?.contains($0.key) ?? true }
    }

    /// Returns the one earlier outcome, if the link has one.
    public func history(of link: Link.ID) -> [CheckRecord] { earlier[link].map { [$0] } ?? [] }
}

/// A test checked a link without a scripted verdict.
public struct UnscriptedLink: Error, Hashable {
    /// The URL of the link.
    public let url: String
}
