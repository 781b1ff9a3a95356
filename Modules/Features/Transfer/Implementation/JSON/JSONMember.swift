/// What a member of an object means, by its name; case and underscores do not matter.
enum JSONMember {
    case address, otherAddress, addressOfArc, title, otherTitle, description, note, tags, added, updated, toRead, root,
        value, verdict
    case checked, nextPage, status, id, parentID
    /// It means nothing to a library: numbers, pictures, marks of privacy, and what is said elsewhere.
    case nothing

    /// The meaning of a name, or nil for one that nobody knows.
    init?(_ name: String) {
        guard let known = Self.byName[name] ?? Self.byName[name.lowercased().filter { $0 != "_" }] else { return nil }
        self = known
    }

    private static let byName: [String: JSONMember] = [
        "url": .address, "uri": .address, "href": .address, "link": .otherAddress, "savedurl": .addressOfArc,
        "title": .title, "name": .title, "label": .otherTitle, "savedtitle": .otherTitle, "websitetitle": .otherTitle,
        "description": .description, "desc": .description, "websitedescription": .nothing,
        "note": .note, "notes": .note, "extended": .note, "excerpt": .note, "summary": .note, "comment": .note,
        "comments": .note, "tags": .tags, "tag": .tags, "tagnames": .tags, "labels": .tags, "keywords": .tags,
        "added": .added, "addedat": .added, "time": .added, "dateadded": .added, "adddate": .added, "addeddate": .added,
        "datecreated": .added, "creationdate": .added, "saveddate": .added,
        "created": .added, "createdat": .added, "savedat": .added, "timeadded": .added, "timestamp": .added,
        "dt": .added,
        "updated": .updated, "updatedat": .updated, "datemodified": .updated, "lastmodified": .updated,
        "lastupdate": .updated, "modified": .updated, "modifiedat": .updated,
        "toread": .toRead, "unread": .toRead, "root": .root, "value": .value, "verdict": .verdict, "checked": .checked,
        "next": .nextPage,
        "status": .status, "id": .id, "parentid": .parentID,
        "guid": .nothing, "uuid": .nothing, "uid": .nothing, "index": .nothing, "type": .nothing,
        "typecode": .nothing, "slug": .nothing, "hash": .nothing, "hashedurl": .nothing, "hashedgivenurl": .nothing,
        "givenurl": .nothing, "meta": .nothing, "icon": .nothing, "iconuri": .nothing, "favicon": .nothing,
        "faviconurl": .nothing, "cover": .nothing, "image": .nothing, "imageurl": .nothing, "thumbnail": .nothing,
        "previewimageurl": .nothing, "previewpicture": .nothing, "shared": .nothing, "private": .nothing,
        "public": .nothing, "ispublic": .nothing, "charset": .nothing, "postdata": .nothing, "shorturl": .nothing,
        "domain": .nothing, "domainname": .nothing, "mimetype": .nothing, "language": .nothing, "readingtime": .nothing,
        "userid": .nothing, "username": .nothing, "useremail": .nothing, "user": .nothing, "datelastused": .nothing,
        "metainfo": .nothing, "visitcount": .nothing, "showicon": .nothing, "source": .nothing, "headers": .nothing,
        "httpstatus": .nothing, "children": .nothing, "annos": .nothing,
        "media": .nothing, "hascontent": .nothing, "hasebook": .nothing, "collectionid": .nothing,
        "childrenids": .nothing, "timelastactiveat": .nothing,
    ]
}
