package import CheckingInterface
package import Core
public import Injection
package import LibraryInterface

/// A reporter that summarizes a library, as statistics or as a page for a browser.
///
/// The HTML, CSS and JavaScript of the page are string literals in `ReportPage+Template.swift`,
/// which `Tests/browser` tests in a browser.
public struct LibraryReporter: Sendable {
    private let library: any LinkLibrary
    private let history: any CheckHistory
    private let clock: any WallClock

    package init(library: any LinkLibrary, history: any CheckHistory, clock: any WallClock) {
        self.library = library
        self.history = history
        self.clock = clock
    }

    /// Returns the numbers of links, by tag and by verdict, and the verdicts that the latest checks
    /// changed.
    public func summary() async throws -> LibrarySummary {
        let ids = try await library.ids(matching: LinkQuery())
        let runs = try await history.verdictRuns(of: nil)
        let verdicts = ids.compactMap { runs[$0]?.verdict }
        return LibrarySummary(
            links: ids.count,
            tags: try await library.tags(),
            verdicts: Dictionary(verdicts.map { ($0, 1) }, uniquingKeysWith: +),
            unchecked: ids.count - verdicts.count,
            changes: try await changes(of: ids, runs)
        )
    }

    /// Returns the changes of verdicts that the latest checks caused, ordered by the new verdict
    /// from bad to good.
    private func changes(
        of ids: [Link.ID],
        _ runs: [Link.ID: VerdictRun]
    ) async throws -> [VerdictChange] {
        // If a run consists of one check, the latest check changed the verdict.
        let changed = ids.filter { runs[$0]?.checks == 1 && runs[$0]?.previous != nil }
        var changes: [VerdictChange] = []
        for link in try await existingLinks(changed) {
            guard let run = runs[link.id], let previous = run.previous else {
                continue
            }
            changes.append(VerdictChange(link, from: previous, to: run.verdict))
        }
        return Verdict.allCases.reversed().flatMap { verdict in
            changes.filter { $0.new == verdict }
        }
    }

    /// Returns the links that still exist. Another program may have removed some of them.
    private func existingLinks(_ ids: [Link.ID]) async throws -> [Link] {
        do {
            return try await library.links(ids)
        } catch LibraryError.noSuchLinks(let missing) {
            return try await existingLinks(ids.filter { !missing.contains($0) })
        }
    }

    /// Writes the library as one HTML page for searching and sorting in a browser.
    ///
    /// The page loads no external resources.
    ///
    /// - Parameter write: A function that receives the page in pieces. If it throws an error, no
    ///   more pieces are written.
    public func writePage(_ write: @Sendable (String) throws -> Void) async throws {
        let page = ReportPage(summary: try await summary(), date: clock.now)
        try write(page.beginning)
        var separator = "\n"
        // The links are read in batches, because the whole page may not fit in memory.
        try await library.forEachBatch(matching: LinkQuery()) { [history] links in
            ReportPage.rows(for: links, try await history.latest(of: links.map(\.id)))
        } deliver: { rows in
            try write(separator + rows)
            separator = ",\n"
        }
        try write(page.end)
    }
}

/// A container that provides the feature.
public protocol ReportsProviding: SharedContainer {
    var reporter: Factory<LibraryReporter> { get }
}
