import Core
import Foundation
import LibraryInterface

/// The rules for the details of links.
extension Link {
    /// Creates the link to insert for a draft at a date. A store replaces the ID.
    ///
    /// The dates are in whole seconds, and `updated` is never before `added`.
    init(_ draft: LinkDraft, at date: Date) {
        let added = (draft.added ?? date).wholeSeconds
        self.init(
            id: 0,
            url: draft.url,
            title: draft.title,
            note: draft.note,
            tags: draft.tags,
            added: added,
            updated: max(added, draft.updated?.wholeSeconds ?? added)
        )
    }

    /// Returns the link with details added from a draft: the tags, a missing title or note, and the
    /// date of addition if the draft replaces the date.
    ///
    /// - Parameter date: The current date. It is used if the draft replaces the date but has no
    ///   date of its own.
    func merging(_ draft: LinkDraft, at date: Date) -> Link {
        var link = adding(title: draft.title, note: draft.note, tags: draft.tags)
        if draft.replacesDate {
            link.added = (draft.added ?? date).wholeSeconds
        }
        return link
    }

    /// Returns the link with details added from `other`, which the link replaces. If the notes of
    /// the two links differ, both notes are kept.
    func merging(_ other: Link) -> Link {
        var link = adding(title: other.title, note: other.note, tags: other.tags)
        link.added = min(added, other.added)
        if let note, let more = other.note, note != more, !note.hasSuffix("\n\n\(more)") {
            link.note = "\(note)\n\n\(more)"
        }
        return link
    }

    private func adding(title: String?, note: String?, tags: Set<LinkTag>) -> Link {
        var link = self
        link.title = self.title ?? title
        link.note = self.note ?? note
        link.tags.formUnion(tags)
        return link
    }

    /// Returns the link with the changes of an edit, which has a URL in normal form. The dates are
    /// unchanged.
    ///
    /// The new title and note are trimmed. Tags that the link already has keep their spelling.
    func applying(_ edit: LinkEdit) -> Link {
        var link = self
        link.url = edit.url ?? url
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
    var trimmedOrNil: String? {
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
