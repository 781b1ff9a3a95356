public import NotesInterface
import Synchronization

/// A class that is nonisolated, because its protocol is nonisolated and Sendable.
public final class InMemoryNoteStore: NoteStore {
    private let stored: Mutex<[String]>

    public init(_ notes: [String] = []) {
        stored = Mutex(notes)
    }

    public var notes: [String] {
        stored.withLock { $0 }
    }

    public func add(_ note: String) {
        stored.withLock { $0.append(note) }
    }

    public static func archive(of year: Int) async throws -> InMemoryNoteStore {
        InMemoryNoteStore(["\(year): plant a tree"])
    }
}

/// A structure whose protocol is not Sendable.
public nonisolated struct BulletFormatter: NoteFormatter {
    public init() {}

    public func text(of note: String) -> String {
        "- \(note)"
    }
}

/// A main-actor class whose instances can be created on any thread.
@MainActor
public final class StoredNoteList: NoteList {
    private let store: any NoteStore

    public nonisolated init(store: any NoteStore) {
        self.store = store
    }

    public var rows: [String] {
        store.notes.sorted()
    }
}
