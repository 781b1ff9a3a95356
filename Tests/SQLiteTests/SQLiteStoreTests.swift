import CSQLite
import Core
import CoreTesting
import Foundation
import SQLite
import Testing

struct SQLiteStoreTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("shelf.db")
    }

    @Test func `nothing is opened before the first use`() async throws {
        let store = SQLiteStore(path: path)
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try await store.links(matching: LinkQuery()).isEmpty)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test func `a library outlives the store that wrote it`() async throws {
        let link = try await SQLiteStore(path: path).transaction { try $0.insert(.page("a", title: "A")) }
        #expect(try await SQLiteStore(path: path).links(matching: LinkQuery()) == [link])
    }

    @Test func `a removed link takes its checks with it`() async throws {
        let store = SQLiteStore(path: path)
        let link = try await store.transaction { try $0.insert(.page("a")) }
        try await store.append([CheckRecord(link: link.id, verdict: .ok, attempts: 1, milliseconds: 1, checked: .now)])
        #expect(try await store.latest().count == 1)
        try await store.transaction { try $0.remove(id: link.id) }
        #expect(try await store.latest().isEmpty)
    }

    @Test func `the folder is made only when asked`() async throws {
        let deep = folder.path("a/b/shelf.db")
        await #expect(throws: StoreError.self) { try await SQLiteStore(path: deep).links(matching: LinkQuery()) }
        let store = SQLiteStore(path: deep, makesFolder: true)
        #expect(try await store.links(matching: LinkQuery()).isEmpty)
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
        try execute("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
        let before = try Data(contentsOf: URL(filePath: path))
        await #expect(throws: StoreError.notALibrary(path: path)) {
            try await SQLiteStore(path: path).links(matching: LinkQuery())
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func `a library of a newer version is refused`() async throws {
        _ = try await SQLiteStore(path: path).links(matching: LinkQuery())
        try execute("PRAGMA user_version = 99")
        await #expect(throws: StoreError.newerSchema(path: path, found: 99, supported: 2)) {
            try await SQLiteStore(path: path).links(matching: LinkQuery())
        }
    }

    @Test func `a damaged library is reported`() async throws {
        let store = SQLiteStore(path: path)
        try await store.transaction { transaction in
            for number in 0..<500 { _ = try transaction.insert(.page("\(number)", title: "title \(number)")) }
        }
        try execute("PRAGMA wal_checkpoint(TRUNCATE)")
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
        try await withLock {
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

    @Test func `many writers that open the same new file at once lose nothing`() async throws {
        let path = path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let store = SQLiteStore(path: path)
                    for number in 0..<25 {
                        _ = try await store.transaction { try $0.insert(.page("\(writer)/\(number)")) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await SQLiteStore(path: path).links(matching: LinkQuery()).count == 100)
    }

    /// Runs SQL on the file as another program would.
    private func execute(_ sql: String) throws {
        var connection: OpaquePointer?
        #expect(unsafe sqlite3_open(path, &connection) == SQLITE_OK)
        defer { unsafe sqlite3_close(connection) }
        #expect(unsafe sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
    }

    /// Holds the write lock, as another process would, while `body` runs.
    private func withLock(_ body: () async throws -> Void) async throws {
        var connection: OpaquePointer?
        #expect(unsafe sqlite3_open(path, &connection) == SQLITE_OK)
        defer { unsafe sqlite3_close(connection) }
        #expect(unsafe sqlite3_exec(connection, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
        try await body()
    }
}

extension LinkDraft {
    fileprivate static func page(_ path: String, title: String? = nil) -> LinkDraft {
        LinkDraft(url: "https://example.org/\(path)", title: title)
    }
}
