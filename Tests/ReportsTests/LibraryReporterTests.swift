import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import LibraryInterface
import LibraryTesting
import Reports
import Testing

struct LibraryReporterTests {
    private let fixture = ReportedLibrary()

    @Test func `summarizes an empty library`() async throws {
        let summary = try await fixture.reporter.summary()
        #expect(summary == LibrarySummary(links: 0, tags: [], verdicts: [:], unchecked: 0))
    }

    @Test func `counts the links of each tag, and orders tags by count, then by name`() async throws
    {
        _ = try await fixture.add("1", tags: "b,swift")
        _ = try await fixture.add("2", tags: "a,Swift")
        let summary = try await fixture.reporter.summary()
        #expect(summary.links == 2)
        #expect(summary.tags.map(\.tag.key) == ["swift", "a", "b"])
        #expect(summary.tags.map(\.links) == [2, 1, 1])
    }

    @Test func `counts the latest verdicts and the links that were never checked`() async throws {
        let links = [
            try await fixture.add("dead"), try await fixture.add("fine"),
            try await fixture.add("later"),
        ]
        let removed = try await fixture.add("removed")
        _ = try await fixture.library.remove([removed.id])
        await fixture.addVerdicts([(links[0], .ok), (links[1], .dead)])
        await fixture.addVerdicts([(links[0], .dead), (links[1], .ok), (removed, .dead)])
        let summary = try await fixture.reporter.summary()
        #expect(summary.verdicts == [.dead: 1, .ok: 1])
        #expect(summary.unchecked == 1)
    }

    @Test func `reports the verdicts that the latest checks changed, from bad to good`()
        async throws
    {
        let gone = try await fixture.add("gone")
        let fixed = try await fixture.add("fixed")
        let new = try await fixture.add("new")
        let old = try await fixture.add("old")
        await fixture.addVerdicts([(fixed, .dead), (gone, .ok), (old, .ok)])
        await fixture.addVerdicts([(old, .dead)])
        await fixture.addVerdicts([(fixed, .ok), (gone, .dead), (new, .dead), (old, .dead)])
        let changes = try await fixture.reporter.summary().changes
        #expect(
            changes == [
                VerdictChange(gone, from: .ok, to: .dead),
                VerdictChange(fixed, from: .dead, to: .ok),
            ]
        )
    }

    @Test func `omits a link with a changed verdict if another program has removed the link`()
        async throws
    {
        let kept = try await fixture.add("kept")
        let removed = try await fixture.add("removed")
        await fixture.addVerdicts([(kept, .ok), (removed, .ok)])
        await fixture.addVerdicts([(kept, .dead), (removed, .dead)])
        let history = RemovingHistory(
            history: fixture.history,
            library: fixture.library,
            link: removed.id
        )
        let reporter = LibraryReporter(
            library: fixture.library,
            history: history,
            clock: ManualClock()
        )
        let changes = try await reporter.summary().changes
        #expect(changes == [VerdictChange(kept, from: .ok, to: .dead)])
    }
}

/// A history that reads the verdict runs and then removes a link from the library.
private struct RemovingHistory: CheckHistory {
    let history: InMemoryCheckHistoryStore
    let library: InMemoryLinkLibrary
    let link: Link.ID

    func latest(of links: [Link.ID]?) async throws -> [Link.ID: CheckRecord] {
        await history.latest(of: links)
    }

    func history(of link: Link.ID) async throws -> [CheckRecord] {
        await history.history(of: link)
    }

    func verdictRuns(of links: [Link.ID]?) async throws -> [Link.ID: VerdictRun] {
        let runs = await history.verdictRuns(of: links)
        _ = try await library.remove([link])
        return runs
    }
}

/// A mock library with a mock history, and a reporter for both.
final class ReportedLibrary {
    let library = InMemoryLinkLibrary()
    let history = InMemoryCheckHistoryStore()

    var reporter: LibraryReporter {
        let clock = ManualClock(now: Date(timeIntervalSince1970: 1_700_000_000))
        return LibraryReporter(library: library, history: history, clock: clock)
    }

    func add(
        _ path: String,
        title: String? = nil,
        note: String? = nil,
        tags: String = ""
    ) async throws -> Link {
        let draft = LinkDraft(
            url: "https://example.org/\(path)",
            title: title,
            note: note,
            tags: LinkTag.list(tags),
            added: Date(timeIntervalSince1970: 1_600_000_000)
        )
        return try await library.add(draft, fetching: false).link
    }

    func addVerdicts(_ verdicts: [(Link, Verdict)]) async {
        let records = verdicts.map { link, verdict in
            CheckRecord(
                link: link.id,
                verdict: verdict,
                attempts: 1,
                milliseconds: 1,
                reason: verdict == .ok ? nil : "<scripted>",
                checked: Date(timeIntervalSince1970: 1_650_000_000)
            )
        }
        await history.append(records, of: [:])
    }
}
