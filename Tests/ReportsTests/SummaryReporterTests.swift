import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import LibraryInterface
import LibraryTesting
import Reports
import ReportsInterface
import Testing

struct SummaryReporterTests {
    private let fixture = ReportedLibrary()

    @Test func `summarizes an empty library`() async throws {
        let summary = try await fixture.reporter.summary()
        #expect(summary == LibrarySummary(links: 0, tags: [], verdicts: [:], unchecked: 0))
    }

    @Test func `counts tags, most used first, then by name`() async throws {
        _ = try await fixture.add("1", tags: "b,swift")
        _ = try await fixture.add("2", tags: "a,Swift")
        let summary = try await fixture.reporter.summary()
        #expect(summary.links == 2)
        #expect(summary.tags.map(\.tag.key) == ["swift", "a", "b"])
        #expect(summary.tags.map(\.links) == [2, 1, 1])
    }

    @Test func `counts the latest verdicts, and links that were never checked`() async throws {
        let links = [
            try await fixture.add("dead"), try await fixture.add("fine"),
            try await fixture.add("later"),
        ]
        let removed = try await fixture.add("removed")
        _ = try await fixture.library.remove([removed.id])
        fixture.setVerdicts([(links[0], .dead), (links[1], .ok), (removed, .dead)])
        let summary = try await fixture.reporter.summary()
        #expect(summary.verdicts == [.dead: 1, .ok: 1])
        #expect(summary.unchecked == 1)
    }

    @Test func `the verdicts that the latest check changed are reported, dead links first`()
        async throws
    {
        var links: [Link] = []
        for name in ["fixed", "gone", "new", "old"] {
            links.append(try await fixture.add(name))
        }
        let now = Date(timeIntervalSince1970: 1_650_000_000)
        let runs = [
            VerdictRun(.ok, since: now, previous: .dead),
            VerdictRun(.dead, since: now, previous: .ok),
            VerdictRun(.dead, since: now),
            VerdictRun(.dead, since: now, checks: 2, previous: .ok),
        ]
        let byLink = Dictionary(uniqueKeysWithValues: zip(links.map(\.id), runs))
        let earlier = byLink.map {
            (
                $0,
                CheckRecord(
                    link: $0,
                    verdict: $1.verdict,
                    attempts: 1,
                    milliseconds: 1,
                    checked: now
                )
            )
        }
        fixture.checker = ScriptedLinkChecker(
            earlier: Dictionary(uniqueKeysWithValues: earlier),
            runs: byLink
        )
        let changes = try await fixture.reporter.summary().changes
        #expect(
            changes == [
                VerdictChange(links[1], from: .ok, to: .dead),
                VerdictChange(links[0], from: .dead, to: .ok),
            ]
        )
    }
}

/// A library of mocks, and its reporter.
final class ReportedLibrary {
    let library = InMemoryLinkLibrary()
    var checker = ScriptedLinkChecker()

    var reporter: SummaryReporter {
        let clock = ManualClock(now: Date(timeIntervalSince1970: 1_700_000_000))
        return SummaryReporter(library: library, checker: checker, clock: clock)
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

    func setVerdicts(_ verdicts: [(Link, Verdict)]) {
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
        let byLink = Dictionary(uniqueKeysWithValues: records.map { ($0.link, $0) })
        checker = ScriptedLinkChecker(earlier: byLink)
    }
}
