public import Core

/// What to change of links; what it does not mention stays as it is.
public struct LinkEdit: Sendable, Hashable {
    /// What to do with a text.
    public enum Text: Sendable, Hashable {
        /// Leave it as it is.
        case keep
        /// Replace it; an empty text clears it.
        case set(String)
        /// Have none.
        case clear
    }

    /// The new address, or nil to keep the old one.
    public var url: String?
    /// Whether a link whose new address another one has becomes one with it: that one learns what this one knows, and this
    /// one is gone.
    public var joinsDuplicate: Bool
    /// What becomes of the title.
    public var title: Text
    /// What becomes of the note.
    public var note: Text
    /// The tags that replace all others, or nil to keep those.
    public var tags: Set<LinkTag>?
    /// Tags to take away, after `tags` has replaced the others.
    public var removedTags: Set<LinkTag>
    /// Tags to add at last.
    public var addedTags: Set<LinkTag>

    /// Makes an edit; without arguments it changes nothing.
    public init(
        url: String? = nil, joinsDuplicate: Bool = false, title: Text = .keep, note: Text = .keep,
        tags: Set<LinkTag>? = nil,
        removedTags: Set<LinkTag> = [], addedTags: Set<LinkTag> = []
    ) {
        self.url = url
        self.joinsDuplicate = joinsDuplicate
        self.title = title
        self.note = note
        self.tags = tags
        self.removedTags = removedTags
        self.addedTags = addedTags
    }
}
