import CoreTesting
import Library
import LibraryTesting
import PagesTesting
import Testing

struct LinkLibraryContractTests {
    @Test(arguments: LinkLibraryContract.allCases)
    func `the library satisfies the contract`(rule: LinkLibraryContract) async throws {
        let library = StoredLinkLibrary(
            store: InMemoryLinkStore(),
            pages: MockPageReader(),
            clock: ManualClock()
        )
        try await rule.check(library)
    }

    @Test(arguments: LinkLibraryContract.storing)
    func `the mock stores and finds links`(rule: LinkLibraryContract) async throws {
        try await rule.check(InMemoryLinkLibrary())
    }
}
