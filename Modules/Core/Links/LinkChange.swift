public import Foundation

/// A change of the library, as the journal keeps it: what one undo takes back.
public struct LinkChange: Sendable, Hashable {
    /// What was done.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A link was saved.
        case addition
        /// Links got another address, title, note or other tags.
        case edit
        /// Links were removed.
        case removal
        /// A tag got another name.
        case tagRename = "tag-rename"
        /// Tags became one.
        case tagMerge = "tag-merge"
        /// Many links were taken in at once.
        case merge
    }

    /// How many changes a journal keeps; the oldest are forgotten first, and can no longer be undone.
    public static let journalLimit = 100

    /// How many links a change shows whole; of an import of many thousands, nobody reads more.
    public static let firstLinksLimit = 5

    /// What was done.
    public var kind: Kind
    /// The links that were added, changed or removed, the smallest first; never empty.
    public var ids: [Link.ID]
    /// The first ``firstLinksLimit`` of them, as they were before the change; those that it added, as they are.
    public var firstLinks: [Link]
    /// When it was done; whole seconds.
    public var made: Date

    /// Makes a change from its parts.
    public init(_ kind: Kind, of ids: [Link.ID], firstLinks: [Link], made: Date) {
        self.kind = kind
        self.ids = ids
        self.firstLinks = firstLinks
        self.made = made
    }

    /// Makes a change of links, as they were before it, or as it has added them, the smallest identity first.
    public init(_ kind: Kind, of links: [Link], made: Date) {
        self.init(kind, of: links.map(\.id), firstLinks: Array(links.prefix(Self.firstLinksLimit)), made: made)
    }
}
