public import Injection
import Notes
public import NotesInterface

public final class AppContainer: SharedContainer {
    @TaskLocal public static var shared = AppContainer()
    public let manager = ContainerManager()

    public init() {}
}

extension AppContainer: NotesProviding {
    public var noteStore: Factory<any NoteStore> {
        self { InMemoryNoteStore() }.cached
    }

    public var noteFormatter: Factory<any NoteFormatter> {
        self { BulletFormatter() }
    }

    public var noteList: Factory<any NoteList> {
        self { StoredNoteList(store: self.noteStore()) }
    }

    public var noteArchive: AsyncParameterFactory<Int, any NoteStore> {
        self { try await InMemoryNoteStore.archive(of: $0) }.scopeOnParameters.cached
    }
}
