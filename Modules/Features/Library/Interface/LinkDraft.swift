public import Core
public import Foundation

/// A link that does not have an ID yet.
public struct LinkDraft: Sendable, Hashable {
    /// The URL as it was entered or imported.
    public var url: String
    public var title: String?
    public var note: String?
    public var tags: Set<LinkTag>
    /// The date on which the link was first saved, or `nil` for the current date.
    public var added: Date?
    /// The date of the last change, or `nil` for the same date as `added`.
    public var updated: Date?
    /// Whether the date of an existing link is replaced with `added`, or with the current date if
    /// `added` is `nil`. Otherwise, the link keeps its date.
    public var replacesDate = false

    public init(
        url: String,
        title: String? = nil,
        note: String? = nil,
        tags: Set<LinkTag> = [],
        added: Date? = nil,
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
