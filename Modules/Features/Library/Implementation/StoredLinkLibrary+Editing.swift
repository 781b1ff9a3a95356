package import Core
import Foundation
package import LibraryInterface

extension StoredLinkLibrary {
    package func edit(_ ids: [Link.ID], _ edit: LinkEdit) async throws -> [Link] {
        let address = try edit.url.map { try normalForm($0) }
        return try await store.transaction(.edit, at: clock.now) { transaction in
            try transaction.links(ids).map { link in
                var edited = link.changed(by: edit)
                if let address { edited.url = address }
                guard edited != link else { return link }
                if edited.url != link.url, let other = try transaction.link(url: edited.url) {
                    guard edit.joinsDuplicate else { throw LibraryError.addressTaken(edited.url, by: other.id) }
                    return try transaction.join(edited, into: other, now: clock.now)
                }
                edited.updated = max(link.updated, clock.now.wholeSeconds)
                try transaction.update(edited)
                return edited
            }
        }
    }

    private func normalForm(_ address: String) throws(LibraryError) -> String {
        do {
            return try WebAddress(address, rules: addresses).text
        } catch {
            throw .invalidAddress(address, reason: error)
        }
    }
}

extension LinkTransaction {
    /// Lets a link learn what another knows, which is then gone.
    fileprivate func join(_ link: Link, into other: Link, now: Date) throws -> Link {
        let draft = LinkDraft(url: link.url, title: link.title, note: link.note, tags: link.tags, added: link.added)
        try remove(id: link.id)
        var joined = other.learning(from: draft, dated: true, now: now.wholeSeconds) ?? other
        joined.note = LinkEdit.note(other.note, joinedWith: link.note)
        guard joined != other else { return other }
        joined.updated = max(other.updated, now.wholeSeconds)
        try update(joined)
        return joined
    }
}

extension Link {
    /// The link with another title, note and tags; its address is not touched.
    fileprivate func changed(by edit: LinkEdit) -> Link {
        var link = self
        link.title = edit.title.applied(to: title)
        link.note = edit.note.applied(to: note)
        // Of two spellings of a tag the one that is there stays.
        if let replacement = edit.tags { link.tags = tags.filter(replacement.contains).union(replacement) }
        link.tags = link.tags.subtracting(edit.removedTags).union(edit.addedTags)
        return link
    }
}

extension LinkEdit.Text {
    fileprivate func applied(to text: String?) -> String? {
        switch self {
        case .keep: text
        case .set(let new): new.trimmedOrNil
        case .clear: nil
        }
    }
}
