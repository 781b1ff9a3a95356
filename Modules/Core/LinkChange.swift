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

    /// The number of changes that a journal stores. Older ones are discarded and can no longer be
    /// undone.
    public static let journalLimit = 100
    /// The maximum number of links that a change contains in full.
    public static let firstLinksLimit = 5
    public var kind: Kind
    /// The IDs of the links that were added, edited or removed, in ascending order; never empty.
    public var ids: [Link.ID]
    /// The first ``firstLinksLimit`` of the links, as they were before the change. Added links are
    /// as they are now.
    public var firstLinks: [Link]
    /// The date of the change, in whole seconds.
    public var made: Date

    public init(_ kind: Kind, of ids: [Link.ID], firstLinks: [Link], made: Date) {
        self.kind = kind
        self.ids = ids
        self.firstLinks = firstLinks
        self.made = made
    }

    /// Creates a change of the given links, in ascending order of their IDs.
    public init(_ kind: Kind, of links: [Link], made: Date) {
        self.init(
            kind,
            of: links.map(\.id),
            firstLinks: Array(links.prefix(Self.firstLinksLimit)),
            made: made
        )
    }
}

/// The entry of a change in the journal of a store.
///
/// Added links cost nothing: IDs only increase, so an entry has the range of their IDs. For a
/// changed or removed link, the store records its previous state.
public struct JournalEntry: Sendable, Hashable {
    public let id: Int64
    public let kind: LinkChange.Kind
    /// The date of the change, in whole seconds.
    public let made: Date
    /// The greatest ID of a link before the change, or 0.
    public let lastBefore: Link.ID
    /// The greatest ID of a link after the change, or 0.
    public let lastAfter: Link.ID

    /// Creates an entry from its stored values. Returns nil if the kind is unknown.
    public init?(id: Int64, kind: String?, made: Date, lastBefore: Link.ID, lastAfter: Link.ID) {
        guard let kind = kind.flatMap(LinkChange.Kind.init) else {
            return nil
        }
        self.id = id
        self.kind = kind
        self.made = made
        self.lastBefore = lastBefore
        self.lastAfter = lastAfter
    }

    /// Returns the change that the entry describes.
    ///
    /// - Parameters:
    ///   - ids: The IDs of its links, in ascending order.
    ///   - recorded: The first of the recorded links, at most ``LinkChange/firstLinksLimit``.
    ///   - links: Returns stored links.
    public func change(
        of ids: [Link.ID],
        recorded: [Link],
        links: ([Link.ID]) throws -> [Link]
    ) rethrows -> LinkChange {
        // Links that the change has added have greater IDs than the links that it found.
        let added = ids.prefix(LinkChange.firstLinksLimit).dropFirst(recorded.count)
        let firstLinks = recorded + (try links(Array(added)))
        return LinkChange(kind, of: ids, firstLinks: firstLinks, made: made)
    }
}
