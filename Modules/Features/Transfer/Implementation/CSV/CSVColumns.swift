import Core
import Foundation
import LibraryInterface

/// What the columns of a table mean, by the names in its header.
struct CSVColumns {
    private enum Meaning {
        case address, title, note, tags, folder, added, updated, status
    }

    private let meanings: [Meaning?]
    /// Pocket separates tags by a bar; everybody else by a comma.
    private let tagSeparator: Character
    /// Instapaper puts tags in quotes and brackets.
    private let areTagsQuoted: Bool

    /// Reads a header; case, spaces and underscores in names do not matter.
    init(_ header: [String]) {
        let names = header.map { $0.lowercased().filter { $0 != " " && $0 != "_" } }
        meanings = names.map { Self.meanings[$0] }
        areTagsQuoted = names.contains("selection")
        tagSeparator = names.contains("timeadded") ? "|" : ","
    }

    /// Whether there is a column of addresses.
    var hasAddress: Bool { meanings.contains(.address) }

    /// The link of a record; a record that is too short lacks its last columns.
    func draft(_ record: [String], foldersAsTags: Bool) -> LinkDraft {
        var draft = LinkDraft(url: "")
        var notes: [String] = []
        for (meaning, text) in zip(meanings, record) where !text.isEmpty {
            switch meaning {
            case .address: draft.url = draft.url.isEmpty ? text : draft.url
            case .title: draft.title = draft.title ?? text
            case .note: notes.append(text)
            case .tags: draft.tags.formUnion(tags(text))
            case .folder where foldersAsTags:
                draft.tags.formUnion(text.split(separator: "/").compactMap { LinkTag($0) })
            case .added: draft.added = ForeignDate.date(text)
            case .updated: draft.updated = ForeignDate.date(text)
            case .status where text.lowercased() == "unread": draft.tags.formUnion([LinkTag.toRead].compactMap(\.self))
            case .folder, .status, nil: break
            }
        }
        if !notes.isEmpty { draft.note = notes.joined(separator: "\n\n") }
        return draft
    }

    private func tags(_ text: String) -> [LinkTag] {
        let text = areTagsQuoted ? text.filter { !"[]\"".contains($0) } : text
        return text.split(separator: tagSeparator).flatMap { LinkTag.list($0) }
    }

    private static let meanings: [String: Meaning] = [
        "url": .address, "href": .address, "link": .address, "address": .address, "uri": .address,
        "title": .title, "name": .title,
        "note": .note, "notes": .note, "description": .note, "excerpt": .note, "selection": .note, "comment": .note,
        "tags": .tags, "labels": .tags, "keywords": .tags, "folder": .folder, "collection": .folder,
        "added": .added, "created": .added, "createdat": .added, "dateadded": .added, "adddate": .added,
        "timeadded": .added, "timestamp": .added, "date": .added, "time": .added,
        "updated": .updated, "modified": .updated, "datemodified": .updated, "lastmodified": .updated,
        "status": .status,
    ]
}
