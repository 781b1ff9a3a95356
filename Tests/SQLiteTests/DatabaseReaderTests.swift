import Core
import CoreTesting
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import SQLite
import Testing
import TransferInterface

struct DatabaseReaderTests {
    private let folder: TemporaryFolder
    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `reads the rows of a query's result while another program locks the database`()
        async throws
    {
        let database = Database(path: folder.path("places.db"))
        try database.execute(
            "CREATE TABLE places (url, title); INSERT INTO places VALUES ('a', 1), (NULL, 'c')"
        )
        let query = "SELECT url, title FROM places ORDER BY title"
        let rows = try await database.withLock("BEGIN EXCLUSIVE") {
            try SQLiteDatabaseReader().rows(query, from: database.path)
        }
        #expect(rows == [["a", "1"], [nil, "c"]])
    }

    @Test func `reads changes that are only in the write-ahead log`() async throws {
        let path = folder.path("shelf.db")
        let store = SQLiteStore(path: path)
        let link = try await store.insert(.sample("a"))
        #expect(
            try SQLiteDatabaseReader().rows("SELECT url FROM links", from: path) == [[link.url]]
        )
        // The store is still open, so the changes were not moved from the log to the database.
        #expect(try await store.link(url: link.url) == link)
    }

    @Test func `does not read the changes of a transaction that has not ended`() async throws {
        let database = Database(path: folder.path("places.db"))
        try database.execute(
            "CREATE TABLE places (url); CREATE TABLE icons (image); INSERT INTO places VALUES ('a')"
        )
        // The cache has room for one page, so SQLite writes the changes to the file before the end
        // of the transaction. The journal contains the previous pages.
        let changes = """
            PRAGMA cache_size = 1; BEGIN; UPDATE places SET url = 'b';
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100)
            INSERT INTO icons SELECT zeroblob(4000) FROM n
            """
        let rows = try await database.withLock(changes) {
            try SQLiteDatabaseReader().rows("SELECT url FROM places", from: database.path)
        }
        #expect(rows == [["a"]])
    }

    @Test func `only the owner may read the copy of a database`() throws {
        ConnectionHook.install()
        let database = Database(path: folder.path("places.db"))
        try database.execute("CREATE TABLE places (url)")
        let rows = try SQLiteDatabaseReader().rows("SELECT url FROM places", from: database.path)
        #expect(rows.isEmpty)
        #expect(ConnectionHook.permissionsOfCopies.value == [0o700])
    }

    @Test func `removes the copy of a database`() throws {
        let database = Database(path: folder.path("places.db"))
        try database.execute("CREATE TABLE places (url)")
        let query = "SELECT file FROM pragma_database_list"
        let rows = try SQLiteDatabaseReader().rows(query, from: database.path)
        let copy = try #require(rows.first?.first ?? nil)
        #expect(copy != database.path)
        let folderOfCopy = URL(filePath: copy).deletingLastPathComponent().path
        #expect(!FileManager.default.fileExists(atPath: folderOfCopy))
    }

    @Test func `reports a file that is not a database, or that does not exist`() throws {
        let file = try folder.write(String(repeating: "text", count: 1000), to: "places.db")
        for (path, reason) in [
            (file, "file is not a database"),
            (folder.path("missing.db"), "No such file or directory"),
        ] {
            #expect(throws: TransferError.unreadable(name: path, reason: reason)) {
                try SQLiteDatabaseReader().rows("SELECT url FROM places", from: path)
            }
        }
    }
}
