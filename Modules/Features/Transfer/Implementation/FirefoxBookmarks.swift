import Core
import LibraryInterface

/// The bookmarks in a Firefox database (`places.sqlite`).
enum FirefoxBookmarks {
    /// A query for the URL, title, dates, folders and tags of each bookmark.
    ///
    /// Names in a list are separated by U+001F. The root folders are not part of the list. Firefox
    /// itself stores tags as folders in a separate root folder.
    static let query = """
        WITH RECURSIVE folders (id, names) AS (
            SELECT id, '' FROM moz_bookmarks
            WHERE guid IN ('menu________', 'toolbar_____', 'unfiled_____', 'mobile______')
            UNION ALL
            SELECT folder.id, folders.names || char(31) || coalesce(folder.title, '')
            FROM moz_bookmarks AS folder
            JOIN folders ON folder.parent = folders.id WHERE folder.type = 2
        )
        SELECT places.url, bookmark.title, bookmark.dateAdded, bookmark.lastModified, folders.names,
            (SELECT group_concat(tags.title, char(31)) FROM moz_bookmarks AS tagged
                JOIN moz_bookmarks AS tags ON tags.id = tagged.parent
                JOIN moz_bookmarks AS root ON root.id = tags.parent AND root.guid = 'tags________'
                WHERE tagged.fk = places.id)
        FROM moz_bookmarks AS bookmark JOIN folders ON folders.id = bookmark.parent
        JOIN moz_places AS places ON places.id = bookmark.fk
        WHERE bookmark.type = 1 AND places.url NOT LIKE 'place:%' ORDER BY bookmark.id
        """

    /// Returns the links in the rows of the query, and records dates and folders that are not
    /// imported.
    static func links(
        in rows: [[String?]],
        foldersAsTags: Bool,
        _ recorder: inout RemarkRecorder
    ) -> [SourcedDraft] {
        zip(1..., rows).map { line, row in
            let folders = names(in: row[4])
            if !foldersAsTags, !folders.isEmpty {
                recorder.ignoresFolders = true
            }
            let tags = names(in: row[5]) + (foldersAsTags ? folders : [])
            let draft = LinkDraft(
                url: row[0] ?? "",
                title: row[1]?.asciiTrimmedOrNil,
                tags: Set(tags.compactMap { LinkTag($0) }),
                added: recorder.date(row[2], line: line),
                updated: recorder.date(row[3], line: line)
            )
            return SourcedDraft(draft, line: line)
        }
    }

    private static func names(in list: String?) -> [Substring] {
        (list ?? "").split(separator: "\u{1F}")
    }
}
