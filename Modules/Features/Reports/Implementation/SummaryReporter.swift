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
        summary(of: try await library.links(matching: LinkQuery()), try await checker.latest())
    }

    func summary(of links: [Link], _ records: [Link.ID: CheckRecord]) -> LibrarySummary {
        let tags = Dictionary(links.flatMap(\.tags).map { ($0, 1) }, uniquingKeysWith: +)
            .map { TagCount($0.key, links: $0.value) }
            .sorted { ($1.links, $0.tag) < ($0.links, $1.tag) }
        let verdicts = Dictionary(links.compactMap { records[$0.id]?.verdict }.map { ($0, 1) }, uniquingKeysWith: +)
        return LibrarySummary(
            links: links.count, tags: tags, verdicts: verdicts, unchecked: links.count { records[$0.id] == nil })
    }
}
