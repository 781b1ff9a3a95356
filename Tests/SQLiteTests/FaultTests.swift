import Core
import CoreTesting
import Foundation
import SQLite
import Testing

struct FaultTests {
    private let folder: TemporaryFolder
    private let path: String
    private let database: Database

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("shelf.db")
        database = Database(path: path)
    }

    @Test func `a folder, or a place that is not there, cannot be opened`() async throws {
        for bad in [folder.url.path, folder.path("missing/shelf.db")] {
            let error = await #expect(throws: StoreError.self) {
                try await SQLiteStore(path: bad).links(matching: LinkQuery())
            }
            guard case .cannotOpen(bad, _) = error else { return #expect(Bool(false), "\(String(describing: error))") }
        }
    }

    @Test func `a file of something else is refused and left as it was`() async throws {
        let text = Data("just some notes, long enough to have a header of 100 bytes".utf8) + Data(count: 200)
        try text.write(to: URL(filePath: path))
        await #expect(throws: StoreError.notALibrary(path: path)) {
            try await SQLiteStore(path: path).transaction { try $0.insert(.page("a")) }
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == text)
    }

    @Test func `a device is no library`() async throws {
        await #expect(throws: StoreError.notALibrary(path: "/dev/null")) {
            try await SQLiteStore(path: "/dev/null").links(matching: LinkQuery())
        }
    }

    @Test func `a database of another program is refused and left as it was`() async throws {
        try database.execute("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
        let before = try Data(contentsOf: URL(filePath: path))
        await #expect(throws: StoreError.notALibrary(path: path)) {
            try await SQLiteStore(path: path).links(matching: LinkQuery())
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func `a library of a newer version is refused`() async throws {
        _ = try await SQLiteStore(path: path).links(matching: LinkQuery())
        try database.execute("PRAGMA user_version = 99")
        await #expect(throws: StoreError.newerSchema(path: path, found: 99, supported: 4)) {
            try await SQLiteStore(path: path).links(matching: LinkQuery())
        }
    }

    @Test func `a damaged library is reported`() async throws {
        let store = SQLiteStore(path: path)
        try await store.transaction { transaction in
            for number in 0..<500 { _ = try transaction.insert(.page("\(number)", title: "title \(number)")) }
        }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: 4096)
        try file.write(contentsOf: Data(repeating: 0xAA, count: 40_000))
        try file.close()
        let error = await #expect(throws: StoreError.self) {
            try await SQLiteStore(path: path).transaction { try $0.insert(.page("new")) }
        }
        guard case .corrupted = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test func `a library that another process keeps locked is reported after the patience`() async throws {
        _ = try await SQLiteStore(path: path).links(matching: LinkQuery())
        try await database.withLock {
            await #expect(throws: StoreError.locked(path: path)) {
                try await SQLiteStore(path: path, patience: .zero).transaction { try $0.insert(.page("a")) }
            }
            // WAL: readers do not wait for a writer.
            let links = try await SQLiteStore(path: path, patience: .zero).links(matching: LinkQuery())
            #expect(links.isEmpty)
            let named = try await SQLiteStore(path: path, patience: .zero).links([1])
            #expect(named.isEmpty)
        }
        _ = try await SQLiteStore(path: path, patience: .zero).transaction { try $0.insert(.page("a")) }
    }

    @Test func `a new library waits for another process that writes to its file before it switches to WAL`()
        async throws
    {
        JournalSwitch.beginCounting()
        let path = folder.path(JournalSwitch.name)
        let opening = try await Database(path: path).withLock {
            let opening = Task {
                // Without a second attempt, the end of the first ends the wait too.
                defer { JournalSwitch.attempts.withLock { $0 += 2 } }
                return try await SQLiteStore(path: path, patience: .seconds(300)).links(matching: LinkQuery())
            }
            await JournalSwitch.attempts.wait { $0 >= 2 }
            return opening
        }
        #expect(try await opening.value.isEmpty)
    }

    @Test func `a damaged library is reported to readers too`() async throws {
        let store = SQLiteStore(path: path)
        try await store.transaction { transaction in
            for number in 0..<500 { _ = try transaction.insert(.page("\(number)", title: "title \(number)")) }
        }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.truncate(atOffset: 9_000)
        try file.close()
        let error = await #expect(throws: StoreError.self) {
            try await SQLiteStore(path: path).links(matching: LinkQuery())
        }
        guard case .corrupted = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test func `where nothing can be written beside it, a library can be read and not changed`() async throws {
        let link = try await SQLiteStore(path: path).transaction { try $0.insert(.page("a", title: "A")) }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        // What a folder without write permission does to everybody but root, this link does to root as well.
        try? FileManager.default.removeItem(atPath: path + "-shm")
        try FileManager.default.createSymbolicLink(atPath: path + "-shm", withDestinationPath: "/nowhere")
        let store = SQLiteStore(path: path)
        #expect(try await store.links(matching: LinkQuery()) == [link])
        #expect(try await store.links(matching: LinkQuery(terms: [.word("a")])) == [link])
        #expect(try await store.undo(isDryRun: true)?.ids.count == 1)
        await #expect(throws: StoreError.readOnly(path: path)) {
            try await store.transaction { try $0.remove(id: link.id) }
        }
        await #expect(throws: StoreError.readOnly(path: path)) { try await store.undo(isDryRun: false) }
    }

    @Test func `a library in a folder without write permission can be listed`() async throws {
        let deep = folder.path("folder #1?")
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: false)
        let link = try await SQLiteStore(path: deep + "/shelf.db").transaction { try $0.insert(.page("a")) }
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: deep + "/shelf.db")
        try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: deep)
        let links = try await SQLiteStore(path: deep + "/shelf.db").links(matching: LinkQuery())
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: deep)
        #expect(links == [link])
    }

    @Test func `a full disk is reported, and nothing is changed`() async throws {
        try FullDisk.begin()
        let path = folder.path(FullDisk.name)
        let store = SQLiteStore(path: path)
        let link = try await store.transaction { try $0.insert(.page("kept", title: "kept")) }
        await #expect(throws: StoreError.diskFull(path: path)) {
            try await store.transaction { transaction in
                for number in 0..<5_000 { _ = try transaction.insert(.page("\(number)", title: "lost \(number)")) }
            }
        }
        for reader in [store, SQLiteStore(path: path)] {
            #expect(try await reader.links(matching: LinkQuery()) == [link])
            #expect(try await reader.undo(isDryRun: true)?.ids.count == 1)
        }
        #expect(try await store.transaction { try $0.insert(.page("small")) }.id == link.id + 1)
    }

    @Test func `a library that is removed under us is reported, and not made anew`() async throws {
        let store = SQLiteStore(path: path)
        try await store.transaction { _ = try $0.insert(.page("a")) }
        for companion in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + companion) }
        let gone = StoreError.cannotOpen(path: path, reason: "it was removed or replaced while it was in use")
        await #expect(throws: gone) { try await store.transaction { try $0.insert(.page("b")) } }
        await #expect(throws: gone) { try await store.links(matching: LinkQuery()) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a library that is removed during a change is reported`() async throws {
        let store = SQLiteStore(path: path)
        try await store.transaction { _ = try $0.insert(.page("a")) }
        let path = path
        let gone = StoreError.cannotOpen(path: path, reason: "it was removed or replaced while it was in use")
        await #expect(throws: gone) {
            try await store.transaction { transaction in
                _ = try transaction.insert(.page("b"))
                try FileManager.default.removeItem(atPath: path)
            }
        }
    }
}
