public import Foundation

/// A link before the library has given it an identity.
public struct LinkDraft: Sendable, Hashable {
    /// The address as it was given.
    public var url: String
    /// The title, or nil while none is known.
    public var title: String?
    /// A note, or nil for none.
    public var note: String?
    /// The tags to file it under.
    public var tags: Set<LinkTag>
    /// When it was saved first, or nil for now.
    public var added: Date?
    /// When it was changed last, or nil for the same moment as `added`.
    public var updated: Date?

    /// Makes a draft; everything but the address may be missing.
    public init(
        url: String, title: String? = nil, note: String? = nil, tags: Set<LinkTag> = [], added: Date? = nil,
        updated: Date? = nil
    ) {
        self.url = url
        self.title = title
        self.note = note
        self.tags = tags
        self.added = added
        self.updated = updated
    }
}
