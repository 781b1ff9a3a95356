public import Core
import Foundation

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

extension Link {
    /// Returns the link with the changed title, note and tags. Its URL and dates are unchanged.
    ///
    /// The new title and note are trimmed. Tags that the link already has keep their spelling.
    public func applying(_ edit: LinkEdit) -> Link {
        var link = self
        link.title = edit.title.map(\.trimmedOrNil) ?? title
        link.note = edit.note.map(\.trimmedOrNil) ?? note
        if let replacement = edit.tags {
            link.tags = tags.filter(replacement.contains).union(replacement)
        }
        link.tags = link.tags.subtracting(edit.removedTags).union(edit.addedTags)
        return link
    }
}

extension String {
    /// The string without white space at both ends, or `nil` if nothing is left.
    package var trimmedOrNil: String? {
        // This is the fast path. An import contains many titles and notes, and most need no
        // trimming.
        let isPrintable = 0x21...0x7E as ClosedRange<UInt8>
        if let first = utf8.first, let last = utf8.last, isPrintable ~= first, isPrintable ~= last {
            return self
        }
        let text = trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }
}
