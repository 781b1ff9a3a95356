import Core
import Testing

struct NoteStoreErrorTests {
    @Test(arguments: [
        NoteStoreError.unreadable(path: "/a", reason: "why"), .damaged(path: "/a", reason: "why"),
        .unwritable(path: "/a", reason: "why"),
    ])
    func `every error names the file and the reason`(_ error: NoteStoreError) {
        #expect(error.explanation.contains("'/a'") && error.explanation.contains("why"))
    }
}
