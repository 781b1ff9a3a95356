import CheckingTesting
import Core
import LibraryTesting
import Testing

struct InMemoryLinkStoreTests {
    @Test(arguments: LinkStoreContract.allCases)
    func `satisfies the contract of a link store`(_ rule: LinkStoreContract) async throws {
        try await rule.check(InMemoryLinkStore())
    }

    @Test(arguments: CheckHistoryContract.allCases)
    func `satisfies the contract of a check history`(_ rule: CheckHistoryContract) async throws {
        let links = (1...2).map { Link.sample("\($0)", id: $0) }
        try await rule.check(InMemoryLinkStore(links))
    }

    @Test(arguments: CheckedLinkContract.allCases)
    func `satisfies the contract of imported checks`(_ rule: CheckedLinkContract) async throws {
        try await rule.check(InMemoryLinkStore())
    }
}
