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
        let ids = try await library.ids(matching: LinkQuery())
        let verdicts = ids.compactMap { records[$0]?.verdict }
        return LibrarySummary(
            links: ids.count, tags: try await library.tags(),
            verdicts: Dictionary(verdicts.map { ($0, 1) }, uniquingKeysWith: +),
            unchecked: ids.count - verdicts.count)
    }
}
