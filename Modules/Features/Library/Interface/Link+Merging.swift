public import Core
public import Foundation

extension Link {
    /// Returns the link with details added from a draft: the tags, a missing title or note, and the
    /// date of addition if it is earlier or the draft replaces the date.
    ///
    /// - Parameter date: The current date. It is used if the draft replaces the date but has no
    ///   date of its own.
    public func merging(_ draft: LinkDraft, at date: Date) -> Link {
        var link = self
        link.tags.formUnion(draft.tags)
        link.title = title ?? draft.title
        link.note = note ?? draft.note
        link.added =
            draft.replacesDate
            ? (draft.added ?? date).wholeSeconds : min(added, draft.added ?? added)
        return link
    }

    /// Returns the link with details added from `other`, which the link replaces. If the notes of
    /// the two links differ, both notes are kept.
    public func merging(_ other: Link) -> Link {
        var link = merging(
            LinkDraft(
                url: url,
                title: other.title,
                note: other.note,
                tags: other.tags,
                added: other.added
            ),
            at: other.updated
        )
        if let note, let more = other.note, note != more, !note.hasSuffix("\n\n\(more)") {
            link.note = "\(note)\n\n\(more)"
        }
        return link
    }
}
