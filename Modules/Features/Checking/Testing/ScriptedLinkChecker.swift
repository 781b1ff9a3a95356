public import CheckingInterface
public import Core
import Foundation

/// A link checker that sends no requests and returns scripted verdicts for URLs.
public struct ScriptedLinkChecker: LinkChecker {
    private let verdicts: [String: Verdict]
    private let earlier: [Link.ID: CheckRecord]
    private let runs: [Link.ID: VerdictRun]

    /// Creates a checker with verdicts by URL, and with the records and runs of earlier checks. The
    /// stream throws ``UnscriptedLink`` for a URL without a verdict.
    public init(
        _ verdicts: [String: Verdict] = [:],
        earlier: [Link.ID: CheckRecord] = [:],
        runs: [Link.ID: VerdictRun] = [:]
    ) {
        self.verdicts = verdicts
        self.earlier = earlier
        self.runs = runs
    }

    public func check(
        _ links: @escaping LinkBatches,
        policy: CheckPolicy
    ) -> AsyncThrowingStream<CheckOutcome, any Error> {
        AsyncThrowingStream { continuation in
            Task {
                do {
                    for try await batch in try await links() {
                        for link in batch {
                            continuation.yield(try outcome(of: link))
                        }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        }
    }

    private func outcome(of link: Link) throws -> CheckOutcome {
        guard let verdict = verdicts[link.url] else {
            throw UnscriptedLink(url: link.url)
        }
        let record = CheckRecord(
            link: link.id,
            verdict: verdict,
            attempts: 1,
            milliseconds: 0,
            reason: verdict == .ok ? nil : "scripted",
            checked: Date(timeIntervalSince1970: 1_700_000_000)
        )
        return .checked(link, record)
    }

    public func latest(of links: [Link.ID]?) -> [Link.ID: CheckRecord] {
        earlier.filter { links?.contains($0.key) ?? true }
    }

    public func history(of link: Link.ID) -> [CheckRecord] {
        earlier[link].map { [$0] } ?? []
    }

    /// Returns nil, because the checker has no archive.
    public func archivedCopy(of link: Link) -> String? {
        nil
    }

    /// Returns the scripted runs regardless of their duration. By default, returns the runs of the
    /// earlier checks.
    public func verdictRuns(
        of links: [Link.ID]?,
        lasting duration: Duration
    ) -> [Link.ID: VerdictRun] {
        latest(of: links).compactMapValues { runs[$0.link] ?? VerdictRun([$0]) }
    }
}

public struct UnscriptedLink: Error, Hashable { public let url: String }
