import CheckingInterface
import Core
import CoreTesting
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import SQLite
import Testing

struct FaultTests {
    private let folder: TemporaryFolder
    private let path: String
    private let store: SQLiteStore
    private let database: Database

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("shelf.db")
        store = SQLiteStore(path: path)
        database = Database(path: path)
    }

    private func expectFailure(
        _ error: StoreError,
        at path: String,
        location: SourceLocation = #_sourceLocation
    ) async {
        await #expect(throws: error, sourceLocation: location) {
            try await SQLiteStore(path: path).all()
        }
    }

    @Test func `reports why a library cannot be opened`() async throws {
        await expectFailure(.notALibrary(path: "/dev/null"), at: "/dev/null")
        let links = ["loop": "pool", "pool": "loop", "lost": "missing/shelf.db"]
        for (name, target) in links {
            try folder.link(name, to: target)
        }
        let missing = folder.path("missing")
        let plain = try folder.write("", to: "plain")
        for (bad, reason) in [
            (folder.url.path, "Is a directory"),
            (missing + "/shelf.db", "the folder '\(missing)' does not exist; create it first"),
            (folder.path("lost"), "No such file or directory"),
            (plain + "/shelf.db", "Not a directory"),
            (folder.path("loop"), "Too many levels of symbolic links"),
            (folder.path(String(repeating: "a", count: 300)), "File name too long"),
        ] {
            await expectFailure(.cannotOpen(path: bad, reason: reason), at: bad)
        }
    }

    @Test func `reports a folder that cannot be created`() async throws {
        let file = try folder.write("", to: "file")
        let path = "\(file)/folder/shelf.db"
        let reason = "cannot create its folder: Not a directory"
        await #expect(throws: StoreError.cannotOpen(path: path, reason: reason)) {
            try await SQLiteStore(path: path, createsFolder: true).all()
        }
    }

    @Test
    func `rejects files and databases of other programs without changing them`() async throws {
        let text = try folder.write(
            String(repeating: "just some notes, longer than a header ", count: 10),
            to: "notes.txt"
        )
        try database.execute("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
        for file in [text, path] {
            let before = try Data(contentsOf: URL(filePath: file))
            await expectFailure(.notALibrary(path: file), at: file)
            await #expect(throws: StoreError.notALibrary(path: file)) {
                try await SQLiteStore(path: file).insert(.sample("a"))
            }
            #expect(try Data(contentsOf: URL(filePath: file)) == before)
        }
    }

    @Test(arguments: ["application_id", "user_version"])
    func `rejects a database without tables that another program has marked`(mark: String)
        async throws
    {
        try database.execute("PRAGMA \(mark) = 7")
        await expectFailure(.notALibrary(path: path), at: path)
        #expect(try database.integer("PRAGMA \(mark)") == 7)
    }

    @Test func `an error without its own case contains the path and SQLite's reason`() async throws
    {
        _ = try await store.all()
        try database.execute("DROP TABLE checks")
        await #expect(throws: StoreError.failed(path: path, reason: "no such table: checks")) {
            try await store.latest(of: [1])
        }
    }

    @Test(arguments: [
        ("UPDATE checks SET verdict = 'new'", "a check has an unknown verdict"),
        ("UPDATE changes SET kind = 'new'", "a change has an unknown kind"),
    ])
    func `an unknown value in a library counts as damage`(
        statement: String,
        reason: String
    ) async throws {
        let link = try await store.insert(.sample("a"))
        try await store.append([.sample(link.id)])
        try database.execute(statement)
        await #expect(throws: StoreError.corrupted(path: path, reason: reason)) {
            _ = try await store.latest(of: [link.id])
            _ = try await store.undo(isDryRun: true)
        }
    }

    @Test func `rejects a library from a newer version`() async throws {
        _ = try await store.all()
        try database.execute("PRAGMA user_version = 7")
        await expectFailure(.newerSchema(path: path, found: 7, supported: 6), at: path)
    }

    @Test(arguments: [true, false], [true, false])
    func `reports a damaged library to writers and readers`(
        isTruncated: Bool,
        isWriter: Bool
    ) async throws {
        try await SQLiteStore(path: path).transaction { try $0.insert(500, title: "title") }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = try FileHandle(forUpdating: URL(filePath: path))
        if isTruncated {
            try file.truncate(atOffset: 9_000)
        } else {
            try file.seek(toOffset: 4096)
            try file.write(contentsOf: Data(repeating: 0xAA, count: 40_000))
        }
        try file.close()
        let reason = "database disk image is malformed"
        await #expect(throws: StoreError.corrupted(path: path, reason: reason)) {
            let store = SQLiteStore(path: path)
            if isWriter {
                try await store.insert(.sample("new"))
            } else {
                _ = try await store.all()
            }
        }
    }

    @Test
    func `writers report another process's lock after the timeout, and readers never do`()
        async throws
    {
        _ = try await store.all()
        let store = SQLiteStore(path: path, busyTimeout: .zero)
        try await database.withLock {
            await #expect(throws: StoreError.locked(path: path)) {
                try await SQLiteStore(path: path, busyTimeout: .zero).insert(.sample("a"))
            }
            #expect(try await store.all() == [])
            #expect(try await store.links([1]) == [])
            try await store.append([])
        }
        try await store.insert(.sample("a"))
    }

    @Test func `waits as long as the busy timeout, even if the timeout is less than a second`()
        async throws
    {
        let timeout = Duration.milliseconds(20)
        let store = SQLiteStore(path: path, busyTimeout: timeout)
        #expect(try await store.tags().isEmpty)
        try await database.withLock {
            let start = ContinuousClock.now
            await #expect(throws: StoreError.locked(path: path)) {
                try await store.insert(.sample("a"))
            }
            #expect(.now - start >= timeout)
        }
    }

    /// More stores wait than Swift's pool has threads, and the test itself needs one of the threads
    /// to end the wait.
    @Test func `a store that waits for another writer blocks no thread of Swift's pool`()
        async throws
    {
        ConnectionHook.install()
        let name = ConnectionHook.countedName()
        let path = folder.path(name)
        let store = SQLiteStore(path: path)
        #expect(try await store.tags().isEmpty)
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount
        let waiting = try await Database(path: path).withLock {
            let begun = ConnectionHook.transactions.value[name, default: 0]
            let waiting = (1...count).map { number in
                Task { try await SQLiteStore(path: path).insert(.sample("\(number)")) }
            }
            await ConnectionHook.transactions.wait { $0[name, default: 0] >= begun + count }
            return waiting
        }
        for task in waiting {
            _ = try await task.value
        }
        #expect(try await store.ids(matching: LinkQuery()).count == count)
    }

    @Test
    func `a new library waits for a writer of its file before it switches to WAL`() async throws {
        ConnectionHook.install()
        let name = ConnectionHook.countedName()
        let path = folder.path(name)
        let opening = try await Database(path: path).withLock {
            let opening = Task {
                // If the store does not try to switch a second time, this ends the wait below, so
                // that the test fails instead of waiting forever.
                defer {
                    ConnectionHook.switches.withLock { $0[name, default: 0] += 2 }
                }
                return try await SQLiteStore(path: path, busyTimeout: .seconds(300)).links(
                    matching: LinkQuery()
                )
            }
            await ConnectionHook.switches.wait { $0[name, default: 0] >= 2 }
            return opening
        }
        #expect(try await opening.value.isEmpty)
    }

    @Test func `with a busy timeout of zero, a new library tries to switch to WAL only once`()
        async throws
    {
        ConnectionHook.install()
        let name = ConnectionHook.countedName()
        let path = folder.path(name)
        try await Database(path: path).withLock {
            await #expect(throws: StoreError.locked(path: path)) {
                try await SQLiteStore(path: path, busyTimeout: .zero).tags()
            }
            #expect(ConnectionHook.switches.value[name] == 1)
        }
    }

    @Test func `a library can be read if no file can be created next to it`() async throws {
        let link = try await SQLiteStore(path: path).insert(.sample("a", title: "A"))
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        // This symbolic link has the same effect as a folder without write permission, even for
        // root.
        try? folder.remove("shelf.db-shm")
        try folder.link("shelf.db-shm", to: "/nowhere")
        let store = SQLiteStore(path: path)
        #expect(try await store.all() == [link])
        #expect(try await store.links(with: "a") == [link])
        #expect(try await store.undo(isDryRun: true)?.ids.count == 1)
        await #expect(throws: StoreError.readOnly(path: path)) {
            try await store.remove(link.id)
        }
        await #expect(throws: StoreError.readOnly(path: path)) {
            try await store.undo()
        }
    }

    @Test
    func `a library with changes in its log cannot be read if no file can be created next to it`()
        async throws
    {
        try await store.insert(.sample("a"))
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try await store.insert(.sample("b"))
        let copy = folder.path("copy.db")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        try folder.link("copy.db-shm", to: "/nowhere")
        let reason = "Too many levels of symbolic links"
        await expectFailure(.cannotOpen(path: copy, reason: reason), at: copy)
        // The store is still open, so the changes were not moved from the log to the library.
        #expect(try await store.all().count == 2)
    }

    @Test func `a library in a folder without write permission can be read`() async {
        // A separate process drops the permissions of root.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let deep = "folder #1?"
            let path = try folder.write("", to: "\(deep)/shelf.db")
            let link = try await SQLiteStore(path: path).insert(.sample("a"))
            try folder.setPermissions(0o444, of: "\(deep)/shelf.db")
            try folder.setPermissions(0o555, of: deep)
            // With a umask such as 077, the other user could not enter the folder.
            try folder.setPermissions(0o755, of: "")
            let user = geteuid()
            try #require(seteuid(user == 0 ? 65_534 : user) == 0)
            defer {
                seteuid(user)
                try? folder.setPermissions(0o755, of: deep)
            }
            let links = try await SQLiteStore(path: path).all()
            #expect(links == [link])
        }
    }

    @Test func `reports a folder in which no library can be created`() async {
        // The test runs in a separate process, because the process drops the permissions of root.
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let path = folder.path("shelf.db")
            try folder.setPermissions(0o500, of: "")
            let user = geteuid()
            try #require(seteuid(user == 0 ? 65_534 : user) == 0)
            let error = await #expect(throws: StoreError.self) {
                try await SQLiteStore(path: path).insert(.sample("a"))
            }
            seteuid(user)
            let reason = "Permission denied in the folder '\(folder.url.path)'"
            #expect(error == .cannotOpen(path: path, reason: reason))
        }
    }

    @Test func `reports a full disk and leaves the library unchanged`() async throws {
        ConnectionHook.install()
        let path = folder.path(ConnectionHook.fullDisk)
        let store = SQLiteStore(path: path)
        let link = try await store.insert(.sample("kept", title: "kept"))
        await #expect(throws: StoreError.diskFull(path: path)) {
            try await store.transaction { try $0.insert(5_000, title: "lost") }
        }
        for reader in [store, SQLiteStore(path: path)] {
            #expect(try await reader.all() == [link])
            #expect(try await reader.undo(isDryRun: true)?.ids.count == 1)
        }
        #expect(try await store.insert(.sample("small")).id == link.id + 1)
    }

    #if os(Linux)
        /// Runs in a separate process, because the limit of file sizes belongs to the process.
        @Test func `an open library can be read but not changed while the disk is full`() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let path = folder.path("shelf.db")
                let store = SQLiteStore(path: path)
                let link = try await store.insert(.sample("kept"))
                try await withFullDisk {
                    await #expect(throws: StoreError.diskFull(path: path)) {
                        try await store.insert(.sample("lost"))
                    }
                    let links = try await store.all()
                    #expect(links == [link])
                }
                let next = try await store.insert(.sample("next"))
                #expect(next.id == link.id + 1)
            }
        }

        /// Runs in a separate process, because the limit of file sizes belongs to the process.
        @Test func `a library that is opened on a full disk can be read but not changed`() async {
            await #expect(processExitsWith: .success) {
                let folder = try TemporaryFolder()
                let path = folder.path("shelf.db")
                let link = try await SQLiteStore(path: path).insert(.sample("kept"))
                try Database(path: path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
                let store = SQLiteStore(path: path)
                try await withFullDisk {
                    let links = try await store.all()
                    #expect(links == [link])
                    await #expect(throws: StoreError.diskFull(path: path)) {
                        try await store.remove(link.id)
                    }
                }
                let links = try await SQLiteStore(path: path).all()
                #expect(links == [link])
            }
        }
    #endif

    @Test func `reports a library that is removed while in use, and does not create it again`()
        async throws
    {
        let path = path
        try await store.insert(.sample("a"))
        let gone = StoreError.cannotOpen(
            path: path,
            reason: "it was removed or replaced while in use"
        )
        await #expect(throws: gone) {
            try await store.transaction { transaction in
                _ = try transaction.insert(.sample("b"))
                try FileManager.default.removeItem(atPath: path)
            }
        }
        await #expect(throws: gone) { try await store.insert(.sample("c")) }
        await #expect(throws: gone) { try await store.all() }
        #expect(!folder.exists("shelf.db"))
    }

    @Test func `a process that is killed in the middle of a change leaves the library unchanged`()
        async throws
    {
        let path = path
        let kept = try await SQLiteStore(path: path).insert(.sample("kept", title: "kept"))
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            try await SQLiteStore(path: path).transaction(.merge, at: .now) { transaction in
                try transaction.insert(20_000, title: "lost")
                try transaction.remove(id: 1)
                kill(getpid(), SIGKILL)
            }
        }
        let store = SQLiteStore(path: path)
        #expect(try await store.all() == [kept])
        #expect(try await store.links(with: "lost").isEmpty)
        #expect(try await store.undo(isDryRun: true)?.ids.count == 1)
        try database.execute("INSERT INTO link_text (link_text) VALUES ('integrity-check')")
        #expect(try await store.insert(.sample("next")).id == kept.id + 1)
    }
}

#if os(Linux)
    /// Runs `body` while every write to a file fails as if the disk were full.
    private func withFullDisk(_ body: () async throws -> Void) async throws {
        // By default, the signal would end the process.
        signal(SIGXFSZ, SIG_IGN)
        try await withoutResource(RLIMIT_FSIZE, body)
    }
#endif
