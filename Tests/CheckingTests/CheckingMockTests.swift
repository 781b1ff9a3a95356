import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Testing

/// Tests the mocks that modules with a link checker as a dependency use in their tests.
struct CheckingMockTests {
    private let live: Link
    private let dead: Link
    private let checker: MockLinkChecker

    init() {
        let links = links(["https://a.test/live", "https://a.test/dead"])
        live = links[0]
        dead = links[1]
        var checker = MockLinkChecker()
        checker.onCheck = { link, _ in
            .checked(link, .sample(link.id, link.id == 1 ? .ok : .dead))
        }
        self.checker = checker
    }

    @Test func `the mock checker calls its closure for each link, and reports its delays`()
        async throws
    {
        var verdicts: [Verdict?] = []
        var checker = checker
        checker.delays.slowHosts = ["a.test"]
        let reported = RecordedCalls<CheckDelays>()
        let links = batches(of: [[dead, live]])
        let check = checker.check(links, policy: CheckPolicy()) { reported.append($0) }
        for try await outcome in check {
            verdicts.append(outcome.record?.verdict)
        }
        #expect(verdicts == [.dead, .ok])
        #expect(reported.all.map(\.slowHosts) == [["a.test"]])
    }

    @Test func `the mock finder calls its closures`() async throws {
        var finder = MockArchivedCopyFinder()
        finder.onArchivedCopy = { link in "https://archive.test/\(link.id)" }
        finder.onFind = { outcome in outcome.link.id == 2 ? .success("https://b.test/") : nil }
        #expect(try await finder.archivedCopy(of: live) == "https://archive.test/1")
        var copies: [String?] = []
        let outcomes = checker.check([live, dead])
        try await finder.findArchivedCopies(for: outcomes) { _, copy in
            copies.append(try copy?.get())
        }
        #expect(copies == [nil, "https://b.test/"])
    }

    @Test func `the mock reviewer calls its closure`() async {
        var reviewer = MockMoveReviewer()
        reviewer.onDoubts = { outcomes, _ in
            outcomes.first.map { [$0.link.id: "a login"] } ?? [:]
        }
        let outcomes = [CheckOutcome.checked(live, .sample(1, .moved))]
        #expect(await reviewer.doubts(about: outcomes, policy: CheckPolicy()) == [1: "a login"])
    }

    @Test func `a mock that is called unexpectedly records an issue`() async throws {
        await withKnownIssue { _ = try await MockArchivedCopyFinder().archivedCopy(of: live) }
        await withKnownIssue {
            let outcomes = AsyncThrowingStream<CheckOutcome, any Error> { continuation in
                continuation.yield(.notRequested(live, reason: "a test"))
                continuation.finish()
            }
            try await MockArchivedCopyFinder().findArchivedCopies(for: outcomes) { _, _ in }
        }
        await withKnownIssue {
            _ = await MockMoveReviewer().doubts(about: [], policy: CheckPolicy())
        }
        await withKnownIssue {
            for try await _ in MockLinkChecker().check([live]) {}
        }
    }
}
