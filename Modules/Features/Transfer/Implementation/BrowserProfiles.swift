import Core
import Foundation
import TransferInterface

/// The profiles of a browser that contain bookmarks.
struct BrowserProfiles {
    struct Profile {
        /// The name of its folder.
        var name: String
        /// The file that contains the bookmarks.
        var path: String
        var changed: Date
    }

    private let browser: Browser
    private let folders: [String]
    /// The profiles, the one that changed last first.
    private let profiles: [Profile]

    init(of browser: Browser, home: String) throws(TransferError) {
        self.browser = browser
        folders = browser.folders.map { "\(home)/\($0)" }
        var found: [Profile] = []
        for folder in folders where FileManager.default.fileExists(atPath: folder) {
            let names = try TransferError.unreadable(folder) {
                try FileManager.default.contentsOfDirectory(atPath: folder)
            }
            found += names.compactMap { name in
                let path = "\(folder)/\(name)/\(browser.bookmarkFile)"
                // A running Firefox changes only the log.
                let changed = ["", "-wal"].compactMap { Self.modificationDate(of: path + $0) }.max()
                return changed.map { Profile(name: name, path: path, changed: $0) }
            }
        }
        profiles = found.sorted { ($1.changed, $0.name) < ($0.changed, $1.name) }
    }

    /// Returns the profile with the name, by default the one that changed last, and a remark if there are others.
    func profile(named name: String?) throws(TransferError) -> (profile: Profile, remark: ImportRemark?) {
        guard !profiles.isEmpty else { throw .noBrowserProfile(browser, folders: folders) }
        // Firefox adds a random prefix to the name.
        let chosen = profiles.first { name == nil || $0.name == name || $0.name.hasSuffix(".\(name ?? "")") }
        let names = profiles.map(\.name)
        guard let chosen else { throw .noSuchProfile(name ?? "", browser, known: names) }
        let others = profiles.filter { $0.path != chosen.path }.map(\.name)
        return (chosen, others.isEmpty ? nil : .profile(chosen.name, others: others))
    }

    private static func modificationDate(of path: String) -> Date? {
        try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
}

extension Browser {
    var isFirefox: Bool { self == .firefox }

    fileprivate var bookmarkFile: String { isFirefox ? "places.sqlite" : "Bookmarks" }

    /// The folders that can contain profiles, in the home folder: on Linux, as a Snap, as a Flatpak, and on macOS.
    fileprivate var folders: [String] {
        switch self {
        case .firefox:
            [
                ".mozilla/firefox", ".config/mozilla/firefox", "snap/firefox/common/.mozilla/firefox",
                ".var/app/org.mozilla.firefox/.mozilla/firefox", "Library/Application Support/Firefox/Profiles",
            ]
        case .chrome: Self.chromiumFolders("google-chrome", flatpak: "com.google.Chrome", macOS: "Google/Chrome")
        case .chromium:
            ["snap/chromium/common/chromium"]
                + Self.chromiumFolders("chromium", flatpak: "org.chromium.Chromium", macOS: "Chromium")
        case .brave:
            ["snap/brave/current/.config/BraveSoftware/Brave-Browser"]
                + Self.chromiumFolders(
                    "BraveSoftware/Brave-Browser", flatpak: "com.brave.Browser", macOS: "BraveSoftware/Brave-Browser")
        case .edge: Self.chromiumFolders("microsoft-edge", flatpak: "com.microsoft.Edge", macOS: "Microsoft Edge")
        }
    }

    private static func chromiumFolders(_ name: String, flatpak: String, macOS: String) -> [String] {
        [".config/\(name)", ".var/app/\(flatpak)/config/\(name)", "Library/Application Support/\(macOS)"]
    }
}

/// The bookmarks in a database of Firefox (`places.sqlite`), as the JSON of ``JSONReader``.
enum FirefoxBookmarks {
    /// Returns a query with an object in each row. The roots are not folders of the user; tags are folders in a root of their own.
    static func query(foldersAsTags: Bool) -> String {
        """
        WITH RECURSIVE folders (id, names) AS (
            SELECT id, json_array() FROM moz_bookmarks
            WHERE guid IN ('menu________', 'toolbar_____', 'unfiled_____', 'mobile______')
            UNION ALL
            SELECT folder.id, json_insert(folders.names, '$[#]', folder.title) FROM moz_bookmarks AS folder
            JOIN folders ON folder.parent = folders.id WHERE folder.type = 2
        )
        SELECT json_object('url', places.url, 'title', bookmark.title, 'added', bookmark.dateAdded,
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
