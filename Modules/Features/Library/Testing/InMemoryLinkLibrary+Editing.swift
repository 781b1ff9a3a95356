public import Core
import Foundation
public import LibraryInterface

extension InMemoryLinkLibrary {
    public func edit(_ ids: [Link.ID], _ edit: LinkEdit) throws -> [Link] {
        if let url = edit.url, let problem = Self.problem(of: url) {
            throw LibraryError.invalidAddress(url, reason: problem)
        }
        var edited = links
        var touched: [Link.ID] = []
        for link in try links(ids) {
            guard let position = edited.firstIndex(of: link) else { continue }
            let changed = link.changed(by: edit, now: now)
            if let other = edited.firstIndex(where: { $0.url == changed.url && $0.id != link.id }) {
                guard edit.joinsDuplicate else { throw LibraryError.addressTaken(changed.url, by: edited[other].id) }
                edited[other].title = edited[other].title ?? changed.title
                edited[other].note = LinkEdit.note(edited[other].note, joinedWith: changed.note)
                edited[other].tags.formUnion(changed.tags)
                edited[other].added = min(edited[other].added, changed.added)
                touched.append(edited[other].id)
                edited.remove(at: position)
            } else {
                edited[position] = changed
                touched.append(link.id)
            }
        }
        change(.edit, to: edited)
        return try links(touched)
    }

    public func tags() -> [TagCount] {
        Dictionary(links.flatMap(\.tags).map { ($0, 1) }, uniquingKeysWith: +)
            .map { TagCount($0.key, links: $0.value) }.sorted()
    }

    public func renameTag(_ tag: LinkTag, to name: LinkTag) throws -> Int {
        guard let known = tags().first(where: { $0.tag == tag })?.tag else { throw LibraryError.noSuchTags([tag]) }
        if name != tag, let other = tags().first(where: { $0.tag == name }) {
            throw LibraryError.tagExists(other.tag, renaming: tag)
        }
        return known.name == name.name ? 0 : replace([tag], with: name, as: .tagRename)
    }

    public func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) throws -> Int {
        let known = self.tags().map(\.tag)
        let missing = tags.subtracting(known)
        guard missing.isEmpty else { throw LibraryError.noSuchTags(missing.sorted()) }
        return replace(tags.subtracting([tag]), with: known.first { $0 == tag } ?? tag, as: .tagMerge)
    }

    public func removeTag(_ tag: LinkTag) throws -> Int {
        guard tags().contains(where: { $0.tag == tag }) else { throw LibraryError.noSuchTags([tag]) }
        return replace([tag], with: nil, as: .edit)
    }

    private func replace(_ old: Set<LinkTag>, with new: LinkTag?, as kind: LinkChange.Kind) -> Int {
        let replaced = links.map { link in
            guard !link.tags.isDisjoint(with: old) else { return link }
            return link.changed(by: LinkEdit(removedTags: old, addedTags: Set([new].compactMap(\.self))), now: now)
        }
        let count = links.count { !$0.tags.isDisjoint(with: old) }
        change(kind, to: replaced)
        return count
    }
}

extension Link {
    fileprivate func changed(by edit: LinkEdit, now: Date) -> Link {
        var link = self
        link.url = edit.url ?? url
        link.title = edit.title.text(instead: title)
        link.note = edit.note.text(instead: note)
        link.tags = (edit.tags ?? tags).subtracting(edit.removedTags).union(edit.addedTags)
        if link != self || link.tagNames != tagNames { link.updated = max(now, added) }
        return link
    }
}

extension LinkEdit.Text {
    fileprivate func text(instead old: String?) -> String? {
        switch self {
        case .keep: old
        case .set(let new): new.isEmpty ? nil : new
        case .clear: nil
        }
    }
}
