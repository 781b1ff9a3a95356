import Core
import CoreTesting
import Testing

struct InMemoryNoteStoreTests {
    @Test(arguments: NoteStoreContract.allCases)
    func `keeps notes as promised`(_ rule: NoteStoreContract) async throws {
        try await rule.check(InMemoryNoteStore())
    }

    @Test func `notes that are there from the start are numbered`() async {
        let store = InMemoryNoteStore(["a", "b"])
        #expect(await store.notes().map(\.id) == [1, 2])
        #expect(await store.insert("c").id == 3)
    }
}
