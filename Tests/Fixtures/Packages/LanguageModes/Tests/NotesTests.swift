import Bootstrap
import Injection
import InjectionTesting
import NotesInterface
import Screens
import Testing

struct FixedNoteStore: NoteStore {
    let notes: [String]

    func add(_ note: String) {}
}

extension Trait where Self == ContainerTrait<AppContainer> {
    static var appContainer: Self {
        Self(shared: AppContainer.$shared, container: AppContainer())
    }
}

@Suite(.appContainer { $0.noteStore.register { FixedNoteStore(notes: ["sow", "water"]) } })
struct NotesTests {
    @Test nonisolated func `a report can be created on any thread`() {
        #expect(NoteReport().text == "- sow\n- water")
    }

    @Test nonisolated func `a report with a custom scope can be resolved on any thread`() {
        let report = AppContainer.shared.noteReport()
        #expect(AppContainer.shared.noteReport() === report)
        AppContainer.shared.manager.reset(scope: .notes)
        #expect(AppContainer.shared.noteReport() !== report)
    }

    @Test nonisolated func `a list can be created on any thread, and is read on the main actor`()
        async
    {
        let list = AppContainer.shared.noteList()
        #expect(await list.rows == ["sow", "water"])
    }

    @Test nonisolated func `an archive can be loaded in any task`() async throws {
        let archive = try await AppContainer.shared.noteArchive(1999)
        #expect(archive.notes == ["1999: plant a tree"])
    }

    @MainActor @Test func `a window can be created on the main actor`() {
        let window = NoteMenu().show()
        #expect(window.title == "2 notes")
        #expect(NoteMenu().show() === window)
    }

    @Test nonisolated func `a window can be resolved in any task, on the main actor`() async throws
    {
        let window = await AppContainer.shared.noteWindow()
        #expect(await window.title == "2 notes")
        let editor = try await AppContainer.shared.noteEditor()
        #expect(await editor.title == "2 notes")
    }
}
