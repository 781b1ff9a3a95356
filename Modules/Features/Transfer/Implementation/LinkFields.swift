import Core
import Foundation
import LibraryInterface

/// The properties of a link in a table or a JSON object.
struct LinkFields {
    var values: [FieldMeaning: String] = [:]
    var notes: [String] = []
    var tags: Set<LinkTag> = []

    /// Adds the names in the path of a folder as tags, or records that they are ignored.
    mutating func addFolder(
        _ path: String,
        _ options: ReadingOptions,
        _ recorder: inout RemarkRecorder
    ) {
        guard options.foldersAsTags else {
            recorder.ignoresFolders = true
            return
        }
        let limit = FolderPath.depthLimit
        let names = path.split(separator: "/", maxSplits: limit).prefix(limit)
        tags.formUnion(names.compactMap { LinkTag($0) })
    }

    /// Returns the properties as a link, and records unreadable dates.
    func draft(line: Int, _ recorder: inout RemarkRecorder) -> LinkDraft {
        let note = notes.isEmpty ? nil : notes.joined(separator: "\n\n")
        var draft = LinkDraft(
            url: values[.url] ?? "",
            title: values[.title],
            note: note,
            tags: tags,
            added: recorder.date(values[.added], line: line),
            updated: recorder.date(values[.updated], line: line)
        )
        let isUnread = ["1", "true", "yes"].contains(values[.unread]?.lowercased())
        if isUnread || values[.status]?.lowercased() == "unread" {
            draft.tags.insertToRead()
        }
        return draft
    }
}

/// The meaning of a column of a table or a member of a JSON object.
enum FieldMeaning: String {
    case url, title, note, tags, folder, added, updated, status, unread, verdict, checked, nextPage
    /// The URL of the page in a JSON object whose `url` is the URL of an API or of a copy.
    case pageURL
    /// The URL in the JSON of Pocket.
    case givenURL
    /// The kind of a JSON object.
    case kind
    /// A URL that is used only if a JSON object has neither a `url` nor an `arcURL`.
    case otherURL
    /// The URL in the JSON of Arc.
    case arcURL
    /// A title that is used only if a JSON object has no `title`.
    case otherTitle
    /// A note, or the title in the files of Pinboard.
    case description
    /// The ID of a folder.
    case id
    /// The ID of the parent of a folder.
    case parentID
    /// The name that Firefox gives to a container.
    case root
    /// The text of an annotation.
    case value
    /// A value that is not imported, such as a number, an icon, a privacy setting, or a duplicate
    /// of another member.
    case ignored

    /// The meanings of the names of columns in a table.
    static let columns = common.merging(
        parse(
            """
            url: address link
            note: selection description
            tags: documenttags
            folder: folder collection
            added: date
            ignored: id fileid wordcount
            """
        ),
        uniquingKeysWith: { $1 }
    )

    /// The meanings of the names of members in a JSON object.
    static let members = common.merging(
        parse(
            """
            pageURL: htmlurl sourceurl
            givenURL: givenurl
            otherURL: link resolvedurl
            arcURL: savedurl
            otherTitle: label savedtitle websitetitle giventitle resolvedtitle
            kind: type
            description: description desc
            folder: folder
            note: extended
            added: addeddate datecreated dt starredat
            updated: lastupdate
            verdict: verdict
            checked: checked
            id: id
            parentID: parentid
            root: root
            value: value
            nextPage: next
            ignored: websitedescription uid index typecode slug hash hashedurl hashedgivenurl meta iconuri
            ignored: faviconurl imageurl previewimageurl previewpicture public ispublic charset postdata shorturl
            ignored: domainname readingtime userid username useremail user datelastused metainfo visitcount showicon
            ignored: source headers httpstatus children annos media hascontent hasebook collectionid childrenids
            ignored: timelastactiveat
            """
        ),
        uniquingKeysWith: { $1 }
    )

    private static let common = parse(
        """
        url: url uri href
        title: title name
        note: note notes excerpt summary comment comments
        tags: tags tag tagnames labels keywords
        added: added addedat adddate created createdat creationdate dateadded saveddate savedat time timeadded timestamp
        updated: updated updatedat modified modifiedat datemodified lastmodified
        status: status
        unread: unread toread
        ignored: guid uuid cover icon favicon image thumbnail domain mimetype language shared private
        """
    )

    /// Returns a name in lowercase, without spaces and underscores.
    static func normalized(_ name: String) -> String {
        name.lowercased().filter { $0 != " " && $0 != "_" }
    }

    /// Parses lines, each of which consists of a meaning and the names that have this meaning.
    private static func parse(_ table: String) -> [String: FieldMeaning] {
        var meanings: [String: FieldMeaning] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == ":" }
            let meaning = words.first.flatMap { Self(rawValue: String($0)) }
            for name in words.dropFirst() {
                meanings[String(name)] = meaning
            }
        }
        return meanings
    }
}
