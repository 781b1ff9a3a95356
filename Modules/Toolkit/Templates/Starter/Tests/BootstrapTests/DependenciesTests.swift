import Bootstrap
import Foundation
import NotesInterface
import NotesTesting
import Testing

struct DependenciesTests {
    @Test func `stores notes in the given store`() async throws {
        let store: any NoteStore = InMemoryNoteStore()
        let dependencies = Dependencies(settings: Settings(), noteStore: store)
        let note = try await dependencies.noteBook.add("a")
        #expect(try await store.notes() == [note])
    }

    @Test func `the store uses the file in the settings`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "\(UUID().uuidString).json"
        )
        defer {
            try? FileManager.default.removeItem(at: file)
        }
        let dependencies = Dependencies(settings: Settings(notesPath: file.path))
        _ = try await dependencies.noteBook.add("a")
        #expect(FileManager.default.fileExists(atPath: file.path))
    }
}
