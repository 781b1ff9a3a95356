package import Core
package import LibraryInterface

extension StoredLinkLibrary {
    package func edit(_ ids: [Link.ID], _ edit: LinkEdit) async throws -> [Link] {
        var edit = edit
        edit.url = try edit.url.map { try normalize($0) }
        return try await change(.edit) { [edit] in try $0.edit(ids, edit) }
    }

    package func follow(_ moves: [LinkMove], isDryRun: Bool) async throws -> [Link.ID: Link] {
        let moves = moves.compactMap { move in
            (try? urlPolicy.normalize(move.url)).map {
                LinkMove(move.link, to: $0, checked: move.checked)
            }
        }
        return try await change(.edit, isDryRun: isDryRun) { try $0.follow(moves) }
    }

    // MARK: Tags

    package func tags() async throws -> [TagCount] {
        try await store.tags()
    }

    package func renameTag(_ tag: LinkTag, to name: LinkTag) async throws -> Int {
        try await change(.tagRename) { try $0.renameTag(tag, to: name) }
    }

    package func mergeTags(_ tags: Set<LinkTag>, into tag: LinkTag) async throws -> Int {
        try await change(.tagMerge) { try $0.mergeTags(tags, into: tag) }
    }

    package func removeTag(_ tag: LinkTag) async throws -> Int {
        try await change(.edit) { try $0.removeTag(tag) }
    }
}
