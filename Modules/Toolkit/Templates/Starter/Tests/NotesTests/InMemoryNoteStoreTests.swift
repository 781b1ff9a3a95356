import Core
import CoreTesting
import NotesInterface
import NotesTesting
import Testing

struct InMemoryNoteStoreTests {
    @Test(arguments: NoteStoreContract.allCases)
    func `the mock satisfies the contract`(_ rule: NoteStoreContract) async throws {
        try await rule.check(InMemoryNoteStore())
    }

    @Test func `numbers the initial notes from 1`() async {
        let store = InMemoryNoteStore(["a", "b"])
        #expect(await store.notes().map(\.id) == [1, 2])
        #expect(await store.insert("c").id == 3)
    }

    @Test(arguments: [
        NoteStoreError.unreadable(path: "/a", reason: "why"),
        .unwritable(path: "/a", reason: "why"),
    ])
    func `the explanation of an error contains the path and the reason`(_ error: NoteStoreError) {
        checkExplanation(of: error)
        #expect(error.explanation.contains("'/a'"))
        #expect(error.explanation.contains("why"))
    }
}
