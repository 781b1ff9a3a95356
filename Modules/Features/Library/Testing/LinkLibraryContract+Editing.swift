import Core
import LibraryInterface
import Testing

extension LinkLibraryContract {
    func checkEdits(_ library: any LinkLibrary) async throws {
        let first = try await library.add(
            Samples.draft("first", title: "First", note: "n", tags: ["a", "B"], day: 2), fetching: false
        ).link
        let second = try await library.add(Samples.draft("second", tags: ["B", "c"], day: 1), fetching: false).link
        switch self {
        case .editChangesWhatItMentions: try await checkMentions(library, first, second)
        case .editReplacesTags: try await checkTagEdits(library, first, second)
        case .editRefusesOtherAddresses: try await checkRefusals(library, first, second)
        case .editJoinsDuplicates: try await checkJoins(library, first, second)
        case .editIsAllOrNothing: try await checkWholeEdits(library, first, second)
        case .tagsAreCounted:
            #expect(try await library.tags().map { "\($0.tag) \($0.links)" } == ["B 2", "a 1", "c 1"])
        case .renamedTagsAreEverywhere: try await checkRenames(library)
        case .renameKeepsTagsApart: try await checkRenameRefusals(library, first, second)
        case .mergedTagsBecomeOne: try await checkTagMerges(library, first, second)
        case .removedTagsAreGone: try await checkTagRemoval(library, first, second)
        default: Issue.record("no check for “\(rawValue)”")
        }
    }

    private func all(of library: any LinkLibrary) async throws -> [Link] {
        try await library.links(matching: LinkQuery())
    }

    private func checkMentions(_ library: any LinkLibrary, _ first: Link, _ second: Link) async throws {
        var expected = first
        expected.url = Samples.url("third")
        expected.title = "New"
        expected.note = nil
        let edit = LinkEdit(url: expected.url, title: .set("New"), note: .clear)
        let edited = try #require(try await library.edit([first.id], edit).first)
        expected.updated = edited.updated
        #expect(edited == expected)
        #expect(edited.updated > first.updated)
        #expect(try await all(of: library) == [expected, second])
        #expect(try await library.edit([first.id], LinkEdit(url: expected.url)) == [expected])
        #expect(try await library.edit([first.id, first.id], LinkEdit()) == [expected])
        #expect(try await library.edit([first.id], LinkEdit(title: .set(""))).first?.title == nil)
    }

    private func checkTagEdits(_ library: any LinkLibrary, _ first: Link, _ second: Link) async throws {
        let ids = [second.id, first.id]
        let added = try await library.edit(
            ids, LinkEdit(removedTags: Samples.tags(["b"]), addedTags: Samples.tags(["x"])))
        #expect(added.map(\.id) == ids)
        #expect(added.map(\.tags) == [Samples.tags(["c", "x"]), Samples.tags(["a", "x"])])
        let replacement = LinkEdit(
            tags: Samples.tags(["k", "l"]), removedTags: Samples.tags(["l"]), addedTags: Samples.tags(["m"]))
        let replaced = try await library.edit(ids, replacement)
        #expect(replaced.map(\.tags) == [Samples.tags(["k", "m"]), Samples.tags(["k", "m"])])
        #expect(try await library.tags().map(\.tag) == [LinkTag("k"), LinkTag("m")])
    }

    private func checkJoins(_ library: any LinkLibrary, _ first: Link, _ second: Link) async throws {
        let before = try await all(of: library)
        let edit = LinkEdit(url: second.url, joinsDuplicate: true, addedTags: Samples.tags(["x"]))
        let joined = try #require(try await library.edit([first.id], edit).first)
        #expect(joined.id == second.id && joined.url == second.url && joined.added == second.added)
        #expect(joined.title == "First" && joined.note == "n" && joined.tags == Samples.tags(["a", "B", "c", "x"]))
        #expect(try await all(of: library) == [joined])
        _ = try await library.undo(isDryRun: false)
        #expect(try await all(of: library) == before)
        _ = try await library.edit([second.id], LinkEdit(title: .set("Own"), note: .set("own")))
        let both = try await library.edit([first.id], LinkEdit(url: second.url, joinsDuplicate: true)).first
        #expect(both?.title == "Own" && both?.note == "own\n\nn")
    }

    private func checkRefusals(_ library: any LinkLibrary, _ first: Link, _ second: Link) async throws {
        await #expect(throws: LibraryError.addressTaken(second.url, by: second.id)) {
            try await library.edit([first.id], LinkEdit(url: second.url, title: .clear))
        }
        for (address, problem) in Samples.refused {
            await #expect(throws: LibraryError.invalidAddress(address, reason: problem)) {
                try await library.edit([first.id], LinkEdit(url: address))
            }
        }
        #expect(try await all(of: library) == [first, second])
    }

    private func checkWholeEdits(_ library: any LinkLibrary, _ first: Link, _ second: Link) async throws {
        let new = Samples.url("new")
        await #expect(throws: LibraryError.noSuchLinks([99])) {
            try await library.edit([first.id, 99], LinkEdit(title: .set("lost")))
        }
        await #expect(throws: LibraryError.addressTaken(new, by: second.id)) {
            try await library.edit([second.id, first.id], LinkEdit(url: new))
        }
        #expect(try await all(of: library) == [first, second])
    }

    private func checkRenames(_ library: any LinkLibrary) async throws {
        let (b, renamed) = (try #require(LinkTag("b")), try #require(LinkTag("Renamed")))
        #expect(try await library.renameTag(b, to: renamed) == 2)
        #expect(try await library.tags().map { "\($0.tag) \($0.links)" } == ["Renamed 2", "a 1", "c 1"])
        let spelled = try #require(LinkTag("renamed"))
        #expect(try await library.renameTag(renamed, to: spelled) == 2)
        #expect(try await library.tags().first?.tag.name == "renamed")
        let links = try await all(of: library)
        #expect(try await library.renameTag(renamed, to: spelled) == 0, "the tag has this name")
        #expect(try await all(of: library) == links)
        #expect(try await all(of: library).map { $0.tags.contains(renamed) } == [true, true])
    }

    private func checkRenameRefusals(_ library: any LinkLibrary, _ first: Link, _ second: Link) async throws {
        let (a, c, unknown) = (try #require(LinkTag("a")), try #require(LinkTag("C")), try #require(LinkTag("u")))
        await #expect(throws: LibraryError.tagExists(c, renaming: a)) { try await library.renameTag(a, to: c) }
        await #expect(throws: LibraryError.noSuchTags([unknown])) { try await library.renameTag(unknown, to: a) }
        await #expect(throws: LibraryError.noSuchTags([unknown])) {
            try await library.mergeTags([a, unknown], into: c)
        }
        #expect(try await all(of: library) == [first, second])
    }

    private func checkTagMerges(_ library: any LinkLibrary, _ first: Link, _ second: Link) async throws {
        let (a, b, new) = (try #require(LinkTag("a")), try #require(LinkTag("b")), try #require(LinkTag("New")))
        #expect(try await library.mergeTags([a, b], into: b) == 1)
        #expect(try await library.tags().map { "\($0.tag) \($0.links)" } == ["B 2", "c 1"])
        #expect(try await library.mergeTags([b], into: b) == 0)
        #expect(try await library.mergeTags(Samples.tags(["b", "c"]), into: new) == 2)
        #expect(try await library.tags().map { "\($0.tag) \($0.links)" } == ["New 2"])
        let merged = try await library.links([first.id, second.id])
        #expect(merged.map(\.tags) == [[new], [new]])
        #expect(merged.allSatisfy { $0.updated > first.updated })
    }

    private func checkTagRemoval(_ library: any LinkLibrary, _ first: Link, _ second: Link) async throws {
        let (b, unknown) = (try #require(LinkTag("b")), try #require(LinkTag("u")))
        await #expect(throws: LibraryError.noSuchTags([unknown])) { try await library.removeTag(unknown) }
        #expect(try await library.removeTag(b) == 2)
        #expect(try await library.tags().map { "\($0.tag) \($0.links)" } == ["a 1", "c 1"])
        let changed = try await library.links([first.id, second.id])
        #expect(changed.map(\.tags) == [Samples.tags(["a"]), Samples.tags(["c"])])
        #expect(changed.allSatisfy { $0.updated > first.updated })
        await #expect(throws: LibraryError.noSuchTags([b])) { try await library.removeTag(b) }
        let undone = try #require(try await library.undo(isDryRun: false))
        #expect(undone.kind == .edit && undone.ids == [first.id, second.id])
        #expect(try await library.links([first.id, second.id]) == [first, second])
    }
}
