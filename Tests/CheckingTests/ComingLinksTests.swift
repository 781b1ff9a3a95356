import CheckingInterface
import Core
import CoreTesting
import Testing

/// Links that come while others are checked.
@Suite(.timeLimit(.minutes(5)))
struct ComingLinksTests {
    private struct Broken: Error {}

    private let fixture = CheckingFixture(ScriptedSite(otherwise: .respond()))
    private let policy = CheckPolicy(interval: .zero)
    private let all = links(["http://a.example/", "http://b.example/", "http://c.example/"])

    @Test func `the first are checked before the last have come`() async throws {
        let (coming, come) = AsyncThrowingStream.makeStream(of: [Link].self, throwing: (any Error).self)
        come.yield([all[0]])
        var outcomes: [Link.ID] = []
        for try await outcome in fixture.checker.check(coming, policy: policy) {
            outcomes.append(outcome.link.id)
            if outcome.link.id == 1 { come.yield(Array(all[1...])) }
            if outcomes.count == 3 { come.finish() }
        }
        #expect(outcomes.sorted() == [1, 2, 3])
    }

    @Test func `what ends the links ends the check`() async throws {
        let (coming, come) = AsyncThrowingStream.makeStream(of: [Link].self, throwing: (any Error).self)
        come.yield([all[0]])
        await #expect(throws: Broken.self) {
            for try await _ in fixture.checker.check(coming, policy: policy) { come.finish(throwing: Broken()) }
        }
        #expect(try await fixture.checker.latest().keys.sorted() == [1])
    }

    @Test func `cancelling ends a check whose links do not come`() async throws {
        let (coming, come) = AsyncThrowingStream.makeStream(of: [Link].self, throwing: (any Error).self)
        come.yield([all[0]])
        let run = Task { [checker = fixture.checker, policy] in
            for try await _ in checker.check(coming, policy: policy) {}
        }
        while try await fixture.checker.latest().isEmpty { await Task.yield() }
        run.cancel()
        try await run.value
        #expect(fixture.asked == ["HEAD /"])
    }
}
