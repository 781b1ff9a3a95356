package import Core
package import LibraryInterface

extension StoredLinkLibrary {
    package func edit(_ ids: [Link.ID], _ edit: LinkEdit) async throws -> [Link] {
        let url = try edit.url.map { try normalize($0) }
        return try await store.transaction(.edit, at: clock.now) { transaction in
            try transaction.links(ids).map { link in
                var edited = link.applying(edit)
                if let url { edited.url = url }
                if edited.url != link.url, let other = try transaction.link(url: edited.url) {
                    guard edit.mergesDuplicate else { throw LibraryError.urlTaken(edited.url, by: other.id) }
                    try transaction.remove(id: link.id)
                    return try transaction.update(other, to: other.merging(edited), now: clock.now)
                }
                return try transaction.update(link, to: edited, now: clock.now)
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
            // The spelling of an existing tag takes precedence.
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
