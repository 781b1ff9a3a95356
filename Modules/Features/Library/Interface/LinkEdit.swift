public import Core
import Foundation

/// The changes to apply to links. By default, there are none.
public struct LinkEdit: Sendable, Hashable {
    public enum FieldEdit: Sendable, Hashable {
        case keep
        /// Replaces the title or note. An empty string removes the title or note.
        case set(String)
        case clear
    }

    /// The new URL, or `nil` to keep the current one.
    public var url: String?
    /// Whether to merge the edited link into the link that already has the new URL.
    ///
    /// The link that already has the URL receives the tags, the earlier date of addition, and the
    /// title if it has none. Both notes are kept, one after the other. The edited link is removed.
    public var mergesDuplicate: Bool
    public var title: FieldEdit
    public var note: FieldEdit
    /// The tags that replace all current tags, or `nil` to keep the current tags.
    public var tags: Set<LinkTag>?
    /// The tags to remove after the replacement.
    public var removedTags: Set<LinkTag>
    /// The tags to add after the removal.
    public var addedTags: Set<LinkTag>

    public init(
        url: String? = nil,
        mergesDuplicate: Bool = false,
        title: FieldEdit = .keep,
        note: FieldEdit = .keep,
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
        link.title = edit.title.applied(to: title)
        link.note = edit.note.applied(to: note)
        if let replacement = edit.tags {
            link.tags = tags.filter(replacement.contains).union(replacement)
        }
        link.tags = link.tags.subtracting(edit.removedTags).union(edit.addedTags)
        return link
    }
}

extension LinkEdit.FieldEdit {
    fileprivate func applied(to text: String?) -> String? {
        guard case .set(let new) = self else {
            return self == .keep ? text : nil
        }
        let trimmed = new.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }
}
