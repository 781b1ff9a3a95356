public import Core

extension Link {
    /// Returns the link with details added from a draft: the tags, a missing title or note, and the
    /// date if it is earlier or replaces the link's date.
    public func merging(_ draft: LinkDraft) -> Link {
        var link = self
        link.tags.formUnion(draft.tags)
        link.title = title ?? draft.title
        link.note = note ?? draft.note
        let newDate = draft.added ?? added
        link.added = draft.replacesDate ? newDate : min(added, newDate)
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
            )
        )
        if let note, let more = other.note, note != more, !note.hasSuffix("\n\n\(more)") {
            link.note = "\(note)\n\n\(more)"
        }
        return link
    }
}
