import Core
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

    @Test func `an empty library is summed up as such`() async throws {
        let summary = try await SummaryReporter(container: container).summary()
        #expect(summary == LibrarySummary(links: 0, tags: [], verdicts: [:], unchecked: 0))
    }

    @Test func `tags are counted, most used first, then by name`() async throws {
        _ = try await container.add("1", tags: "b,swift")
        _ = try await container.add("2", tags: "a,Swift")
        let summary = try await SummaryReporter(container: container).summary()
        #expect(summary.links == 2)
        #expect(summary.tags.map(\.tag.key) == ["swift", "a", "b"])
        #expect(summary.tags.map(\.links) == [2, 1, 1])
    }

    @Test func `the newest verdicts are counted, and what was never checked`() async throws {
        let links = [
            try await container.add("dead"), try await container.add("fine"), try await container.add("later"),
        ]
        let removed = try await container.add("removed")
        _ = try await container.library().remove([removed.id])
        container.remember([(links[0], .dead), (links[1], .ok), (removed, .dead)])
        let summary = try await SummaryReporter(container: container).summary()
        #expect(summary.verdicts == [.dead: 1, .ok: 1])
        #expect(summary.unchecked == 1)
    }

    @Test func `a reporter reports on the container that created it, and sees later registrations`() async throws {
        let own = ReportsContainer()
        let reporter = SummaryReporter(container: own)
        _ = try await own.add("1")
        #expect(try await reporter.summary().links == 1)
        #expect(try await SummaryReporter(container: container).summary().links == 0)
        let library = InMemoryLinkLibrary([LinkDraft(url: "https://a.example"), LinkDraft(url: "https://b.example")])
        own.library.register { library }
        #expect(try await reporter.summary().links == 2)
    }

    @Test func `a reporter does not keep its container alive`() async throws {
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
