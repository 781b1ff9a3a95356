public import Core

/// The changes to make to links; what it does not mention stays.
public struct LinkEdit: Sendable, Hashable {
    /// The change of a text.
    public enum Text: Sendable, Hashable {
        /// Keeps the text.
        case keep
        /// Replaces the text; an empty one clears it.
        case set(String)
        /// Removes the text.
        case clear
    }

    /// The new URL, or nil to keep the current one.
    public var url: String?
    /// Whether to merge into the link that already has the new URL.
    ///
    /// The other link gets the tags, the earlier date, and the title if it has none; both notes are kept, one after the other. The
    /// edited link is removed.
    public var mergesDuplicate: Bool
    /// The change of the title.
    public var title: Text
    /// The change of the note.
    public var note: Text
    /// The tags that replace all others, or nil to keep the current ones.
    public var tags: Set<LinkTag>?
    /// The tags to remove, after `tags` has replaced the others.
    public var removedTags: Set<LinkTag>
    /// The tags to add, after the removal.
    public var addedTags: Set<LinkTag>

    /// Creates an edit; without arguments it changes nothing.
    public init(
        url: String? = nil, mergesDuplicate: Bool = false, title: Text = .keep, note: Text = .keep,
        tags: Set<LinkTag>? = nil, removedTags: Set<LinkTag> = [], addedTags: Set<LinkTag> = []
    ) {
        self.url = url
        self.mergesDuplicate = mergesDuplicate
        self.title = title
        self.note = note
        self.tags = tags
        self.removedTags = removedTags
        self.addedTags = addedTags
    }

    /// Returns the note of a link into which another was merged: both notes with an empty line between them, without repetition.
    public static func note(_ own: String?, mergedWith other: String?) -> String? {
        guard let own, let other else { return own ?? other }
        return own == other || own.hasSuffix("\n\n\(other)") ? own : "\(own)\n\n\(other)"
    }
}
