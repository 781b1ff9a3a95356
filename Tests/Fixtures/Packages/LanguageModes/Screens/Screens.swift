public import Bootstrap
public import Injection
import NotesInterface

/// A class whose instances can be created only on the main actor.
@MainActor
public final class NoteWindow {
    @Injected(\AppContainer.noteList) private var list
    @LazyInjected(\AppContainer.noteStore) private var store

    public init() {}

    public var title: String {
        "\(list.rows.count) notes"
    }

    public func add(_ note: String) {
        store.add(note)
    }
}

extension AppContainer {
    public var noteWindow: MainActorFactory<NoteWindow> {
        self { NoteWindow() }.cached
    }

    /// An asynchronous factory whose closure awaits the main actor.
    public var noteEditor: AsyncFactory<NoteWindow> {
        self { await NoteWindow() }.cached
    }
}

extension Scope {
    public nonisolated static let notes = Cached()
}

extension AppContainer {
    public var noteReport: Factory<NoteReport> {
        self { NoteReport() }.scope(.notes)
    }
}

/// A menu that does not retain its window.
@MainActor
public struct NoteMenu {
    @InjectedContainer private var container: AppContainer

    public init() {}

    public func show() -> NoteWindow {
        container.noteWindow()
    }
}

/// A class whose instances can be created on any thread.
public nonisolated final class NoteReport {
    @Injected(\AppContainer.noteStore) private var store
    @DynamicInjected(\AppContainer.noteFormatter) private var formatter

    public init() {}

    public var text: String {
        var lines: [String] = []
        for note in store.notes {
            lines.append(formatter.text(of: note))
        }
        return lines.joined(separator: "\n")
    }
}
