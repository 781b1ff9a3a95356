import Bootstrap
import Foundation
import Injection
import InjectionTesting
import NotesInterface
import NotesTesting
import Testing

extension Trait where Self == ContainerTrait<AppContainer> {
    /// A new container with notes in memory for each test.
    fileprivate static var app: Self {
        Self(shared: AppContainer.$shared, container: AppContainer()) {
            $0.noteStore.register { InMemoryNoteStore() }
        }
    }
}

@Suite(.app)
struct AppContainerTests {
    @Test func `stores notes in the registered store`() async throws {
        let note = try await AppContainer.shared.noteBook().add("a")
        #expect(try await AppContainer.shared.noteStore().notes() == [note])
    }

    @Test func `each test has its own container`() async throws {
        #expect(try await AppContainer.shared.noteBook().notes(containing: "").isEmpty)
    }

    @Test func `the store uses the file in the settings`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "\(UUID().uuidString).json"
        )
        defer {
            try? FileManager.default.removeItem(at: file)
        }
        let container = AppContainer()
        container.settings.register { Settings(notesPath: file.path) }
        _ = try await container.noteBook().add("a")
        #expect(FileManager.default.fileExists(atPath: file.path))
    }
}
