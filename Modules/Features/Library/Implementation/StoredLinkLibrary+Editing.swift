package import Core
package import LibraryInterface

extension StoredLinkLibrary {
    package func edit(_ ids: [Link.ID], _ edit: LinkEdit) async throws -> [Link] {
        var edit = edit
        edit.url = try edit.url.map { try normalize($0) }
        return try await change(.edit) { [edit] transaction in
            try transaction.links(ids).map {
                try transaction.update(
                    $0,
                    to: $0.applying(edit),
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
                    let link = try transaction.link(id: move.link.id), link.url == move.link.url
                else {
                    continue
                }
                var moved = link
                moved.url = url
                let result = try transaction.update(link, to: moved, mergingDuplicate: true)
                let check = SourcedCheck(.ok, checked: move.checked).record(of: result.id)
                _ = try transaction.importChecks([check])
                followed[link.id] = result
            }
            return followed
        }
    }

    package func remove(_ ids: [Link.ID]) async throws -> [Link] {
        try await change(.removal) { transaction in
            let links = try transaction.links(ids)
            for link in links {
                try transaction.remove(id: link.id)
            }
            return links
        }
    }

    // MARK: Tags

    package func tags() async throws -> [TagCount] {
        try await store.tags()
    }

    package func renameTag(_ tag: LinkTag, to name: LinkTag) async throws -> Int {
        try await change(.tagRename) { transaction in
            let known = try transaction.spelling(of: name, requiring: [tag])
            if name != tag, let known {
                throw LibraryError.tagExists(known, renaming: tag)
            }
            return known?.name == name.name ? 0 : try transaction.replaceTags([tag], with: name)
        }
    }

    package func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) async throws -> Int {
        try await change(.tagMerge) { transaction in
            // If the library already has the tag, the tag keeps its spelling.
            let known = try transaction.spelling(of: tag, requiring: tags)
            return try transaction.replaceTags(tags.subtracting([tag]), with: known ?? tag)
        }
    }

    package func removeTag(_ tag: LinkTag) async throws -> Int {
        try await change(.edit) { transaction in
            _ = try transaction.spelling(of: tag, requiring: [tag])
            return try transaction.replaceTags([tag], with: nil)
        }
    }
}

extension LinkTransaction {
    /// Returns the spelling of a tag in the library, or `nil` if no link has the tag.
    ///
    /// - Throws: ``LibraryError/noSuchTags(_:)`` if any of the required tags is missing.
    fileprivate func spelling(
        of tag: LinkTag,
        requiring required: Set<LinkTag>
    ) throws -> LinkTag? {
        let known = try tags().map(\.tag)
        let missing = required.subtracting(known)
        guard missing.isEmpty else {
            throw LibraryError.noSuchTags(missing.sorted())
        }
        return known.first { $0 == tag }
    }
}
