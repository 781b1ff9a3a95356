/// The result of an import.
public struct ImportReport: Sendable, Hashable {
    /// The number of new links.
    public var added: Int
    /// The number of existing links to which details were added.
    public var merged: Int
    /// The number of existing links that already had all of the details.
    public var unchanged: Int
    /// The malformed entries of the file, followed by the links that the library rejected.
    public var skipped: [InvalidEntry]
    /// The remarks on the file for the user, at most one of each kind.
    public var remarks: [ImportRemark]

    /// The number of entries in the file.
    public var read: Int { added + merged + unchanged + skipped.count }

    public init(
        added: Int = 0,
        merged: Int = 0,
        unchanged: Int = 0,
        skipped: [InvalidEntry] = [],
        remarks: [ImportRemark] = []
    ) {
        self.added = added
        self.merged = merged
        self.unchanged = unchanged
        self.skipped = skipped
        self.remarks = remarks
    }
}

/// An entry of a file that cannot be imported.
public struct InvalidEntry: Error, Hashable {
    /// The number of the line, counted from 1.
    public var line: Int
    /// The URL of the entry, or an empty string if it has none.
    public var url: String
    public var reason: String

    public init(line: Int, url: String = "", reason: String) {
        self.line = line
        self.url = url
        self.reason = reason
    }
}

/// A remark on a part of a file that was not imported, or that looks wrong.
public enum ImportRemark: Sendable, Hashable {
    /// The term that a format uses for a property of a link.
    public enum Part: String, Sendable, Hashable {
        case attribute, column, member
    }

    /// A property of a link that can be shortened.
    public enum Text: String, Sendable, Hashable {
        case title, note
    }

    /// The names of the ignored properties that have a value in at least one link or folder, in the
    /// order of the file.
    case ignoredParts(Part, [String])
    /// The first date that could not be parsed. Such dates are not imported.
    case unreadableDate(String, line: Int)
    /// The name of the first property whose value exceeds the limit. Such values are not imported.
    case tooLong(Part, String, line: Int)
    /// The first title or note of more than 2 MiB. All longer titles and notes are truncated.
    case shortened(Text, line: Int)
    /// The file ends in the middle of a link or list.
    ///
    /// `line` is the line of an incomplete tag or comment, if any, otherwise the last line of the
    /// file.
    case cutOff(line: Int)
    /// The file does not close an element such as `style`, whose content is text. The links after
    /// the start tag were not read.
    case unclosedElement(String, line: Int, unreadLinks: Int)
    /// The name of the imported profile, if the browser has several profiles.
    case profile(String, others: [String])
    /// Links are in folders whose names do not become tags, because the options do not request it.
    case ignoredFolders
    /// The file is one of several pages. The remark contains the URL of the next page.
    case morePages(next: String)
}
