import Core
import Foundation
import TransferInterface

/// The profiles of a browser that contain bookmarks.
struct BrowserProfiles {
    struct Profile {
        /// The name of the profile folder.
        var name: String
        /// The file that contains the bookmarks.
        var path: String
        var changed: Date
    }

    private let browser: Browser
    private let folders: [String]
    /// The profiles, most recently changed first.
    private let profiles: [Profile]

    /// Creates the list of a browser's profiles by searching a home folder.
    init(of browser: Browser, home: String) throws(TransferError) {
        self.browser = browser
        folders = browser.folders.map { "\(home)/\($0)" }
        var found: [Profile] = []
        for folder in folders where FileManager.default.fileExists(atPath: folder) {
            let names = try TransferError.unreadable(folder) {
                try FileManager.default.contentsOfDirectory(atPath: folder)
            }
            // The first versions of Opera for Linux have a single profile, the folder itself.
            let paths = [folder] + names.map { "\(folder)/\($0)" }
            found += paths.compactMap { Profile(at: $0, of: browser) }
        }
        profiles = found.sorted { first, second in
            if first.changed != second.changed {
                return first.changed > second.changed
            }
            return first.name < second.name
        }
    }

    /// Returns the profile with the given name, or the most recently changed profile if the name is
    /// `nil`. Also returns a remark if there are other profiles.
    func profile(
        named name: String?
    ) throws(TransferError) -> (profile: Profile, remark: ImportRemark?) {
        guard let latest = profiles.first else {
            throw .noBrowserProfile(browser, folders: folders)
        }
        var chosen = latest
        if let name {
            // Firefox adds a random prefix to the folder name, so a name without the prefix also
            // matches.
            let match = profiles.first { $0.name == name || $0.name.hasSuffix(".\(name)") }
            guard let match else {
                throw .noSuchProfile(name, browser, known: profiles.map(\.name))
            }
            chosen = match
        }
        let others = profiles.filter { $0.path != chosen.path }.map(\.name)
        return (chosen, others.isEmpty ? nil : .profile(chosen.name, others: others))
    }

    /// Returns the profile whose folder, or whose file with the bookmarks, has the given path.
    static func profile(at path: String, of browser: Browser) throws(TransferError) -> Profile {
        let folder =
            path.hasSuffix("/\(browser.bookmarkFile)")
            ? String(path.dropLast(browser.bookmarkFile.count + 1)) : path
        guard let profile = Profile(at: folder, of: browser) else {
            throw .noBrowserProfile(browser, folders: [folder])
        }
        return profile
    }
}

extension BrowserProfiles.Profile {
    /// Creates a profile, or returns `nil` if the folder contains no bookmarks.
    fileprivate init?(at folder: String, of browser: Browser) {
        let path = "\(folder)/\(browser.bookmarkFile)"
        // While Firefox is running, it changes only the write-ahead log, so the newer of the two
        // dates counts.
        let dates = [path, path + "-wal"].map { path in
            try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        }
        guard dates[0] != nil, let changed = dates.compactMap(\.self).max() else { return nil }
        self.init(name: (folder as NSString).lastPathComponent, path: path, changed: changed)
    }
}

extension Browser {
    /// Whether the browser stores its bookmarks as Firefox does.
    var isFirefox: Bool { self == .firefox || self == .librewolf }

    fileprivate var bookmarkFile: String { isFirefox ? "places.sqlite" : "Bookmarks" }

    /// The folders in the home folder that can contain profiles.
    ///
    /// The folders differ between regular, Snap and Flatpak installations on Linux, and
    /// installations on macOS.
    fileprivate var folders: [String] {
        switch self {
        case .firefox:
            [
                ".mozilla/firefox",
                ".config/mozilla/firefox",
                "snap/firefox/common/.mozilla/firefox",
                ".var/app/org.mozilla.firefox/.mozilla/firefox",
                "Library/Application Support/Firefox/Profiles",
            ]
        case .librewolf:
            [
                ".librewolf",
                ".config/librewolf/librewolf",
                ".var/app/io.gitlab.librewolf-community/.librewolf",
                "Library/Application Support/librewolf/Profiles",
            ]
        case .vivaldi:
            ["snap/vivaldi/current/.config/vivaldi"]
                + Self.chromiumFolders(
                    "vivaldi",
                    flatpak: "com.vivaldi.Vivaldi",
                    macOS: "Vivaldi"
                )
        case .opera:
            ["snap/opera/current/.config/opera"]
                + Self.chromiumFolders(
                    "opera",
                    flatpak: "com.opera.Opera",
                    macOS: "com.operasoftware.Opera"
                )
        case .chrome:
            Self.chromiumFolders(
                "google-chrome",
                flatpak: "com.google.Chrome",
                macOS: "Google/Chrome"
            )
        case .chromium:
            ["snap/chromium/common/chromium"]
                + Self.chromiumFolders(
                    "chromium",
                    flatpak: "org.chromium.Chromium",
                    macOS: "Chromium"
                )
        case .brave:
            ["snap/brave/current/.config/BraveSoftware/Brave-Browser"]
                + Self.chromiumFolders(
                    "BraveSoftware/Brave-Browser",
                    flatpak: "com.brave.Browser",
                    macOS: "BraveSoftware/Brave-Browser"
                )
        case .edge:
            Self.chromiumFolders(
                "microsoft-edge",
                flatpak: "com.microsoft.Edge",
                macOS: "Microsoft Edge"
            )
        }
    }

    private static func chromiumFolders(
        _ name: String,
        flatpak: String,
        macOS: String
    ) -> [String] {
        [
            ".config/\(name)",
            ".var/app/\(flatpak)/config/\(name)",
            "Library/Application Support/\(macOS)",
        ]
    }
}
