package import Core

/// The rules by which a library adds and changes links in a transaction. All URLs are in normal
/// form.
extension LinkTransaction {
    /// Returns the links with the given IDs, without duplicates, in the given order.
    ///
    /// - Throws: ``LibraryError/noSuchLinks(_:)`` if any link is missing.
    package func links(_ ids: [Link.ID]) throws -> [Link] {
        let ids = ids.withoutDuplicates
        return try ids.compactMap { try link(id: $0) }.requiring(ids)
    }

    /// Inserts a draft, or merges it into the link that already has its URL.
    package func merge(_ draft: LinkDraft, into known: Link?) throws -> Addition {
        guard let known else {
            return Addition(try insert(draft), .added)
        }
        let merged = try update(known, to: known.merging(draft, at: date))
        return Addition(merged, merged == known ? .unchanged : .merged)
    }

    /// Adds a link, or merges it into the link that already has its URL.
    ///
    /// - Parameters:
    ///   - complete: The draft with the details of its page.
    ///   - draft: The draft that the user entered.
    package func add(
        _ complete: LinkDraft,
        for draft: LinkDraft
    ) throws -> (Addition, LinkChange.Kind) {
        var addition = try merge(complete, into: link(url: complete.url))
        addition.compare(with: draft)
        return (addition, addition.isNew ? .addition : .edit)
    }

    /// Edits links as in ``LinkLibrary/edit(_:_:)``.
    package func edit(_ ids: [Link.ID], _ edit: LinkEdit) throws -> [Link] {
        try links(ids).map { link in
            var edited = link.applying(edit)
            edited.url = edit.url ?? link.url
            return try update(link, to: edited, mergingDuplicate: edit.mergesDuplicate)
        }
    }

    /// Follows moves as in ``LinkLibrary/follow(_:isDryRun:)``.
    package func follow(_ moves: [LinkMove]) throws -> [Link.ID: Link] {
        var followed: [Link.ID: Link] = [:]
        for move in moves where move.url != move.link.url {
            guard let link = try link(id: move.link.id), link.url == move.link.url else {
                continue
            }
            var moved = link
            moved.url = move.url
            let result = try update(link, to: moved, mergingDuplicate: true)
            let check = SourcedCheck(.ok, checked: move.checked).record(of: result.id)
            _ = try importChecks([check])
            followed[link.id] = result
        }
        return followed
    }

    /// Removes all links with the given IDs, and returns them.
    ///
    /// - Throws: ``LibraryError/noSuchLinks(_:)`` if any link is missing.
    package func remove(_ ids: [Link.ID]) throws -> [Link] {
        let links = try links(ids)
        for link in links {
            try remove(id: link.id)
        }
        return links
    }

    /// Updates a link and its date if anything changes. Returns the updated link.
    package func update(_ link: Link, to changed: Link) throws -> Link {
        guard changed != link else { return link }
        var changed = changed
        changed.updated = max(link.updated, date.wholeSeconds)
        try update(changed)
        return changed
    }

    /// Updates a link. If another link has the new URL, merges the edited link into that link.
    ///
    /// - Throws: An error if another link has the new URL and `mergingDuplicate` is false.
    private func update(
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

// MARK: - Tags

extension LinkTransaction {
    package func renameTag(_ tag: LinkTag, to name: LinkTag) throws -> Int {
        let known = try spelling(of: name, requiring: [tag])
        if name != tag, let known {
            throw LibraryError.tagExists(known, renaming: tag)
        }
        return known?.name == name.name ? 0 : try replaceTags([tag], with: name)
    }

    package func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) throws -> Int {
        // If the library already has the tag, the tag keeps its spelling.
        let known = try spelling(of: tag, requiring: tags)
        return try replaceTags(tags.subtracting([tag]), with: known ?? tag)
    }

    package func removeTag(_ tag: LinkTag) throws -> Int {
        _ = try spelling(of: tag, requiring: [tag])
        return try replaceTags([tag], with: nil)
    }

    /// Returns the spelling of a tag in the library, or `nil` if no link has the tag.
    ///
    /// - Throws: ``LibraryError/noSuchTags(_:)`` if any of the required tags is missing.
    private func spelling(
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

extension LinkStore {
    /// Returns the links with the given IDs, without duplicates, in the given order.
    ///
    /// - Throws: ``LibraryError/noSuchLinks(_:)`` if any link is missing.
    package func links(requiring ids: [Link.ID]) async throws -> [Link] {
        let ids = ids.withoutDuplicates
        return try await links(ids).requiring(ids)
    }
}

extension [Link.ID] {
    fileprivate var withoutDuplicates: [Link.ID] {
        var seen: Set<Link.ID> = []
        return filter { seen.insert($0).inserted }
    }
}

extension [Link] {
    fileprivate func requiring(_ ids: [Link.ID]) throws(LibraryError) -> [Link] {
        let missing = Set(ids).subtracting(map(\.id))
        guard missing.isEmpty else {
            throw .noSuchLinks(ids.filter(missing.contains))
        }
        return self
    }
}
