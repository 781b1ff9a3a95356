import Foundation
package import NotesInterface

/// A store of notes in a JSON file, for one process at a time.
///
/// Each call reads the file, and each change replaces it.
package actor FileNoteStore: NoteStore {
    private let path: String

    /// Creates a store. The first change creates the file and its parent folders.
    package init(path: String) {
        self.path = path
    }

    package func notes() throws(NoteStoreError) -> [Note] {
        try read().notes
    }

    package func insert(_ text: String) throws(NoteStoreError) -> Note {
        var contents = try read()
        contents.lastID += 1
        let note = Note(id: contents.lastID, text: text)
        contents.notes.append(note)
        try write(contents)
        return note
    }

    package func remove(id: Note.ID) throws(NoteStoreError) -> Note? {
        var contents = try read()
        guard let index = contents.notes.firstIndex(where: { $0.id == id }) else {
            return nil
        }
        let note = contents.notes.remove(at: index)
        try write(contents)
        return note
    }

    private struct Contents: Codable {
        var lastID = 0
        var notes: [Note] = []
    }

    private func read() throws(NoteStoreError) -> Contents {
        do {
            return try JSONDecoder().decode(
                Contents.self,
                from: Data(contentsOf: URL(filePath: path))
            )
        } catch CocoaError.fileReadNoSuchFile {
            return Contents()
        } catch is DecodingError {
            throw .unreadable(
                path: path,
                reason: "the file has another format; restore it, or use another file"
            )
        } catch {
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
    }

    private func write(_ contents: Contents) throws(NoteStoreError) {
        let file = URL(filePath: path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try JSONEncoder().encode(contents).write(to: file, options: .atomic)
        } catch {
            throw .unwritable(path: path, reason: error.localizedDescription)
        }
    }
}
