public import Foundation

/// An entry of a library's journal: the changes that one undo reverts.
public struct LinkChange: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case addition, edit, removal
        case tagRename = "tag-rename"
        /// Several tags became one.
        case tagMerge = "tag-merge"
        /// Many links were imported.
        case merge
    }

    /// The number of changes that a journal stores. Older ones are discarded and can no longer be undone.
    public static let journalLimit = 100
    /// The maximum number of links that a change contains in full.
    public static let firstLinksLimit = 5
    public var kind: Kind
    /// The IDs of the links that were added, edited or removed, in ascending order; never empty.
    public var ids: [Link.ID]
    /// The first ``firstLinksLimit`` of the links, as they were before the change. Added links are as they are now.
    public var firstLinks: [Link]
    /// The date of the change, in whole seconds.
    public var made: Date

    public init(_ kind: Kind, of ids: [Link.ID], firstLinks: [Link], made: Date) {
        (self.kind, self.ids, self.firstLinks, self.made) = (kind, ids, firstLinks, made)
    }

    /// Creates a change of the given links, in ascending order of their IDs.
    public init(_ kind: Kind, of links: [Link], made: Date) {
        self.init(kind, of: links.map(\.id), firstLinks: Array(links.prefix(Self.firstLinksLimit)), made: made)
    }
}
