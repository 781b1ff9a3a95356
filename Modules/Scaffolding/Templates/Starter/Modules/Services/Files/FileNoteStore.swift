package import Core
import Foundation

/// Notes in a JSON file, which several processes may use at once.
///
/// The file is read anew for each call, and replaced as a whole: who looks at it finds all of the notes of one moment.
package struct FileNoteStore: NoteStore {
    private let path: String

    /// Keeps the notes in the file at `path`; it is made at the first change, with the folders around it.
    package init(path: String) { self.path = path }

    package func notes() async throws(NoteStoreError) -> [Note] { try read().notes }

    package func insert(_ text: String) async throws(NoteStoreError) -> Note {
        try change { contents in
            contents.lastID += 1
            let note = Note(id: contents.lastID, text: text)
            contents.notes.append(note)
            return note
        }
    }

    package func remove(id: Note.ID) async throws(NoteStoreError) -> Note? {
        try change { contents in contents.notes.firstIndex { $0.id == id }.map { contents.notes.remove(at: $0) } }
    }

    /// What the file holds.
    private struct Contents: Codable, Equatable {
        var lastID = 0
        var notes: [Note] = []
    }

    private func read() throws(NoteStoreError) -> Contents {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch CocoaError.fileReadNoSuchFile {
            return Contents()
        } catch {
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
        do {
            return try JSONDecoder().decode(Contents.self, from: data)
        } catch {
            throw .damaged(path: path, reason: "it is not the JSON that is written here")
        }
    }

    /// Reads, changes and writes, while no other process does.
    private func change<Result>(_ body: (inout Contents) -> Result) throws(NoteStoreError) -> Result {
        let lock: FileLock
        do {
            let folder = URL(filePath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            lock = try FileLock(path: "\(path).lock")
        } catch {
            throw .unwritable(path: path, reason: error.localizedDescription)
        }
        defer { lock.unlock() }
        let before = try read()
        var contents = before
        let result = body(&contents)
        if contents != before { try write(contents) }
        return result
    }

    private func write(_ contents: Contents) throws(NoteStoreError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try encoder.encode(contents).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw .unwritable(path: path, reason: error.localizedDescription)
        }
    }
}
