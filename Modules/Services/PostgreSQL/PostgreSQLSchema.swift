import Core
import LinkRows

enum PostgreSQLSchema {
    private static let version = migrations.count

    /// Creates the tables in an empty schema, migrates an older library, or leaves a current
    /// library unchanged.
    ///
    /// - Throws: An error if the library is newer, or if the schema contains other tables.
    static func prepare(_ connection: PostgreSQLConnection, _ url: PostgreSQLURL) throws {
        guard try foundVersion(connection, url) != version else { return }
        try connection.inTransaction {
            // If several programs open a new library concurrently, the lock lets only one at a time
            // continue. `hashtext` maps the name of the schema to a number.
            try connection.run(
                "SELECT pg_advisory_xact_lock(1397246022, hashtext($1))",
                .text(url.schema)
            )
            // Another program may have migrated the library while this program waited.
            let found = try foundVersion(connection, url)
            if found == nil {
                try connection.run("CREATE SCHEMA IF NOT EXISTS \"\(url.schema)\"")
            }
            for case .tables(let statements) in migrations.dropFirst(found ?? 0) {
                for statement in statements {
                    try connection.run(statement)
                }
            }
            if found != nil {
                try index(
                    "links",
                    "\(PostgreSQLSelection.columns), 0",
                    key: "l.id = n.id",
                    connection
                )
                try index(
                    "changed_links",
                    "\(PostgreSQLUndo.recordedColumns), l.change",
                    key: "l.link = n.id AND l.change = n.change",
                    connection
                )
            }
            try connection.run("UPDATE library SET version = $1", .integer(Int64(version)))
        }
    }

    /// Returns the version of the library, or `nil` if the schema is empty or missing.
    private static func foundVersion(
        _ connection: PostgreSQLConnection,
        _ url: PostgreSQLURL
    ) throws -> Int? {
        let tables = try connection.rows(
            "SELECT tablename FROM pg_tables WHERE schemaname = $1",
            .text(url.schema)
        ) {
            $0.text(0)
        }
        guard !tables.isEmpty else { return nil }
        guard tables.contains("library"), tables.contains("changed_links") else {
            throw StoreError.notALibrary(path: url.text)
        }
        let found =
            try connection.rows("SELECT version FROM \"\(url.schema)\".library") {
                Int($0.integer(0))
            }.first ?? 0
        guard found <= version else {
            throw StoreError.newerSchema(path: url.text, found: found, supported: version)
        }
        return found
    }

    /// Computes the search words of the links in a table, and writes the words to the table. The
    /// program computes them, because SQL cannot.
    ///
    /// - Parameter key: The condition that selects the row of a link and a change.
    private static func index(
        _ table: String,
        _ columns: String,
        key: String,
        _ connection: PostgreSQLConnection
    ) throws {
        // A cursor does not return changes that were made after it was opened, so it returns each
        // row once, although the loop updates the rows.
        try connection.run("DECLARE indexed CURSOR FOR SELECT \(columns) FROM \(table) AS l")
        while true {
            let rows = try connection.rows("FETCH 1000 FROM indexed") {
                (link: Link(row: $0), change: $0.integer(7))
            }
            guard !rows.isEmpty else { break }
            try connection.run(
                """
                UPDATE \(table) AS l SET sort_text = n.sort_text, search_text = n.search_text, words = n.words::tsvector
                FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[])
                    AS n (id, change, sort_text, search_text, words)
                WHERE \(key)
                """,
                .integers(rows.map(\.link.id)),
                .integers(rows.map(\.change)),
                .texts(rows.map { LinkTextVector.sortText(of: $0.link) }),
                .texts(rows.map { LinkTextVector.searchText(of: $0.link) }),
                .texts(rows.map { LinkTextVector.vector(of: $0.link) })
            )
        }
        try connection.run("CLOSE indexed")
    }

    /// A migration from one version to the next. After the last one, the search words of an
    /// existing library are computed again.
    private enum Migration {
        /// Statements that change tables.
        case tables([String])
        /// Only the search words change.
        case index
    }

    /// The migrations from each version to the next. The first migration starts with an empty
    /// schema.
    ///
    /// A released migration never changes. Columns with long values, such as URLs and tags, have
    /// hash indexes, because the other kinds of index accept at most 2.7 kB.
    private static let migrations: [Migration] = [
        .tables([
            "CREATE TABLE library (version integer NOT NULL, last_link bigint NOT NULL, last_change bigint NOT NULL)",
            "INSERT INTO library VALUES (0, 0, 0)",
            // The constraint is deferrable so that two links can swap their URLs in one statement.
            """
            CREATE TABLE links (
                id bigint PRIMARY KEY, url text NOT NULL, title text, note text, tags integer[] NOT NULL,
                added bigint NOT NULL, updated bigint NOT NULL,
                sort_text text COLLATE "C" NOT NULL, address_text text, words tsvector NOT NULL,
                CONSTRAINT one_link_for_an_address EXCLUDE USING hash (url WITH =) DEFERRABLE
            )
            """,
            "CREATE INDEX links_by_added ON links (added, id)",
            "CREATE INDEX links_by_word ON links USING gin (words)",
            "CREATE INDEX links_by_tag ON links USING gin (tags) WITH (fastupdate = off)",
            "CREATE TABLE tags (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key text NOT NULL, name text NOT NULL)",
            "CREATE INDEX tags_by_key ON tags USING hash (key)",
            """
            CREATE TABLE checks (
                id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
                link bigint NOT NULL REFERENCES links (id) ON DELETE CASCADE,
                verdict text NOT NULL, status integer, location text, attempts bigint NOT NULL,
                milliseconds bigint NOT NULL, reason text, checked bigint NOT NULL
            )
            """,
            "CREATE INDEX checks_by_link ON checks (link, id)",
            """
            CREATE TABLE changes (
                id bigint PRIMARY KEY, kind text NOT NULL, links bigint NOT NULL, made bigint NOT NULL,
                last_before bigint NOT NULL, last_after bigint NOT NULL
            )
            """,
            """
            CREATE TABLE changed_links (
                change bigint NOT NULL, link bigint NOT NULL, url text NOT NULL, title text, note text,
                tag_keys text[] NOT NULL, tag_names text[] NOT NULL, added bigint NOT NULL, updated bigint NOT NULL,
                sort_text text NOT NULL, address_text text, words tsvector NOT NULL, PRIMARY KEY (change, link)
            )
            """,
            "CREATE TABLE removed_checks (change bigint NOT NULL, LIKE checks)",
            "CREATE INDEX removed_checks_by_change ON removed_checks (change)",
            """
            CREATE TABLE taken_in_checks (
                change bigint NOT NULL, link bigint NOT NULL, checked bigint NOT NULL, PRIMARY KEY (change, link, checked)
            )
            """,
        ]),
        // The search words include emoji.
        .index,
        .tables([
            """
            CREATE TABLE checkers (
                id uuid PRIMARY KEY, began timestamptz NOT NULL, last_check bigint NOT NULL, expires timestamptz NOT NULL
            )
            """,
            "CREATE TABLE claims (name text PRIMARY KEY, checker uuid, since timestamptz NOT NULL)",
        ]),
        // The renamed column contains the title, note, URL and tags of a link, so that a search
        // finds names such as C++ in all of them.
        .tables([
            "ALTER TABLE links RENAME address_text TO search_text",
            "ALTER TABLE changed_links RENAME address_text TO search_text",
        ]),
        // The server's locks replace the tables of version 3.
        .tables([
            "DROP TABLE claims, checkers",
            "ALTER TABLE library ADD COLUMN check_start bigint NOT NULL DEFAULT 0",
        ]),
        .tables([
            "ALTER TABLE checks ADD COLUMN inspections integer NOT NULL DEFAULT 0",
            "ALTER TABLE removed_checks ADD COLUMN inspections integer NOT NULL DEFAULT 0",
        ]),
    ]
}
