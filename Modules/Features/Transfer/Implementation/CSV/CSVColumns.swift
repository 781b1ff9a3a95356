import Core
import Foundation
import LibraryInterface

/// What the columns of a table mean, by the names in its header.
struct CSVColumns {
    private enum Meaning {
        case address, title, note, tags, folder, added, updated, status, unread, nothing
    }

    private let header: [String]
    private let meanings: [Meaning?]
    /// Pocket separates tags by a bar, Diigo by a space; everybody else by a comma.
    private let tagSeparator: Character
    /// Instapaper and Readwise put tags in brackets, and each in quotes.
    private let areTagsQuoted: Bool
    /// Instapaper's folder of what is to be read is one of its own.
    private let isOfInstapaper: Bool

    /// Reads a header; case, spaces and underscores in names do not matter.
    init(_ header: [String]) {
        self.header = header
        let names = header.map { $0.lowercased().filter { $0 != " " && $0 != "_" } }
        meanings = names.map { Self.meanings[$0] }
        isOfInstapaper = names.contains("selection") && names.contains("folder")
        areTagsQuoted = names.contains("selection") || names.contains("documenttags")
        tagSeparator = names.contains("timeadded") ? "|" : names.contains("annotations") ? " " : ","
    }

    /// Whether there is a column of addresses.
    var hasAddress: Bool { meanings.contains(.address) }

    /// How many columns there are.
    var count: Int { header.count }

    /// The link of a record; a record that is too short lacks its last columns.
    func draft(_ record: [String], line: Int, _ options: ReadingOptions, _ leftovers: inout Leftovers) -> LinkDraft {
        var draft = LinkDraft(url: "")
        var notes: [String] = []
        for (index, text) in record.enumerated() where !text.isEmpty {
            switch index < meanings.count ? meanings[index] : nil {
            case .address: draft.url = draft.url.isEmpty ? text : draft.url
            case .title: draft.title = draft.title ?? text
            case .note: notes.append(text)
            case .tags where text.utf8.count > options.textLimit:
                leftovers.addTooLong(name(ofColumn: index), line: line)
            case .tags: draft.tags.formUnion(tags(text))
            case .folder where isOfInstapaper && text == "Unread":
                draft.tags.formUnion([LinkTag.toRead].compactMap(\.self))
            case .folder where options.foldersAsTags:
                let names = text.split(separator: "/", maxSplits: FolderPath.depthLimit)
                draft.tags.formUnion(names.prefix(FolderPath.depthLimit).compactMap { LinkTag($0) })
            case .added: draft.added = leftovers.date(text, line: line)
            case .updated: draft.updated = leftovers.date(text, line: line)
            case .status where text.lowercased() == "unread": draft.tags.formUnion([LinkTag.toRead].compactMap(\.self))
            case .unread where ["1", "true", "yes"].contains(text.lowercased()):
                draft.tags.formUnion([LinkTag.toRead].compactMap(\.self))
            case .folder, .status, .unread, .nothing: break
            case nil where Leftovers.saysSomething(text): leftovers.add(name(ofColumn: index))
            case nil: break
            }
        }
        if !notes.isEmpty { draft.note = notes.joined(separator: "\n\n") }
        return draft
    }

    private func name(ofColumn index: Int) -> String {
        let name = index < header.count ? header[index].trimmedOrNil : nil
        return name ?? "\(index + 1) (without a name)"
    }

    private func tags(_ text: String) -> [LinkTag] {
        let text = areTagsQuoted ? text.filter { !"[]\"'".contains($0) } : text
        return text.split(separator: tagSeparator).flatMap { LinkTag.list($0) }
    }

    private static let meanings: [String: Meaning] = [
        "url": .address, "href": .address, "link": .address, "address": .address, "uri": .address,
        "title": .title, "name": .title,
        "note": .note, "notes": .note, "description": .note, "excerpt": .note, "selection": .note, "comment": .note,
        "comments": .note, "summary": .note,
        "tags": .tags, "labels": .tags, "keywords": .tags, "tagnames": .tags, "tag": .tags, "documenttags": .tags,
        "folder": .folder,
        "collection": .folder,
        "added": .added, "created": .added, "createdat": .added, "dateadded": .added, "adddate": .added,
        "timeadded": .added, "timestamp": .added, "date": .added, "time": .added,
        "saveddate": .added, "creationdate": .added, "savedat": .added, "addedat": .added,
        "updated": .updated, "modified": .updated, "datemodified": .updated, "lastmodified": .updated,
        "updatedat": .updated, "modifiedat": .updated,
        "status": .status, "unread": .unread, "toread": .unread,
        // What programs number and draw links with.
        "id": .nothing, "guid": .nothing, "uuid": .nothing, "fileid": .nothing, "cover": .nothing, "icon": .nothing,
        "favicon": .nothing, "image": .nothing, "thumbnail": .nothing, "domain": .nothing, "wordcount": .nothing,
        "mimetype": .nothing, "language": .nothing, "shared": .nothing, "private": .nothing,
    ]
}
