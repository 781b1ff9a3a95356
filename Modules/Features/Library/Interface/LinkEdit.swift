public import Core

/// The changes to apply to links. By default, there are none.
public struct LinkEdit: Sendable, Hashable {
    /// The new URL, or `nil` to keep the current one.
    public var url: String?
    /// Whether to merge the edited link into the link that already has the new URL.
    ///
    /// The link that already has the URL receives the tags, the earlier date of addition, and the
    /// title if it has none. Both notes are kept, one after the other. The edited link is removed.
    public var mergesDuplicate: Bool
    /// The new title, or `nil` to keep the current one. An empty string removes the title.
    public var title: String?
    /// The new note, or `nil` to keep the current one. An empty string removes the note.
    public var note: String?
    /// The tags that replace all current tags, or `nil` to keep the current tags.
    public var tags: Set<LinkTag>?
    /// The tags to remove after the replacement.
    public var removedTags: Set<LinkTag>
    /// The tags to add after the removal.
    public var addedTags: Set<LinkTag>

    public init(
        url: String? = nil,
        mergesDuplicate: Bool = false,
        title: String? = nil,
        note: String? = nil,
        tags: Set<LinkTag>? = nil,
        removedTags: Set<LinkTag> = [],
        addedTags: Set<LinkTag> = []
    ) {
        self.url = url
        self.mergesDuplicate = mergesDuplicate
        self.title = title
        self.note = note
        self.tags = tags
        self.removedTags = removedTags
        self.addedTags = addedTags
    }
}
