import CSQLite
import Core
import LinkRows

enum SQLiteSchema {
    /// The version that this program reads and writes. It is stored in the file as `user_version`.
    private static let version = migrations.count
    /// The number that identifies the file as a library ("SHLF"). It is stored as `application_id`.
    private static let applicationID: Int64 = 0x5348_4C46

    /// Creates the tables in a new file, migrates an older library, or leaves a current library
    /// unchanged.
    ///
    /// - Throws: An error if the library is newer, or if the file is not a library.
    static func prepare(
        _ connection: SQLiteConnection,
        path: String,
        busyTimeout: Duration
    ) throws {
        // The queries are in one transaction, because another process could create the tables
        // between two queries.
        let isCurrent = try connection.inTransaction(writes: false) {
            try !needsMigration(connection, path: path)
        }
        guard !isCurrent else { return }
        guard !connection.isReadOnly else {
            throw SQLiteFailure(code: SQLITE_READONLY, message: "it is read-only")
        }
        try enableWAL(connection, busyTimeout: busyTimeout)
        try connection.inTransaction(writes: true) {
            // Another process may have migrated the file while this process waited for the lock.
            guard try needsMigration(connection, path: path) else { return }
            let found = try connection.integer("PRAGMA user_version") ?? 0
            for case .tables(let sql) in migrations.dropFirst(Int(found)) {
                try connection.execute(sql)
            }
            try connection.execute(index)
            if found > 0 {
                try indexLinks(connection)
            }
            try connection.execute(
                "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)"
            )
        }
    }

    private static func needsMigration(
        _ connection: SQLiteConnection,
        path: String
    ) throws -> Bool {
        let application = try connection.integer("PRAGMA application_id") ?? 0
        let found = Int(try connection.integer("PRAGMA user_version") ?? 0)
        if application == applicationID {
            guard found <= version else {
                throw StoreError.newerSchema(path: path, found: found, supported: version)
            }
            return found < version
        }
        guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0, application == 0,
            found == 0
        else {
            throw StoreError.notALibrary(path: path)
        }
        return true
    }

    /// Switches to WAL mode. The switch briefly requires exclusive access and ignores SQLite's busy
    /// timeout, so this method retries it until the busy timeout has elapsed.
    private static func enableWAL(
        _ connection: SQLiteConnection,
        busyTimeout: Duration
    ) throws(SQLiteFailure) {
        var attemptsLeft = 1 + Int(busyTimeout / .milliseconds(25))
        while true {
            do {
                try connection.execute("PRAGMA journal_mode = WAL")
                return
            } catch {
                attemptsLeft -= 1
                guard error.isBusy, attemptsLeft > 0 else { throw error }
                sqlite3_sleep(25)
            }
        }
    }

    private static func indexLinks(_ connection: SQLiteConnection) throws {
        let indexer = LinkIndexer(connection)
        let links = try connection.prepare("SELECT \(Link.columns) FROM links AS l")
        while try links.step() {
            try indexer.indexText(of: Link(row: links))
        }
    }

    /// The SQL that replaces the full-text index with an empty index.
    ///
    /// FTS5 collects 8 MiB of terms before it writes them, instead of 1 MiB. This saves a third of
    /// the work in an import.
    private static let index = """
        DROP TABLE IF EXISTS link_text;
        CREATE VIRTUAL TABLE link_text USING fts5 (
            title, note, url, tags, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* So'"
        );
        INSERT INTO link_text (link_text, rank) VALUES ('hashsize', 8388608);
        """

    /// A migration from one version to the next. After the last one, the full-text index of an
    /// existing library is rebuilt.
    private enum Migration {
        /// SQL that changes tables.
        case tables(String)
        /// Only the contents of the index change.
        case index
    }

    /// The migrations from each version to the next. The first migration starts with an empty file.
    ///
    /// A released migration never changes.
    private static let migrations: [Migration] = [
        .tables(
            """
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

            CREATE TABLE checks (
                id INTEGER PRIMARY KEY, link INTEGER NOT NULL REFERENCES links (id) ON DELETE CASCADE,
                verdict TEXT NOT NULL, status INTEGER, location TEXT, attempts INTEGER NOT NULL,
                milliseconds INTEGER NOT NULL, reason TEXT, checked INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX checks_by_link ON checks (link, id);
            """
        ),
        .tables(
            """
            CREATE TABLE changes (
                id INTEGER PRIMARY KEY, kind TEXT NOT NULL, links INTEGER NOT NULL, made INTEGER NOT NULL,
                last_before INTEGER NOT NULL, last_after INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE changed_links (
                change INTEGER NOT NULL REFERENCES changes (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                link INTEGER NOT NULL, url TEXT NOT NULL, title TEXT, note TEXT, added INTEGER NOT NULL,
                updated INTEGER NOT NULL, tags TEXT, PRIMARY KEY (change, link)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE removed_checks (
                id INTEGER PRIMARY KEY,
                change INTEGER NOT NULL REFERENCES changes (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                link INTEGER NOT NULL, verdict TEXT NOT NULL, status INTEGER, location TEXT, attempts INTEGER NOT NULL,
                milliseconds INTEGER NOT NULL, reason TEXT, checked INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX removed_checks_by_change ON removed_checks (change, id);
            """
        ),
        // This version removes a leading '#' from the names of tags. If a tag without the '#'
        // already exists, the two tags are merged.
        .tables(
            """
            CREATE TABLE taken_in_checks (
                change INTEGER NOT NULL REFERENCES changes (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                link INTEGER NOT NULL, checked INTEGER NOT NULL, PRIMARY KEY (change, link, checked)
            ) STRICT, WITHOUT ROWID;

            INSERT OR IGNORE INTO tags (key, name)
                SELECT ltrim(key, '# '), ltrim(name, '# ') FROM tags WHERE key LIKE '#%' AND ltrim(key, '# ') != '';
            INSERT OR IGNORE INTO link_tags (link, tag)
                SELECT l.link, plain.id FROM tags AS marked JOIN link_tags AS l ON l.tag = marked.id
                JOIN tags AS plain ON plain.key = ltrim(marked.key, '# ') WHERE marked.key LIKE '#%';
            DELETE FROM link_tags WHERE tag IN (SELECT id FROM tags WHERE key LIKE '#%');
            DELETE FROM tags WHERE key LIKE '#%';
            """
        ),
        // The index includes emoji.
        .index,
        // The index separates tags.
        .index,
        .tables(
            """
            ALTER TABLE checks ADD COLUMN inspections INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE removed_checks ADD COLUMN inspections INTEGER NOT NULL DEFAULT 0;
            """
        ),
    ]
}
