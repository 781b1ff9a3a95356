import LibraryTesting
import Testing

struct InMemoryLinkStoreTests {
    @Test(arguments: LinkStoreContract.allCases)
    func `satisfies the contract of a link store`(_ rule: LinkStoreContract) async throws {
        try await rule.check(InMemoryLinkStore())
    }

    @Test(arguments: CheckedLinkContract.allCases)
    func `satisfies the contract of imported checks`(_ rule: CheckedLinkContract) async throws {
        try await rule.check(InMemoryLinkStore())
    }
}
