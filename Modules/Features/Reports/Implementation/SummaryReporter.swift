import AsyncStreams
package import CheckingInterface
package import Core
import Injection
package import LibraryInterface
package import ReportsInterface

/// A reporter that resolves its collaborators on use, from any container that provides them. Later registrations therefore apply.
///
/// The reference to the container is weak, since a container that caches its reporter would otherwise never be released.
package struct SummaryReporter<C: LibraryProviding & CheckingProviding & ClockProviding>: LibraryReporter {
    private weak let container: C?

    package init(container: C) { self.container = container }

    private func resolver() throws(ReleasedContainerError) -> C {
        guard let container else { throw ReleasedContainerError() }
        return container
    }

    package func summary() async throws -> LibrarySummary {
        let container = try resolver()
        let (library, checker) = (container.library(), container.linkChecker())
        let runs = try await checker.verdictRuns(of: nil, lasting: .zero)
        let ids = try await library.ids(matching: LinkQuery())
        let verdicts = ids.compactMap { runs[$0]?.verdict }
        // A run of one check began with the latest one.
        let changed = ids.filter { runs[$0].map { $0.checks == 1 && $0.previous != nil } ?? false }
        let changes = try await library.links(changed).compactMap { link in
            runs[link.id].flatMap { run in run.previous.map { VerdictChange(link, from: $0, to: run.verdict) } }
        }
        return LibrarySummary(
            links: ids.count, tags: try await library.tags(),
            verdicts: Dictionary(verdicts.map { ($0, 1) }, uniquingKeysWith: +),
            unchecked: ids.count - verdicts.count,
            changes: Verdict.allCases.reversed().flatMap { verdict in changes.filter { $0.new == verdict } })
    }

    package func writePage(_ write: @Sendable (String) throws -> Void) async throws {
        let container = try resolver()
        let page = ReportPage(summary: try await summary(), date: container.clock().now)
        try write(page.beginning + "[")
        // Writes the links in batches, because the whole page may not fit in memory.
        var separator = "\n"
        let checker = container.linkChecker()
        let batches = container.library().batches(matching: LinkQuery()).mapAhead { links in
            (links, try await checker.latest(of: links.map(\.id)))
        }
        for try await (links, records) in batches {
            let rows = links.map { ReportPage.row(for: $0, records[$0.id]) }
            try write(separator + rows.joined(separator: ",\n"))
            separator = ",\n"
        }
        // A canceled stream ends like a complete one.
        try Task.checkCancellation()
        try write("\n]" + page.end)
    }
}

/// The error of a reporter whose container was released before use.
package struct ReleasedContainerError: Error {}
