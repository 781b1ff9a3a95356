extension SQLiteSchema {
    /// The step from each version to the next, the first from an empty file. A step that was released never changes.
    static let migrations = [
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
        """,
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
        """,
        // A tag has no mark before its name; one that had gives its links to the one without.
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
        """,
        // No table changes: the index of the search, which is made anew after each step, learns emoji.
        "",
    ]

    /// Makes the index of the search, empty, in the place of an older one.
    ///
    /// FTS5 gathers 8 MiB of words before it writes them out, and not 1 as usual, which spares imports a third of its work.
    static let index = """
        DROP TABLE IF EXISTS link_text;
        CREATE VIRTUAL TABLE link_text USING fts5 (
            title, note, url, tags, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* So'"
        );
        INSERT INTO link_text (link_text, rank) VALUES ('hashsize', 8388608);
        """
}
