/// The source of an import.
public enum TransferSource: Sendable, Hashable {
    case file(path: String)
    /// The standard input of the process.
    case standardInput
    /// The bookmarks of a browser. `profile` is the folder name of a profile, the path of its
    /// folder, or `nil` for the most recently changed profile. `home` is the user's home folder.
    case browser(Browser, profile: String?, home: String)
}

/// A browser whose bookmarks can be imported from its own files, even while it is running.
public enum Browser: String, Sendable, Hashable, CaseIterable {
    case firefox, librewolf, chrome, chromium, brave, edge, vivaldi, opera
}
