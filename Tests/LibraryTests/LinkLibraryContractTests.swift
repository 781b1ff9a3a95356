import Core
import CoreTesting
import Foundation
import Library
import LibraryInterface
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

    @Test(arguments: LinkLibraryContract.allCases)
    func `the mock satisfies the contract`(rule: LinkLibraryContract) async throws {
        try await rule.check(InMemoryLinkLibrary())
    }

    @Test func `the mock removes the checks of a link whose URL changes`() async throws {
        let check = CheckRecord(
            link: 1,
            verdict: .dead,
            attempts: 1,
            milliseconds: 0,
            checked: .distantPast
        )
        let library = InMemoryLinkLibrary([.sample("1")], checks: [check])
        _ = try await library.edit([1], LinkEdit(url: "https://example.org/2"))
        #expect(await library.store.history(of: 1).isEmpty)
        await library.store.append([check], of: [1: "https://example.org/1"])
        #expect(await library.store.history(of: 1).isEmpty)
        await library.store.append([check], of: [1: "https://example.org/2"])
        #expect(await library.store.history(of: 1) == [check])
    }
}
