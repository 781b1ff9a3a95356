import Core
import LibraryInterface

/// The changes that several operations of a library share. All URLs are in normal form.
extension LinkTransaction {
    /// Returns the links with the given IDs, without duplicates, in the given order.
    ///
    /// - Throws: ``LibraryError/noSuchLinks(_:)`` if any link is missing.
    func links(_ ids: [Link.ID]) throws -> [Link] {
        let ids = ids.withoutDuplicates
        return try ids.compactMap { try link(id: $0) }.requiring(ids)
    }

    /// Inserts a draft, or merges it into the link that already has its URL.
    func merge(_ draft: LinkDraft, into known: Link?) throws -> Addition {
        guard let known else {
            return Addition(try insert(Link(draft, at: date)), .added)
        }
        let merged = try update(known, to: known.merging(draft, at: date))
        return Addition(merged, merged == known ? .unchanged : .merged)
    }

    /// Updates a link and its date if anything changes. Returns the updated link.
    func update(_ link: Link, to changed: Link) throws -> Link {
        guard changed != link else { return link }
        var changed = changed
        changed.updated = max(link.updated, date.wholeSeconds)
        try update(changed)
        return changed
    }

    /// Updates a link. If another link has the new URL, merges the edited link into that link.
    ///
    /// - Throws: An error if another link has the new URL and `mergingDuplicate` is false.
    func update(_ link: Link, to edited: Link, mergingDuplicate: Bool) throws -> Link {
        guard edited.url != link.url, let other = try self.link(url: edited.url) else {
            return try update(link, to: edited)
        }
        guard mergingDuplicate else {
            throw LibraryError.urlTaken(edited.url, by: other.id)
        }
        try remove(id: link.id)
        return try update(other, to: other.merging(edited))
    }
}

extension [Link.ID] {
    var withoutDuplicates: [Link.ID] {
        var seen: Set<Link.ID> = []
        return filter { seen.insert($0).inserted }
    }
}

extension [Link] {
    func requiring(_ ids: [Link.ID]) throws(LibraryError) -> [Link] {
        let missing = Set(ids).subtracting(map(\.id))
        guard missing.isEmpty else {
            throw .noSuchLinks(ids.filter(missing.contains))
        }
        return self
    }
}

extension SourcedCheck {
    /// Returns the record for the history. It lacks the details that files do not contain.
    func record(of link: Link.ID) -> CheckRecord {
        CheckRecord(link: link, verdict: verdict, attempts: 0, milliseconds: 0, checked: checked)
    }
}
