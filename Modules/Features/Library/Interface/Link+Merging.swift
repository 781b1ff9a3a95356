public import Core
public import Foundation

extension Link {
    /// Returns the link with details added from a draft: the tags, a missing title or note, and the
    /// date of addition if it is earlier or the draft replaces the date.
    ///
    /// - Parameter date: The current date. It is used if the draft replaces the date but has no
    ///   date of its own.
    public func merging(_ draft: LinkDraft, at date: Date) -> Link {
        var link = adding(title: draft.title, note: draft.note, tags: draft.tags)
        link.added =
            draft.replacesDate
            ? (draft.added ?? date).wholeSeconds : min(added, draft.added?.wholeSeconds ?? added)
        return link
    }

    /// Returns the link with details added from `other`, which the link replaces. If the notes of
    /// the two links differ, both notes are kept.
    public func merging(_ other: Link) -> Link {
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
}
