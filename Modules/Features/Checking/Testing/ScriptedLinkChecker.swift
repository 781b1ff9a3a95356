public import CheckingInterface
public import Core
import Foundation

/// A link checker that sends no requests and returns scripted verdicts for URLs.
public struct ScriptedLinkChecker: LinkChecker {
    private let verdicts: [String: Verdict]

    /// Creates a checker with verdicts by URL. The stream throws ``UnscriptedLink`` for a URL
    /// without a verdict.
    public init(_ verdicts: [String: Verdict] = [:]) {
        self.verdicts = verdicts
    }

    public func check(
        _ links: @escaping LinkBatches,
        policy: CheckPolicy,
        reportSlowHosts: @escaping @Sendable (Set<String>) -> Void
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
}

public struct UnscriptedLink: Error, Hashable { public let url: String }
