import Core
import CoreTesting
import Foundation
import SQLite
import Testing

struct KilledProcessTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("shelf.db")
    }

    @Test func `a process that is killed in the middle of a change leaves the library as it was`() async throws {
        let path = path
        let kept = try await SQLiteStore(path: path).transaction { try $0.insert(.page("kept", title: "kept")) }
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            try await SQLiteStore(path: path).transaction(.merge, at: .now) { transaction in
                for number in 0..<20_000 { _ = try transaction.insert(.page("\(number)", title: "lost \(number)")) }
                try transaction.remove(id: 1)
                kill(getpid(), SIGKILL)
            }
        }
        let store = SQLiteStore(path: path)
        #expect(try await store.links(matching: LinkQuery()) == [kept])
        #expect(try await store.links(matching: LinkQuery(terms: [.word("lost")])).isEmpty)
        #expect(try await store.undo(isDryRun: true)?.ids.count == 1)
        try Database(path: path).execute("INSERT INTO link_text (link_text) VALUES ('integrity-check')")
        #expect(try await store.transaction { try $0.insert(.page("next")) }.id == kept.id + 1)
    }
}
