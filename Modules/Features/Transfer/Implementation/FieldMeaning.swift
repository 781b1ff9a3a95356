/// The meaning of a column of a table or a member of a JSON object.
enum FieldMeaning: String {
    case url, title, note, tags, added, updated, status, unread
    /// A folder, whose name becomes a tag.
    case folder
    /// In JSON, a URL unless the object has a better one; in a table, a URL.
    case otherURL
    /// In Arc's JSON, a URL.
    case arcURL
    /// A title unless the link has a better one.
    case otherTitle
    /// A note, or Pinboard's title.
    case description
    case verdict, checked
    /// The IDs of a folder and of its parent, the name that Firefox gives to its containers, and the value of an
    /// annotation.
    case id, parentID, root, value
    /// The location of the next page of a list.
    case nextPage
    /// No meaning for a library: numbering, appearance, privacy, and what other members say too.
    case ignored

    /// The meanings of columns, by normalized name.
    static let columns = common.merging(
        parse(
            """
            url: address
            otherURL: link
            note: selection
            description: description
            tags: documenttags
            folder: folder collection
            added: date
            ignored: id fileid wordcount
            """), uniquingKeysWith: { $1 })

    /// The meanings of JSON members, by normalized name.
    static let members = common.merging(
        parse(
            """
            otherURL: link
            arcURL: savedurl
            otherTitle: label savedtitle websitetitle
            description: description desc
            note: extended
            added: addeddate datecreated dt
            updated: lastupdate
            verdict: verdict
            checked: checked
            id: id
            parentID: parentid
            root: root
            value: value
            nextPage: next
            ignored: websitedescription uid index type typecode slug hash hashedurl hashedgivenurl givenurl meta iconuri
            ignored: faviconurl imageurl previewimageurl previewpicture public ispublic charset postdata shorturl
            ignored: domainname readingtime userid username useremail user datelastused metainfo visitcount showicon
            ignored: source headers httpstatus children annos media hascontent hasebook collectionid childrenids
            ignored: timelastactiveat
            """), uniquingKeysWith: { $1 })

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
        """)

    /// Returns a name in lowercase, without spaces and underscores.
    static func normalized(_ name: String) -> String { name.lowercased().filter { $0 != " " && $0 != "_" } }

    /// Parses lines that consist of a meaning and the names that have it.
    private static func parse(_ table: String) -> [String: FieldMeaning] {
        var meanings: [String: FieldMeaning] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == ":" }
            for name in words.dropFirst() {
                meanings[String(name)] = words.first.flatMap { Self(rawValue: String($0)) }
            }
        }
        return meanings
    }
}
