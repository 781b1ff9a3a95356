import Files
import Foundation
import NotesInterface
import NotesTesting
import Testing

final class FileNoteStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let file: URL
    private let store: FileNoteStore

    init() {
        file = folder.appending(path: "some/notes.json")
        store = FileNoteStore(path: file.path)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test(arguments: NoteStoreContract.allCases)
    func `the store satisfies the contract`(_ rule: NoteStoreContract) async throws {
        try await rule.check(store)
    }

    @Test func `reading creates no file, and a later store keeps the notes and the numbering`()
        async throws
    {
        #expect(try await store.notes().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        let note = try await store.insert("a")
        _ = try await store.remove(id: store.insert("b").id)
        let later = FileNoteStore(path: file.path)
        #expect(try await later.notes() == [note])
        #expect(try await later.insert("c").id == 3)
    }

    @Test(arguments: ["", "{", "[]", "{\"notes\": 1}"])
    func `reports a file in an unknown format, and does not change the file`(
        _ text: String
    ) async throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        await #expect(throws: NoteStoreError.self) { try await self.store.insert("a") }
        #expect(try Data(contentsOf: file) == Data(text.utf8))
    }

    @Test func `reports that a file is at the path of the folder`() async throws {
        try Data().write(to: folder)
        await #expect(throws: NoteStoreError.self) { try await self.store.insert("a") }
    }
}
