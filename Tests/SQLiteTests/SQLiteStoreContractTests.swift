import Core
import CoreTesting
import SQLite
import Testing

struct SQLiteStoreContractTests {
    @Test(arguments: LinkStoreContract.allCases)
    func `keeps links as promised`(_ rule: LinkStoreContract) async throws {
        let folder = try TemporaryFolder()
        try await rule.check(SQLiteStore(path: folder.path("shelf.db")))
    }

    @Test(arguments: CheckHistoryContract.allCases)
    func `keeps the check history as promised`(_ rule: CheckHistoryContract) async throws {
        let folder = try TemporaryFolder()
        let store = SQLiteStore(path: folder.path("shelf.db"))
        let links = try await store.transaction { transaction in
            try (1...2).map { try transaction.insert(LinkDraft(url: "https://example.org/\($0)")).id }
        }
        #expect(links == [1, 2])
        try await rule.check(store)
    }

    @Test(arguments: CheckedLinkContract.allCases)
    func `takes checks in as promised`(_ rule: CheckedLinkContract) async throws {
        let folder = try TemporaryFolder()
        try await rule.check(SQLiteStore(path: folder.path("shelf.db")))
    }
}
