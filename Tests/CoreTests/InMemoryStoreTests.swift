import Core
import CoreTesting
import Testing

struct InMemoryStoreTests {
    @Test(arguments: LinkStoreContract.allCases)
    func `the mock keeps links as promised`(_ rule: LinkStoreContract) async throws {
        try await rule.check(InMemoryLinkStore())
    }

    @Test(arguments: CheckHistoryContract.allCases)
    func `the mock keeps the check history as promised`(_ rule: CheckHistoryContract) async throws {
        try await rule.check(CheckHistoryContract.mock())
    }

    @Test(arguments: CheckedLinkContract.allCases)
    func `the mock takes checks in as promised`(_ rule: CheckedLinkContract) async throws {
        try await rule.check(InMemoryLinkStore())
    }
}
