public import Foundation

public struct Link: Sendable, Hashable, Identifiable {
    /// The ID of the link. It is positive and is not reused after the link is removed.
    public let id: Int64
    /// The URL in the library's normal form. It is unique in the library.
    public var url: String
    public var title: String?
    /// The user's note, or the description of the page.
    public var note: String?
    public var tags: Set<LinkTag>
    /// The date on which the link was saved, in whole seconds.
    public var added: Date
    /// The date of the last change, in whole seconds. It is never earlier than `added`.
    public var updated: Date

    public init(
        id: Int64,
        url: String,
        title: String? = nil,
        note: String? = nil,
        tags: Set<LinkTag> = [],
        added: Date,
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

    public init(id: Int64, _ draft: LinkDraft, added: Date, updated: Date) {
        self.init(
            id: id,
            url: draft.url,
            title: draft.title,
            note: draft.note,
            tags: draft.tags,
            added: added,
            updated: updated
        )
    }

    /// Creates the link that a store inserts for a draft at a date.
    ///
    /// The dates are in whole seconds, and `updated` is never before `added`.
    public init(id: Int64, storing draft: LinkDraft, at date: Date) {
        let added = (draft.added ?? date).wholeSeconds
        let updated = max(added, draft.updated?.wholeSeconds ?? added)
        self.init(id: id, draft, added: added, updated: updated)
    }

    /// Replaces the old tags with a new tag, or removes them if `new` is nil.
    public mutating func replaceTags(_ old: Set<LinkTag>, with new: LinkTag?, at date: Date) {
        tags.subtract(old)
        if let new {
            tags.update(with: new)
        }
        updated = max(updated, date)
    }
}

/// A link that does not have an ID yet.
public struct LinkDraft: Sendable, Hashable {
    /// The URL as it was entered or imported.
    public var url: String
    public var title: String?
    public var note: String?
    public var tags: Set<LinkTag>
    /// The date on which the link was first saved, or nil for the current date.
    public var added: Date?
    /// The date of the last change, or nil for the same date as `added`.
    public var updated: Date?
    /// Whether an existing link gets the date `added`. Otherwise, it keeps the earlier date.
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
