import CheckingInterface
import Core
import CoreTesting
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import SQLite
import SearchText
import Testing

struct MigrationTests {
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

    private func makeVersion1(in database: Database? = nil) throws {
        try (database ?? self.database).execute(
            """
            PRAGMA journal_mode = WAL;
            CREATE TABLE links (
                id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL UNIQUE, title TEXT, note TEXT,
                added INTEGER NOT NULL, updated INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX links_by_added ON links (added, id);
            CREATE TABLE tags (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL) STRICT;
            CREATE TABLE link_tags (
                link INTEGER NOT NULL REFERENCES links (id) ON DELETE CASCADE,
                tag INTEGER NOT NULL REFERENCES tags (id), PRIMARY KEY (link, tag)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX link_tags_by_tag ON link_tags (tag, link);
            CREATE VIRTUAL TABLE link_text USING fts5 (
                title, note, url, tags, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
            );
            CREATE TABLE checks (
                id INTEGER PRIMARY KEY, link INTEGER NOT NULL REFERENCES links (id) ON DELETE CASCADE,
                verdict TEXT NOT NULL, status INTEGER, location TEXT, attempts INTEGER NOT NULL,
                milliseconds INTEGER NOT NULL, reason TEXT, checked INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX checks_by_link ON checks (link, id);
            INSERT INTO links VALUES (3, 'https://example.org/a', '東京タワー', 'a note', 1700000000, 1700000005);
            INSERT INTO links VALUES (7, 'https://example.org/b', NULL, NULL, 1700000001, 1700000001);
            INSERT INTO tags VALUES (1, 'swift', 'Swift');
            INSERT INTO link_tags VALUES (3, 1);
            INSERT INTO link_text (rowid, title, note, url, tags)
                VALUES (3, '東京タワー', 'a note', 'https://example.org/a', 'Swift'),
                    (7, NULL, NULL, 'https://example.org/b', '');
            INSERT INTO checks VALUES (1, 3, 'ok', 200, NULL, 1, 12, NULL, 1700000009);
            PRAGMA application_id = 1397247046;
            PRAGMA user_version = 1;
            """
        )
    }

    @Test func `migrating from version 1 preserves all data, and allows searches and undos`()
        async throws
    {
        try makeVersion1()
        let date = { (seconds: Double) in Date(timeIntervalSince1970: 1_700_000_000 + seconds) }
        let first = Link(
            id: 3,
            url: "https://example.org/a",
            title: "東京タワー",
            note: "a note",
            tags: LinkTag.list("Swift"),
            added: date(0),
            updated: date(5)
        )
        let second = Link(id: 7, url: "https://example.org/b", added: date(1), updated: date(1))
        let check = CheckRecord(
            link: 3,
            verdict: .ok,
            status: 200,
            attempts: 1,
            milliseconds: 12,
            checked: date(9)
        )
        #expect(try await store.all() == [second, first])
        #expect(try await store.tags().map(\.tag.name) == ["Swift"])
        #expect(try await store.latest(of: nil) == [3: check])
        #expect(try await store.links(with: "タワー") == [first])
        #expect(try await store.links(with: "swi") == [first])
        #expect(try await store.undo() == nil)
        try await store.remove(3)
        #expect(try await store.undo()?.ids.count == 1)
        #expect(try await store.all() == [second, first])
        #expect(try await store.history(of: 3) == [check])
        #expect(try await store.insert(.sample("c")).id == 8)
    }

    @Test func `migrating from version 2 makes decoded URLs searchable, and removes # from tags`()
        async throws
    {
        var link = try await SQLiteStore(path: path).insert(.sample("%E6%97%A5", tags: "a,b"))
        try database.execute(
            """
            DROP TABLE taken_in_checks;
            DELETE FROM link_text;
            UPDATE tags SET key = '#b', name = '#B' WHERE key = 'b';
            INSERT INTO tags (key, name) VALUES ('#a', '#A'), ('#', '#');
            INSERT INTO link_tags (link, tag) SELECT 1, id FROM tags WHERE key IN ('#a', '#');
            ALTER TABLE checks DROP COLUMN inspections;
            ALTER TABLE removed_checks DROP COLUMN inspections;
            PRAGMA user_version = 2;
            """
        )
        link.tags = LinkTag.list("a,B")
        #expect(try await store.links(with: "日") == [link])
        #expect(try await store.tags().map { "\($0.tag) \($0.links)" } == ["a 1", "B 1"])
        #expect(try await store.links(matching: LinkQuery(tags: [LinkTag.list("#b")])) == [link])
    }

    @Test func `migrating from version 3 makes emoji searchable`() async throws {
        let link = try await SQLiteStore(path: path).insert(.sample("a", title: "🚀 launch"))
        try database.execute(
            """
            DROP TABLE link_text;
            CREATE VIRTUAL TABLE link_text USING fts5 (
                title, note, url, tags, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M*'"
            );
            INSERT INTO link_text (rowid, title) VALUES (1, '🚀 launch');
            ALTER TABLE checks DROP COLUMN inspections;
            ALTER TABLE removed_checks DROP COLUMN inspections;
            PRAGMA user_version = 3;
            """
        )
        #expect(try await store.links(with: "🚀") == [link])
    }

    @Test func `migrating from version 4 separates the tags in the index`() async throws {
        let link = try await SQLiteStore(path: path).insert(.sample("a", tags: "server,swift"))
        try database.execute(
            """
            UPDATE link_text SET tags = 'server , swift';
            ALTER TABLE checks DROP COLUMN inspections;
            ALTER TABLE removed_checks DROP COLUMN inspections;
            PRAGMA user_version = 4;
            """
        )
        let phrase = LinkQuery(terms: [.phrase("server swift")])
        #expect(try await store.links(matching: phrase).isEmpty)
        #expect(try await store.links(with: "swift") == [link])
    }

    @Test func `a read-only library is not migrated, not even partially`() async throws {
        try makeVersion1()
        let before = try Data(contentsOf: URL(filePath: path))
        try folder.link("shelf.db-shm", to: "/nowhere")
        await #expect(throws: StoreError.readOnly(path: path)) {
            try await store.all()
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test func `a library that a newer program migrates in the meantime is not changed`()
        async throws
    {
        ConnectionHook.install()
        let name = ConnectionHook.countedName()
        let path = folder.path(name)
        let database = Database(path: path)
        try makeVersion1(in: database)
        ConnectionHook.switchActions.withLock {
            $0[name] = { try? database.execute("PRAGMA user_version = 99") }
        }
        await #expect(throws: StoreError.newerSchema(path: path, found: 99, supported: 6)) {
            try await SQLiteStore(path: path).all()
        }
        #expect(try database.integer("PRAGMA user_version") == 99)
        let tables = "SELECT count(*) FROM sqlite_schema WHERE name = 'changes'"
        #expect(try database.integer(tables) == 0)
    }

    @Test func `a library is migrated only once, even by several stores at once`() async throws {
        try makeVersion1()
        let path = path
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await SQLiteStore(path: path).all().count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [2, 2, 2, 2])
        #expect(try database.integer("PRAGMA user_version") == 6)
        #expect(try database.integer("SELECT count(*) FROM link_text") == 2)
    }
}
