import CheckingInterface
import CheckingTesting
import Core
import Foundation
import Injection
import InjectionTesting
import LibraryInterface
import LibraryTesting
import Reports
import ReportsInterface
import Testing

/// Provides what `SummaryReporter` uses, and nothing else: leave one out, and the tests do not compile.
final class ReportsContainer: SharedContainer, LibraryProviding, CheckingProviding {
    @TaskLocal static var shared = ReportsContainer()
    let manager = ContainerManager()

    var library: Factory<any LinkLibrary> { self { InMemoryLinkLibrary() }.cached }
    var linkChecker: Factory<any LinkChecker> { self { ScriptedLinkChecker() }.cached }
}

extension Trait where Self == ContainerTrait<ReportsContainer> {
    /// A container of its own for each test.
    fileprivate static var reports: Self { Self(shared: ReportsContainer.$shared, container: ReportsContainer()) }
}

@Suite(.reports)
struct SummaryReporterTests {
    private func add(_ path: String, tags: String = "") async throws -> Link {
        let draft = LinkDraft(url: "https://example.org/\(path)", tags: LinkTag.list(tags))
        return try await ReportsContainer.shared.library().add(draft, fetching: false).link
    }

    @Test func `an empty library is summed up as such`() async throws {
        let summary = try await SummaryReporter<ReportsContainer>().summary()
        #expect(summary == LibrarySummary(links: 0, tags: [], verdicts: [:], unchecked: 0))
    }

    @Test func `tags are counted, most used first, then by name`() async throws {
        _ = try await add("1", tags: "b,swift")
        _ = try await add("2", tags: "a,Swift")
        let summary = try await SummaryReporter<ReportsContainer>().summary()
        #expect(summary.links == 2)
        #expect(summary.tags.map(\.tag.key) == ["swift", "a", "b"])
        #expect(summary.tags.map(\.links) == [2, 1, 1])
    }

    @Test func `the newest verdicts are counted, and what was never checked`() async throws {
        let links = [try await add("dead"), try await add("fine"), try await add("later")]
        let records = zip(links, [Verdict.dead, .ok]).map { link, verdict in
            CheckRecord(link: link.id, verdict: verdict, attempts: 1, milliseconds: 1, checked: .now)
        }
        let checker = ScriptedLinkChecker(earlier: Dictionary(uniqueKeysWithValues: records.map { ($0.link, $0) }))
        ReportsContainer.shared.linkChecker.register { checker }
        let summary = try await SummaryReporter<ReportsContainer>().summary()
        #expect(summary.verdicts == [.dead: 1, .ok: 1])
        #expect(summary.unchecked == 1)
    }
}
