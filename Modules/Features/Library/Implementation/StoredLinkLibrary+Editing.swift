package import Core
package import LibraryInterface

extension StoredLinkLibrary {
    package func edit(_ ids: [Link.ID], _ edit: LinkEdit) async throws -> [Link] {
        let url = try edit.url.map { try normalize($0) }
        return try await change(.edit) { transaction in
            try transaction.links(ids).map { link in
                var edited = link.applying(edit)
                if let url {
                    edited.url = url
                }
                return try transaction.update(
                    link,
                    to: edited,
                    mergingDuplicate: edit.mergesDuplicate
                )
            }
        }
    }

    package func follow(_ moves: [LinkMove], isDryRun: Bool) async throws -> [Link.ID: Link] {
        try await change(.edit, isDryRun: isDryRun) { transaction in
            var followed: [Link.ID: Link] = [:]
            for move in moves {
                guard let url = try? urlPolicy.normalize(move.url), url != move.link.url,
                    var link = try transaction.link(id: move.link.id), link.url == move.link.url
                else { continue }
                let old = link
                link.url = url
                let result = try transaction.update(old, to: link, mergingDuplicate: true)
                _ = try transaction.importChecks([
                    SourcedCheck(.ok, checked: move.checked).record(of: result.id)
                ])
                followed[old.id] = result
            }
            return followed
        }
    }

    // MARK: Tags

    package func tags() async throws -> [TagCount] {
        try await store.tags()
    }

    package func renameTag(_ tag: LinkTag, to name: LinkTag) async throws -> Int {
        try await replace([tag], as: .tagRename) { known in
            if name != tag, let other = known[name] {
                throw LibraryError.tagExists(other, renaming: tag)
            }
            return known[tag]?.name == name.name ? ([], nil) : ([tag], name)
        }
    }

    package func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) async throws -> Int {
        // If the library already has the tag, the tag keeps its spelling.
        try await replace(tags, as: .tagMerge) { known in
            (tags.subtracting([tag]), known[tag] ?? tag)
        }
    }

    package func removeTag(_ tag: LinkTag) async throws -> Int {
        try await replace([tag], as: .edit) { _ in ([tag], nil) }
    }

    /// Replaces tags.
    ///
    /// - Parameter choose: A function that returns the tags to replace and the new tag. Its
    ///   argument maps each tag to the spelling in the library.
    /// - Throws: An error if a required tag is missing.
    private func replace(
        _ required: Set<LinkTag>,
        as kind: LinkChange.Kind,
        _ choose: @Sendable ([LinkTag: LinkTag]) throws -> (old: Set<LinkTag>, new: LinkTag?)
    ) async throws -> Int {
        try await change(kind) { transaction in
            let known = Dictionary(try transaction.tags().map { ($0.tag, $0.tag) }) { first, _ in
                first
            }
            let missing = required.filter { known[$0] == nil }
            guard missing.isEmpty else {
                throw LibraryError.noSuchTags(missing.sorted())
            }
            let (old, new) = try choose(known)
            return old.isEmpty ? 0 : try transaction.replaceTags(old, with: new)
        }
    }
}

extension LinkTransaction {
    /// Updates a link. If another link has the new URL, merges the edited link into that link.
    ///
    /// - Throws: An error if another link has the new URL and `mergingDuplicate` is false.
    fileprivate func update(
        _ link: Link,
        to edited: Link,
        mergingDuplicate: Bool
    ) throws -> Link {
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
