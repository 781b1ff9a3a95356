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

    /// What was done.
    public var kind: Kind
    /// How many links were added, changed or removed; at least 1.
    public var links: Int
    /// When it was done; whole seconds.
    public var made: Date

    /// Makes a change from its parts.
    public init(_ kind: Kind, links: Int, made: Date) {
        self.kind = kind
        self.links = links
        self.made = made
    }
}
