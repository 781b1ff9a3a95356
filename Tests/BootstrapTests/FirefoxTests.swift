import Bootstrap
import CSQLite
import Core
import Foundation
import Injection
import LibraryInterface
import ProgramTesting
import Testing
import TransferInterface

/// Tests of imports from a database with Firefox's tables, as created by version 153.
struct FirefoxTests {
    private static let schema = """
        PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
        CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, rev_host LONGVARCHAR,
            visit_count INTEGER DEFAULT 0, hidden INTEGER DEFAULT 0 NOT NULL, typed INTEGER DEFAULT 0 NOT NULL,
            frecency INTEGER DEFAULT -1 NOT NULL, last_visit_date INTEGER, guid TEXT,
            foreign_count INTEGER DEFAULT 0 NOT NULL, url_hash INTEGER DEFAULT 0 NOT NULL, description TEXT,
            preview_image_url TEXT, site_name TEXT, origin_id INTEGER, recalc_frecency INTEGER NOT NULL DEFAULT 0,
            alt_frecency INTEGER, recalc_alt_frecency INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE moz_bookmarks (id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER DEFAULT NULL, parent INTEGER,
            position INTEGER, title LONGVARCHAR, keyword_id INTEGER, folder_type TEXT, dateAdded INTEGER,
            lastModified INTEGER, guid TEXT, syncStatus INTEGER NOT NULL DEFAULT 0,
            syncChangeCounter INTEGER NOT NULL DEFAULT 1);
        INSERT INTO moz_bookmarks (id, type, parent, title, guid) VALUES
            (1, 2, 0, '', 'root________'), (2, 2, 1, 'menu', 'menu________'), (3, 2, 1, 'toolbar', 'toolbar_____'),
            (4, 2, 1, 'tags', 'tags________'), (5, 2, 1, 'unfiled', 'unfiled_____'), (6, 2, 1, 'mobile', 'mobile______');
        """

    private static let bookmarks = """
        INSERT INTO moz_places (id, url) VALUES (1, 'https://www.swift.org/'), (2, 'place:sort=8'), (3, 'javascript:x');
        INSERT INTO moz_bookmarks (id, type, fk, parent, title, dateAdded, lastModified) VALUES
            (10, 2, NULL, 2, 'Languages', 1, 1), (11, 2, NULL, 10, 'Compiled', 1, 1), (12, 2, NULL, 4, 'read later', 1, 1),
            (13, 1, 1, 11, 'Swift "Language"', 1600000000000000, 1600000001000000), (14, 1, 1, 12, NULL, 1, 1),
            (15, 1, 2, 3, 'Recent', 1, 1), (16, 1, 3, 5, 'Script', 1, 1), (17, 3, NULL, 2, NULL, 1, 1);
        """

    @Test(arguments: [false, true])
    func `imports the newest bookmarks while the browser uses its database, and changes no files`(
        isLocked: Bool
    ) async throws {
        let home = try TemporaryFolder()
        let file = try home.write("", to: ".mozilla/firefox/a1.default/places.sqlite")
        var browser: OpaquePointer?
        #expect(unsafe sqlite3_open(file, &browser) == SQLITE_OK)
        defer {
            unsafe sqlite3_close(browser)
        }
        let lock = isLocked ? "PRAGMA locking_mode = EXCLUSIVE;" : ""
        for sql in [lock, Self.schema, Self.bookmarks] {
            #expect(unsafe sqlite3_exec(browser, sql, nil, nil, nil) == SQLITE_OK)
        }
        let profile = ".mozilla/firefox/a1.default"
        let before = try home.contents(of: profile)
        #expect(try #require(before["places.sqlite-wal"]).count > 0)
        let container = AppContainer()
        let report = try await container.linkTransfer().importLinks(
            from: .browser(.firefox, profile: nil, home: home.url.path),
            options: ImportOptions(foldersAsTags: true)
        ) { _ in }
        #expect(report.added == 1)
        #expect(report.skipped.map(\.url) == ["javascript:x"])
        let link = try #require(try await container.library().links(matching: LinkQuery()).first)
        #expect(link.url == "https://www.swift.org/")
        #expect(link.title == "Swift \"Language\"")
        #expect(link.tags.map(\.name).sorted() == ["Compiled", "Languages", "read later"])
        #expect(link.added.seconds == 1_600_000_000)
        #expect(link.updated.seconds == 1_600_000_001)
        #expect(try home.contents(of: profile) == before)
    }
}
