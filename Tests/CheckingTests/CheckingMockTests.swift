import CheckingInterface
import CheckingTesting
import Core
import CoreTesting
import Foundation
import Testing

/// Tests the mocks that modules with a link checker as a dependency use in their tests.
struct CheckingMockTests {
    private let live = link(1, "https://a.test/live")
    private let dead = link(2, "https://a.test/dead")
    private let checker = ScriptedLinkChecker([
        "https://a.test/live": .ok,
        "https://a.test/dead": .dead,
    ])

    private static func link(_ id: Link.ID, _ url: String) -> Link {
        let date = Date(timeIntervalSince1970: 0)
        return Link(id: id, url: url, added: date, updated: date)
    }

    @Test func `a scripted checker returns the verdict of each link in order`() async throws {
        var verdicts: [Verdict?] = []
        for try await outcome in checker.check([dead, live], policy: CheckPolicy()) {
            verdicts.append(outcome.record?.verdict)
        }
        #expect(verdicts == [.dead, .ok])
    }

    @Test func `a scripted checker throws an error for a link without a verdict`() async throws {
        let unknown = Self.link(3, "https://a.test/unknown")
        await #expect(throws: UnscriptedLink.self) {
            for try await _ in checker.check([unknown], policy: CheckPolicy()) {}
        }
    }

    @Test func `a scripted finder reports copies of dead links only`() async throws {
        let finder = ScriptedArchivedCopyFinder([
            dead.url: "https://archive.test/dead",
            live.url: "https://archive.test/live",
        ])
        var copies: [String: String] = [:]
        let outcomes = checker.check([live, dead], policy: CheckPolicy())
        try await finder.findArchivedCopies(for: outcomes) { outcome, copy in
            copies[outcome.link.url] = try copy?.get()
        }
        #expect(copies == [dead.url: "https://archive.test/dead"])
    }
}

struct InMemoryCheckHistoryStoreTests {
    @Test(arguments: CheckHistoryContract.allCases)
    func `satisfies the contract of a check history`(_ rule: CheckHistoryContract) async throws {
        try await rule.check(CheckHistoryContract.mock())
    }

    @Test(arguments: CheckSessionContract.allCases)
    func `satisfies the contract of check sessions`(_ rule: CheckSessionContract) async throws {
        let store = InMemoryCheckHistoryStore(links: [1, 2], clock: ManualClock())
        try await rule.check { store }
    }
}
