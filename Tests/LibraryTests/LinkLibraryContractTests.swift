import CoreTesting
import Library
import LibraryTesting
import PagesTesting
import Testing

struct LinkLibraryContractTests {
    @Test(arguments: LinkLibraryContract.allCases)
    func `the library keeps its promises`(_ rule: LinkLibraryContract) async throws {
        try await rule.check(
            StoredLinkLibrary(store: InMemoryLinkStore(), pages: ScriptedPageReader(), clock: ManualClock()))
    }

    @Test(arguments: LinkLibraryContract.allCases)
    func `the mock keeps the same promises`(_ rule: LinkLibraryContract) async throws {
        try await rule.check(InMemoryLinkLibrary())
    }
}
