import Bootstrap
import Core
import CoreTesting
import Foundation
import Injection
import InjectionTesting
import NotesInterface
import ProgramTesting
import Testing

extension Trait where Self == ContainerTrait<AppContainer> {
    /// A container of its own for each test, with notes in memory.
    fileprivate static var app: Self {
        Self(shared: AppContainer.$shared, container: AppContainer()) { $0.noteStore.register { InMemoryNoteStore() } }
    }
}

@Suite(.app)
struct NotesTests {
    @Test func `the notes are kept in the store that is registered`() async throws {
        let note = try await AppContainer.shared.noteBook().add("a")
        #expect(try await AppContainer.shared.noteStore().notes() == [note])
    }

    @Test func `each test has notes of its own`() async throws {
        #expect(try await AppContainer.shared.noteBook().notes(containing: nil).isEmpty)
    }

    @Test func `the settings name the file of the store`() async throws {
        let folder = try TemporaryFolder()
        let container = AppContainer()
        container.settings.register { Settings(notesPath: folder.path("notes.json")) }
        let note = try await container.noteBook().add("a")
        #expect(try await container.noteStore().notes() == [note])
        #expect(try String(contentsOfFile: folder.path("notes.json"), encoding: .utf8).contains("\"a\""))
    }
}
