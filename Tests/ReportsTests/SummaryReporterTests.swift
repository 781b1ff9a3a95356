import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Injection
import InjectionTesting
import LibraryInterface
import LibraryTesting
import Reports
import ReportsInterface
import Testing

@Suite(.reports)
struct SummaryReporterTests {
    private let container = ReportsContainer.shared

    @Test func `summarizes an empty library`() async throws {
        let summary = try await SummaryReporter(container: container).summary()
        #expect(summary == LibrarySummary(links: 0, tags: [], verdicts: [:], unchecked: 0))
    }

    @Test func `counts tags, most used first, then by name`() async throws {
        _ = try await container.add("1", tags: "b,swift")
        _ = try await container.add("2", tags: "a,Swift")
        let summary = try await SummaryReporter(container: container).summary()
        #expect(summary.links == 2 && summary.tags.map(\.tag.key) == ["swift", "a", "b"])
        #expect(summary.tags.map(\.links) == [2, 1, 1])
    }

    @Test func `counts the latest verdicts, and links that were never checked`() async throws {
        let links = [
            try await container.add("dead"), try await container.add("fine"), try await container.add("later"),
        ]
        let removed = try await container.add("removed")
        _ = try await container.library().remove([removed.id])
        container.register([(links[0], .dead), (links[1], .ok), (removed, .dead)])
        let summary = try await SummaryReporter(container: container).summary()
        #expect(summary.verdicts == [.dead: 1, .ok: 1] && summary.unchecked == 1)
    }

    @Test func `the verdicts that the latest check changed are reported, dead links first`() async throws {
        var links: [Link] = []
        for name in ["fixed", "gone", "new", "old"] { links.append(try await container.add(name)) }
        let now = Date(timeIntervalSince1970: 1_650_000_000)
        let runs = [
            VerdictRun(.ok, since: now, previous: .dead), VerdictRun(.dead, since: now, previous: .ok),
            VerdictRun(.dead, since: now), VerdictRun(.dead, since: now, checks: 2, previous: .ok),
        ]
        let byLink = Dictionary(uniqueKeysWithValues: zip(links.map(\.id), runs))
        let earlier = byLink.map {
            ($0, CheckRecord(link: $0, verdict: $1.verdict, attempts: 1, milliseconds: 1, checked: now))
        }
        let checker = ScriptedLinkChecker(earlier: Dictionary(uniqueKeysWithValues: earlier), runs: byLink)
        container.linkChecker.register { checker }
        let changes = try await SummaryReporter(container: container).summary().changes
        #expect(
            changes == [VerdictChange(links[1], from: .ok, to: .dead), VerdictChange(links[0], from: .dead, to: .ok)])
    }

    @Test func `reports on the container that created it, with later registrations`() async throws {
        let own = ReportsContainer()
        let reporter = SummaryReporter(container: own)
        _ = try await own.add("1")
        #expect(try await reporter.summary().links == 1)
        #expect(try await SummaryReporter(container: container).summary().links == 0)
        let library = InMemoryLinkLibrary([LinkDraft(url: "https://a.example"), LinkDraft(url: "https://b.example")])
        own.library.register { library }
        #expect(try await reporter.summary().links == 2)
    }

    @Test func `does not retain its container`() async throws {
        var own: ReportsContainer? = ReportsContainer()
        weak let released = own
        let reporter = SummaryReporter(container: try #require(own))
        #expect(try await reporter.summary().links == 0)
        own = nil
        #expect(released == nil)
        await #expect(throws: ReleasedContainerError.self) { try await reporter.summary() }
        await #expect(throws: ReleasedContainerError.self) { try await reporter.writePage { _ in } }
    }
}

/// Provides the collaborators of `SummaryReporter`, and nothing else. Without one of them, the tests do not compile.
final class ReportsContainer: SharedContainer, LibraryProviding, CheckingProviding, ClockProviding {
    @TaskLocal static var shared = ReportsContainer()
    let manager = ContainerManager()

    var library: Factory<any LinkLibrary> { self { InMemoryLinkLibrary() }.cached }
    var linkChecker: Factory<any LinkChecker> { self { ScriptedLinkChecker() }.cached }
    var clock: Factory<any WallClock> { self { ManualClock(now: Date(timeIntervalSince1970: 1_700_000_000)) }.cached }

    func add(_ path: String, title: String? = nil, note: String? = nil, tags: String = "") async throws -> Link {
        let draft = LinkDraft(
            url: "https://example.org/\(path)", title: title, note: note, tags: LinkTag.list(tags),
            added: Date(timeIntervalSince1970: 1_600_000_000))
        return try await library().add(draft, fetching: false).link
    }

    func register(_ verdicts: [(Link, Verdict)]) {
        let records = verdicts.map { link, verdict in
            CheckRecord(
                link: link.id, verdict: verdict, attempts: 1, milliseconds: 1,
                reason: verdict == .ok ? nil : "<scripted>", checked: Date(timeIntervalSince1970: 1_650_000_000))
        }
        let checker = ScriptedLinkChecker(earlier: Dictionary(uniqueKeysWithValues: records.map { ($0.link, $0) }))
        linkChecker.register { checker }
    }
}

extension Trait where Self == ContainerTrait<ReportsContainer> {
    static var reports: Self { Self(shared: ReportsContainer.$shared, container: ReportsContainer()) }
}
