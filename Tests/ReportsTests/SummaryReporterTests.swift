import Core
import InjectionTesting
import Reports
import ReportsInterface
import Testing

@Suite(.reports)
struct SummaryReporterTests {
    private let container = ReportsContainer.shared

    @Test func `an empty library is summed up as such`() async throws {
        let summary = try await SummaryReporter<ReportsContainer>().summary()
        #expect(summary == LibrarySummary(links: 0, tags: [], verdicts: [:], unchecked: 0))
    }

    @Test func `tags are counted, most used first, then by name`() async throws {
        _ = try await container.add("1", tags: "b,swift")
        _ = try await container.add("2", tags: "a,Swift")
        let summary = try await SummaryReporter<ReportsContainer>().summary()
        #expect(summary.links == 2)
        #expect(summary.tags.map(\.tag.key) == ["swift", "a", "b"])
        #expect(summary.tags.map(\.links) == [2, 1, 1])
    }

    @Test func `the newest verdicts are counted, and what was never checked`() async throws {
        let links = [
            try await container.add("dead"), try await container.add("fine"), try await container.add("later"),
        ]
        container.remember([(links[0], .dead), (links[1], .ok)])
        let summary = try await SummaryReporter<ReportsContainer>().summary()
        #expect(summary.verdicts == [.dead: 1, .ok: 1])
        #expect(summary.unchecked == 1)
    }
}
