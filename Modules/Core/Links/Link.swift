public import Foundation

/// A saved link.
public struct Link: Sendable, Hashable, Identifiable {
    /// The number by which people name a link; positive, and never used again after a removal.
    public let id: Int64
    /// The address, in the library's normal form; two links of a library never share one.
    public var url: String
    /// The title, or nil while none is known.
    public var title: String?
    /// What the owner, or the page itself, says about it.
    public var note: String?
    /// The tags under which it is filed.
    public var tags: Set<LinkTag>
    /// When it was saved; whole seconds.
    public var added: Date
    /// When it was last changed; whole seconds, never before `added`.
    public var updated: Date

    /// Makes a link from all of its parts.
    public init(
        id: Int64, url: String, title: String? = nil, note: String? = nil, tags: Set<LinkTag> = [], added: Date,
        updated: Date
    ) {
        self.id = id
        self.url = url
        self.title = title
        self.note = note
        self.tags = tags
        self.added = added
        self.updated = updated
    }

    /// Gives a draft its identity.
    public init(id: Int64, _ draft: LinkDraft, added: Date, updated: Date) {
        self.init(
            id: id, url: draft.url, title: draft.title, note: draft.note, tags: draft.tags, added: added,
            updated: updated)
    }
}
