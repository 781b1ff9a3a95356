public import Core
public import Foundation

/// A change in a library's journal. Each undo reverts one change.
public struct LinkChange: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case addition, edit, removal
        case tagRename = "tag-rename"
        /// Several tags were merged into one.
        case tagMerge = "tag-merge"
        /// Many links were imported.
        case merge
    }

    /// The maximum number of changes in a journal. Older changes are discarded and can no longer be
    /// undone.
    public static let journalLimit = 100
    /// The maximum number of links that a change contains in full.
    public static let firstLinksLimit = 5
    public var kind: Kind
    /// The IDs of the links that were added, edited or removed, in ascending order. The array is
    /// never empty.
    public var ids: [Link.ID]
    /// The first ``firstLinksLimit`` links in their state before the change. Added links are in
    /// their current state.
    public var firstLinks: [Link]
    /// The date of the change, in whole seconds.
    public var made: Date

    public init(_ kind: Kind, of ids: [Link.ID], firstLinks: [Link], made: Date) {
        self.kind = kind
        self.ids = ids
        self.firstLinks = firstLinks
        self.made = made
    }
}
