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
    /// The IDs of the links that were added, edited or removed, in ascending order. Never empty.
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

    /// Creates a change. The links must be in ascending order of their IDs.
    public init(_ kind: Kind, of links: [Link], made: Date) {
        self.init(
            kind,
            of: links.map(\.id),
            firstLinks: Array(links.prefix(Self.firstLinksLimit)),
            made: made
        )
    }
}

/// The entry of a change in a store's journal.
///
/// For a changed or removed link, the store records the link's previous state. Added links need no
/// records, because IDs only increase and the entry contains the range of their IDs.
public struct JournalEntry: Sendable, Hashable {
    public let id: Int64
    public let kind: LinkChange.Kind
    /// The date of the change, in whole seconds.
    public let made: Date
    /// The greatest link ID before the change, or 0.
    public let lastBefore: Link.ID
    /// The greatest link ID after the change, or 0.
    public let lastAfter: Link.ID

    public init(
        id: Int64,
        kind: LinkChange.Kind,
        made: Date,
        lastBefore: Link.ID,
        lastAfter: Link.ID
    ) {
        self.id = id
        self.kind = kind
        self.made = made
        self.lastBefore = lastBefore
        self.lastAfter = lastAfter
    }

    /// Returns the change that the entry describes.
    ///
    /// - Parameters:
    ///   - ids: The IDs of the changed links, in ascending order.
    ///   - recorded: The first links in their recorded states, at most
    ///     ``LinkChange/firstLinksLimit``.
    ///   - links: A function that returns the stored links with the given IDs.
    public func change(
        of ids: [Link.ID],
        recorded: [Link],
        links: ([Link.ID]) throws -> [Link]
    ) rethrows -> LinkChange {
        // Added links have greater IDs than all earlier links, so their IDs follow the recorded
        // ones.
        let added = ids.prefix(LinkChange.firstLinksLimit).dropFirst(recorded.count)
        let firstLinks = recorded + (try links(Array(added)))
        return LinkChange(kind, of: ids, firstLinks: firstLinks, made: made)
    }
}
