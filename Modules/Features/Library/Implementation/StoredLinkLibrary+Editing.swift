package import Core
import Foundation
package import LibraryInterface

extension StoredLinkLibrary {
    package func edit(_ ids: [Link.ID], _ edit: LinkEdit) async throws -> [Link] {
        let url = try edit.url.map { try normalize($0) }
        return try await store.transaction(.edit, at: clock.now) { transaction in
            try transaction.links(ids).map { link in
                var edited = link.applying(edit)
                if let url { edited.url = url }
                guard edited != link else { return link }
                if edited.url != link.url, let other = try transaction.link(url: edited.url) {
                    guard edit.mergesDuplicate else { throw LibraryError.urlTaken(edited.url, by: other.id) }
                    return try transaction.merge(edited, into: other, now: clock.now.wholeSeconds)
                }
                edited.updated = max(link.updated, clock.now.wholeSeconds)
                try transaction.update(edited)
                return edited
            }
        }
    }

    private func normalize(_ url: String) throws(LibraryError) -> String {
        do {
            return try urlPolicy.normalize(url)
        } catch {
            throw .invalidURL(url, reason: error)
        }
    }
}

extension LinkTransaction {
    /// Merges a link into another one and removes it.
    fileprivate func merge(_ link: Link, into other: Link, now: Date) throws -> Link {
        let draft = LinkDraft(url: link.url, title: link.title, note: link.note, tags: link.tags, added: link.added)
        try remove(id: link.id)
        var merged = other.merging(draft, isDated: true, now: now) ?? other
        merged.note = LinkEdit.note(other.note, mergedWith: link.note)
        guard merged != other else { return other }
        merged.updated = max(other.updated, now)
        try update(merged)
        return merged
    }
}

extension Link {
    /// Returns the link with the title, note and tags of an edit, but with its own URL.
    fileprivate func applying(_ edit: LinkEdit) -> Link {
        var link = self
        link.title = edit.title.applied(to: title)
        link.note = edit.note.applied(to: note)
        // An existing tag keeps its spelling.
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

// MARK: - Tags

extension StoredLinkLibrary {
    package func tags() async throws -> [TagCount] {
        try await store.tags()
    }

    package func renameTag(_ tag: LinkTag, to name: LinkTag) async throws -> Int {
        let now = clock.now
        return try await store.transaction(.tagRename, at: now) { transaction in
            let known = try transaction.knownTags(requiring: [tag])
            if name != tag, let other = known[name] { throw LibraryError.tagExists(other, renaming: tag) }
            guard known[tag]?.name != name.name else { return 0 }
            return try transaction.replaceTags([tag], with: name, at: now)
        }
    }

    package func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) async throws -> Int {
        let now = clock.now
        return try await store.transaction(.tagMerge, at: now) { transaction in
            let known = try transaction.knownTags(requiring: tags)
            let others = tags.subtracting([tag])
            guard !others.isEmpty else { return 0 }
            // An existing tag keeps its spelling.
            return try transaction.replaceTags(others, with: known[tag] ?? tag, at: now)
        }
    }

    package func removeTag(_ tag: LinkTag) async throws -> Int {
        let now = clock.now
        return try await store.transaction(.edit, at: now) { transaction in
            _ = try transaction.knownTags(requiring: [tag])
            return try transaction.replaceTags([tag], with: nil, at: now)
        }
    }
}

extension LinkTransaction {
    /// Returns the tags of the library by their names in any spelling; throws if any of the required ones is missing.
    fileprivate func knownTags(requiring tags: Set<LinkTag>) throws -> [LinkTag: LinkTag] {
        let known = Dictionary(try self.tags().map { ($0.tag, $0.tag) }) { first, _ in first }
        let missing = tags.filter { known[$0] == nil }
        guard missing.isEmpty else { throw LibraryError.noSuchTags(missing.sorted()) }
        return known
    }
}
