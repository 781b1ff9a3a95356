import CheckingTesting
import Testing

struct InMemoryCheckHistoryStoreTests {
    @Test(arguments: CheckHistoryContract.allCases)
    func `satisfies the contract of a check history`(_ rule: CheckHistoryContract) async throws {
        try await rule.check(CheckHistoryContract.mock())
    }

    @Test(arguments: CheckSessionContract.allCases)
    func `satisfies the contract of check sessions`(_ rule: CheckSessionContract) async throws {
        let store = InMemoryCheckHistoryStore(links: [1, 2], isShared: true)
        try await rule.check { store }
    }
}
