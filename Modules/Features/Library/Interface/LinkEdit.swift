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
    /// one is gone. The notes of both are kept, one after the other; of two titles, that of the other.
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

extension LinkEdit {
    /// The note of a link that has taken in another: both notes with an empty line between them, each once.
    public static func note(_ own: String?, joinedWith other: String?) -> String? {
        guard let own, let other else { return own ?? other }
        return own == other || own.hasSuffix("\n\n\(other)") ? own : "\(own)\n\n\(other)"
    }
}
