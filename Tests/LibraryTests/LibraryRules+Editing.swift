import Core
import LibraryInterface
import LibraryTesting
import Testing

extension LinkLibraryContract {
    // MARK: Editing

    private static let first = draft("first", title: "First", note: "n", tags: "a,B", day: 2)
    private static let second = draft("second", tags: "B,c", day: 1)

    static let editing: [Self] = [
        Self("an edit changes only the specified properties") { library in
            let links = try await library.add(first, second)
            let id = links[0].id
            let edit = LinkEdit(url: url("third"), title: "New", note: "")
            let edited = try await library.edit([id], edit)
            #expect(edited.lines == ["third | New | a, B | "])
            #expect(try #require(edited.first).updated > links[0].updated)
            #expect(edited.first?.added == links[0].added)
            #expect(try await library.all == edited + [links[1]])
            #expect(try await library.edit([id], LinkEdit(url: url("third"))) == edited)
            #expect(try await library.edit([id, id], LinkEdit()) == edited)
            #expect(try await library.edit([id], LinkEdit(title: "")).first?.title == nil)
        },
        Self("an edit replaces, then removes, then adds tags") { library in
            let ids = try await library.add(first, second).map(\.id).reversed() as [Link.ID]
            let removal = LinkEdit(
                removedTags: LinkTag.list("b"),
                addedTags: LinkTag.list("x")
            )
            let changed = try await library.edit(ids, removal)
            #expect(changed.lines == ["second |  | c, x | ", "first | First | a, x | n"])
            let edit = LinkEdit(
                tags: LinkTag.list("k,l"),
                removedTags: LinkTag.list("l"),
                addedTags: LinkTag.list("m")
            )
            _ = try await library.edit(ids, edit)
            #expect(try await library.tagCounts == ["k 2", "m 2"])
        },
        Self(
            "an edit can merge a link into the link with its new URL, and an undo separates the two"
        ) { library in
            let links = try await library.add(first, second)
            let edit = LinkEdit(
                url: links[1].url,
                mergesDuplicate: true,
                addedTags: LinkTag.list("x")
            )
            let merged = try await library.edit([links[0].id], edit)
            #expect(merged.lines == ["second | First | a, B, c, x | n"])
            #expect(merged.map(\.id) == [links[1].id])
            #expect(merged.map(\.added) == [links[1].added])
            #expect(try await library.all == merged)
            try await library.undo()
            #expect(try await library.all == links)
            _ = try await library.edit([links[1].id], LinkEdit(title: "Own", note: "own"))
            let both = try await library.edit([links[0].id], edit)
            #expect(both.lines == ["second | Own | a, B, c, x | own\n\nn"])
        },
        Self(
            "moved links get their new URLs in one change, and links with equal new URLs are merged"
        ) {
            library in
            let links = try await library.add(first, second, draft("third", tags: "t"))
            let before = try await library.all
            var edited = links[2]
            edited.url = url("checked before an edit")
            let moves = [
                LinkMove(links[0], to: url("new"), checked: day(9)),
                LinkMove(links[1], to: url("new"), checked: day(9)),
                LinkMove(edited, to: url("lost"), checked: day(9)),
                LinkMove(links[2], to: "", checked: day(9)),
                LinkMove(links[2], to: links[2].url, checked: day(9)),
            ]
            let planned = try await library.follow(moves, isDryRun: true)
            #expect(try await library.all == before)
            let followed = try await library.follow(moves, isDryRun: false)
            #expect(followed == planned)
            #expect(followed.keys.sorted() == [links[0].id, links[1].id])
            #expect(followed.values.map(\.id) == [links[0].id, links[0].id])
            #expect(followed.values.map(\.url) == [url("new"), url("new")])
            #expect(followed[links[1].id]?.tags == LinkTag.list("a,B,c"))
            #expect(try await library.all.map(\.url).sorted() == [url("new"), links[2].url])
            #expect(try await library.undo()?.ids == links.prefix(2).map(\.id))
            #expect(try await library.all == before)
        },
        Self("an edit that fails for one link changes no link") { library in
            let links = try await library.add(first, second)
            await #expect(throws: LibraryError.noSuchLinks([99])) {
                try await library.edit([links[0].id, 99], LinkEdit(title: "lost"))
            }
            await #expect(throws: LibraryError.urlTaken(links[1].url, by: links[1].id)) {
                try await library.edit([links[0].id], LinkEdit(url: links[1].url, title: ""))
            }
            await #expect(throws: LibraryError.urlTaken(url("new"), by: links[1].id)) {
                try await library.edit([links[1].id, links[0].id], LinkEdit(url: url("new")))
            }
            #expect(try await library.all == links)
        },
    ]

    static let tagging: [Self] = [
        Self("a renamed tag has the new name in every link") { library in
            _ = try await library.add(first, second)
            #expect(try await library.tagCounts == ["B 2", "a 1", "c 1"])
            #expect(try await library.renameTag(tag("b"), to: tag("Renamed")) == 2)
            #expect(try await library.tagCounts == ["Renamed 2", "a 1", "c 1"])
            #expect(try await library.renameTag(tag("Renamed"), to: tag("renamed")) == 2)
            #expect(try await library.tagCounts == ["renamed 2", "a 1", "c 1"])
            let links = try await library.all
            #expect(
                try await library.renameTag(tag("Renamed"), to: tag("renamed")) == 0,
                "the tag already has this name"
            )
            #expect(try await library.all == links)
        },
        Self("a tag cannot be renamed to an existing tag, and a missing tag is reported") {
            library in
            let links = try await library.add(first, second)
            let a = try tag("a")
            let c = try tag("C")
            let missing = try tag("u")
            await #expect(throws: LibraryError.tagExists(c, renaming: a)) {
                try await library.renameTag(a, to: c)
            }
            let error = LibraryError.noSuchTags([missing])
            await #expect(throws: error) { try await library.renameTag(missing, to: a) }
            await #expect(throws: error) { try await library.mergeTags([a, missing], into: c) }
            await #expect(throws: error) { try await library.removeTag(missing) }
            let several = try ["u", "v", "x", "z"].map { try tag($0) }
            await #expect(throws: LibraryError.noSuchTags(several)) {
                try await library.mergeTags(Set(several), into: c)
            }
            #expect(try await library.all == links)
        },
        Self("merging tags replaces them with one tag") { library in
            let links = try await library.add(first, second)
            #expect(try await library.mergeTags(LinkTag.list("a,b"), into: tag("b")) == 1)
            #expect(try await library.tagCounts == ["B 2", "c 1"])
            #expect(try await library.mergeTags(LinkTag.list("b"), into: tag("b")) == 0)
            #expect(try await library.mergeTags(LinkTag.list("b,c"), into: tag("New")) == 2)
            #expect(try await library.tagCounts == ["New 2"])
            let merged = try await library.links(links.map(\.id))
            #expect(merged.allSatisfy { $0.updated > links[0].updated })
        },
        Self("removing a tag removes it from every link in one change") { library in
            let links = try await library.add(first, second)
            #expect(try await library.removeTag(tag("b")) == 2)
            #expect(try await library.tagCounts == ["a 1", "c 1"])
            let changed = try await library.links(links.map(\.id))
            #expect(changed.lines == ["first | First | a | n", "second |  | c | "])
            #expect(changed.allSatisfy { $0.updated > links[0].updated })
            let undone = try #require(try await library.undo())
            #expect(undone.kind == .edit)
            #expect(undone.ids == links.map(\.id))
            #expect(try await library.all == links)
        },
    ]

    // MARK: Undoing

    private static func change(
        _ kind: LinkChange.Kind,
        _ library: any LinkLibrary,
        _ id: Link.ID
    ) async throws {
        switch kind {
        case .addition: _ = try await library.add(draft("new", tags: "d"))
        case .edit:
            _ = try await library.edit([id], LinkEdit(url: url("edited"), title: "", tags: []))
        case .removal: _ = try await library.remove([id])
        case .tagRename: _ = try await library.renameTag(tag("a"), to: tag("c"))
        case .tagMerge: _ = try await library.mergeTags(LinkTag.list("a,b"), into: tag("c"))
        case .merge: _ = try await library.merge(draft("first", tags: "e"), draft("other"))
        }
    }

    static let undoing: [Self] = [
        Self("undo reverts every kind of change, beginning with the latest") { library in
            let id = try await library.add(first)[0].id
            for kind in LinkChange.Kind.allCases {
                let before = try await library.all
                let tags = try await library.tagCounts
                try await change(kind, library, id)
                let after = try await library.all
                #expect(after != before)
                let undone = try #require(try await library.undo(isDryRun: true))
                #expect(undone.kind == kind)
                #expect(undone.ids.count == (kind == .merge ? 2 : 1))
                #expect(try await library.all == after, "a dry run changes nothing")
                #expect(try await library.undo() == undone)
                #expect(try await library.all == before)
                #expect(try await library.tagCounts == tags)
            }
            #expect(try await library.undo()?.kind == .addition)
            for isDryRun in [true, false] {
                #expect(try await library.undo(isDryRun: isDryRun) == nil)
            }
        },
        Self("a call that changes nothing is not recorded in the journal") { library in
            #expect(try await library.undo() == nil)
            let id = try await library.add(first)[0].id
            _ = try await library.add(first)
            let same = LinkEdit(title: "First", addedTags: LinkTag.list("a"))
            _ = try await library.edit([id], same)
            _ = try await library.renameTag(tag("a"), to: tag("a"))
            _ = try await library.mergeTags(LinkTag.list("a"), into: tag("a"))
            _ = try await library.merge(first)
            _ = try await library.merge(draft("dry"), isDryRun: true)
            await #expect(throws: LibraryError.noSuchLinks([id + 1])) {
                try await library.remove([id, id + 1])
            }
            #expect(try await library.undo()?.kind == .addition)
            #expect(try await library.all.isEmpty)
        },
    ]
}
