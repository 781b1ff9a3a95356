import Core
import CoreTesting
import Files
import Foundation
import ProgramTesting
import Testing

struct FileNoteStoreTests {
    private let folder: TemporaryFolder
    private let store: FileNoteStore
    private var path: String { folder.path("some/where/notes.json") }

    init() throws {
        folder = try TemporaryFolder()
        store = FileNoteStore(path: folder.path("some/where/notes.json"))
    }

    @Test(arguments: NoteStoreContract.allCases)
    func `keeps notes as promised`(_ rule: NoteStoreContract) async throws {
        try await rule.check(store)
    }

    @Test func `nothing is made before the first change`() async throws {
        #expect(try await store.notes().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path("some")))
    }

    @Test func `notes and numbers outlive the store`() async throws {
        let note = try await store.insert("a")
        _ = try await store.remove(id: store.insert("b").id)
        let later = FileNoteStore(path: path)
        #expect(try await later.notes() == [note])
        #expect(try await later.insert("c").id == 3)
    }

    @Test(arguments: ["", "{", "[]", "{\"notes\": 1}", "\u{0}"])
    func `a file that holds something else is reported, and left as it is`(_ text: String) async throws {
        try folder.write(text, to: "some/where/notes.json")
        let damaged = NoteStoreError.damaged(path: path, reason: "it is not the JSON that is written here")
        await #expect(throws: damaged) { try await store.notes() }
        await #expect(throws: damaged) { try await store.insert("a") }
        await #expect(throws: damaged) { try await store.remove(id: 1) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test func `a folder in the place of the file is reported`() async throws {
        try folder.write("", to: "some/where/notes.json/file")
        await #expect(throws: NoteStoreError.self) { try await store.notes() }
        await #expect(throws: NoteStoreError.self) { try await store.insert("a") }
    }

    @Test func `a file in the place of the folder is reported`() async throws {
        try folder.write("", to: "some")
        await #expect(throws: NoteStoreError.self) { try await store.insert("a") }
    }

    @Test func `changes of many at once are all kept`() async throws {
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask { _ = try await FileNoteStore(path: path).insert("note \(number)") }
            }
            try await group.waitForAll()
        }
        #expect(Set(try await store.notes().map(\.text)).count == 20)
        #expect(try await store.notes().map(\.id) == Array(1...20))
    }
}
