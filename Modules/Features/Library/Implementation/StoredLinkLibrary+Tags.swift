package import Core
import LibraryInterface

extension StoredLinkLibrary {
    package func tags() async throws -> [TagCount] {
        try await store.tags()
    }

    package func renameTag(_ tag: LinkTag, to name: LinkTag) async throws -> Int {
        let now = clock.now
        return try await store.transaction(.tagRename, at: now) { transaction in
            let known = try transaction.knownTags()
            try known.check([tag])
            if name != tag, let other = known[name] { throw LibraryError.tagExists(other, renaming: tag) }
            guard known[tag]?.name != name.name else { return 0 }
            return try transaction.replaceTags([tag], with: name, at: now)
        }
    }

    package func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) async throws -> Int {
        let now = clock.now
        return try await store.transaction(.tagMerge, at: now) { transaction in
            let known = try transaction.knownTags()
            try known.check(tags)
            let others = tags.subtracting([tag])
            guard !others.isEmpty else { return 0 }
            // A tag that is there keeps its spelling.
            return try transaction.replaceTags(others, with: known[tag] ?? tag, at: now)
        }
    }

    package func removeTag(_ tag: LinkTag) async throws -> Int {
        let now = clock.now
        return try await store.transaction(.edit, at: now) { transaction in
            try transaction.knownTags().check([tag])
            return try transaction.replaceTags([tag], with: nil, at: now)
        }
    }
}

extension LinkTransaction {
    /// The tags of the library, as they are spelled there.
    fileprivate func knownTags() throws -> [LinkTag: LinkTag] {
        Dictionary(try tags().map { ($0.tag, $0.tag) }) { first, _ in first }
    }
}

extension [LinkTag: LinkTag] {
    fileprivate func check(_ tags: Set<LinkTag>) throws(LibraryError) {
        let missing = tags.filter { self[$0] == nil }
        guard missing.isEmpty else { throw .noSuchTags(missing.sorted()) }
    }
}
