/// The bookmarks in a Firefox database (`places.sqlite`), as JSON that ``JSONReader`` reads.
enum FirefoxBookmarks {
    /// Returns a query that selects the bookmarks as JSON objects.
    ///
    /// If `foldersAsTags` is true, the folders of a bookmark become tags, except for the root
    /// folders. Firefox itself stores tags as folders in a separate root folder.
    static func query(foldersAsTags: Bool) -> String {
        """
        WITH RECURSIVE folders (id, names) AS (
            SELECT id, json_array() FROM moz_bookmarks
            WHERE guid IN ('menu________', 'toolbar_____', 'unfiled_____', 'mobile______')
            UNION ALL
            SELECT folder.id, json_insert(folders.names, '$[#]', folder.title) FROM moz_bookmarks AS folder
            JOIN folders ON folder.parent = folders.id WHERE folder.type = 2
        )
        SELECT json_object(\(foldersAsTags ? "" : "'folder', json_extract(folders.names, '$[0]'),")
            'url', places.url, 'title', bookmark.title, 'added', bookmark.dateAdded,
            'updated', bookmark.lastModified, 'tags', (SELECT json_group_array(name) FROM (
                SELECT tags.title AS name FROM moz_bookmarks AS tagged
                JOIN moz_bookmarks AS tags ON tags.id = tagged.parent
                JOIN moz_bookmarks AS root ON root.id = tags.parent AND root.guid = 'tags________'
                WHERE tagged.fk = places.id
                \(foldersAsTags ? "UNION ALL SELECT value FROM json_each(folders.names)" : ""))))
        FROM moz_bookmarks AS bookmark JOIN folders ON folders.id = bookmark.parent
        JOIN moz_places AS places ON places.id = bookmark.fk
        WHERE bookmark.type = 1 AND places.url NOT LIKE 'place:%' ORDER BY bookmark.id
        """
    }
}
