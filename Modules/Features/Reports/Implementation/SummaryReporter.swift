package import CheckingInterface
package import Core
import Injection
package import LibraryInterface
package import ReportsInterface

/// Counts what the library and the checker know.
///
/// The one implementation that takes its collaborators from a container instead of through `init`: `C` may be any
/// container that provides them, so that a test declares a small one, in which the compiler demands a mock for each.
///
/// It resolves from the container that created it, when it needs a collaborator, so that a registration made since then counts. The
/// reference is weak: a container that caches its reporter would otherwise keep itself alive.
package struct SummaryReporter<C: LibraryProviding & CheckingProviding & ClockProviding>: LibraryReporter {
    private weak let container: C?

    /// Creates a reporter on the library of a container, which must outlive it.
    package init(container: C) { self.container = container }

    /// Returns the container.
    ///
    /// - Throws: ``ReleasedContainerError`` when the container has been released.
    func resolver() throws(ReleasedContainerError) -> C {
        guard let container else { throw ReleasedContainerError() }
        return container
    }

    package func summary() async throws -> LibrarySummary {
        let container = try resolver()
        let (library, checker) = (container.library(), container.linkChecker())
        let records = try await checker.latest()
        let ids = try await library.ids(matching: LinkQuery())
        let verdicts = ids.compactMap { records[$0]?.verdict }
        return LibrarySummary(
            links: ids.count, tags: try await library.tags(),
            verdicts: Dictionary(verdicts.map { ($0, 1) }, uniquingKeysWith: +),
            unchecked: ids.count - verdicts.count)
    }
}

/// The container of a reporter was released before the reporter was used.
package struct ReleasedContainerError: Error {}
