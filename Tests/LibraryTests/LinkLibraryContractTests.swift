import CoreTesting
import Library
import LibraryTesting
import PagesTesting
import Testing

struct LinkLibraryContractTests {
    @Test(arguments: LinkLibraryContract.allCases + LinkLibraryContract.ofTheFeature)
    func `the library satisfies the contract and the rules of the feature`(
        rule: LinkLibraryContract
    ) async throws {
        let library = StoredLinkLibrary(
            store: InMemoryLinkStore(),
            pages: MockPageReader(),
            clock: ManualClock()
        )
        try await rule.check(library)
    }

    @Test(arguments: LinkLibraryContract.allCases)
    func `the mock satisfies the contract`(rule: LinkLibraryContract) async throws {
        try await rule.check(InMemoryLinkLibrary())
    }
}
