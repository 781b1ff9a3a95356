package import CheckingInterface
package import Core
import Injection
package import LibraryInterface
package import ReportsInterface

/// Counts what the library and the checker know.
///
/// The one implementation that takes its collaborators from a container instead of through `init`: `C` may be any
/// container that provides them, so that a test declares a small one, in which the compiler demands a mock for each.
package struct SummaryReporter<C: LibraryProviding & CheckingProviding & ClockProviding>: LibraryReporter {
    @Injected(\C.library) var library
    @Injected(\C.linkChecker) var checker
    @Injected(\C.clock) var clock

    /// Takes the collaborators from `C.shared`.
    package init() {}

    package func summary() async throws -> LibrarySummary {
        let records = try await checker.latest()
        var summary = LibrarySummary(links: 0, tags: try await library.tags(), verdicts: [:], unchecked: 0)
        for try await links in library.batches(matching: LinkQuery()) {
            summary.links += links.count
            for link in links {
                if let verdict = records[link.id]?.verdict {
                    summary.verdicts[verdict, default: 0] += 1
                } else {
                    summary.unchecked += 1
                }
            }
        }
        return summary
    }
}
