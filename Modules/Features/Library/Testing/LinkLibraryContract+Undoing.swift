import Core
import LibraryInterface
import Testing

extension LinkLibraryContract {
    /// Makes a change of each kind.
    private func change(_ kind: LinkChange.Kind, _ library: any LinkLibrary, _ id: Link.ID) async throws {
        let (a, b, c) = (try #require(LinkTag("a")), try #require(LinkTag("b")), try #require(LinkTag("c")))
        switch kind {
        case .addition: _ = try await library.add(Samples.draft("new", tags: ["d"]), fetching: false)
        case .edit: _ = try await library.edit([id], LinkEdit(url: Samples.url("edited"), title: .clear, tags: []))
        case .removal: _ = try await library.remove([id])
        case .tagRename: _ = try await library.renameTag(a, to: c)
        case .tagMerge: _ = try await library.mergeTags([a, b], into: c)
        case .merge:
            _ = try await library.merge(isDryRun: false) { merge in
                try merge(SourcedDraft(Samples.draft("first", tags: ["e"]), line: 1))
                try merge(SourcedDraft(Samples.draft("other"), line: 2))
            }
        }
    }

    func checkEveryChangeIsUndone(_ library: any LinkLibrary) async throws {
        let draft = Samples.draft("first", title: "First", note: "n", tags: ["A", "b"])
        let id = try await library.add(draft, fetching: false).link.id
        for kind in LinkChange.Kind.allCases {
            let before = try await library.links(matching: LinkQuery())
            let tags = try await library.tags().map(\.tag.name)
            try await change(kind, library, id)
            #expect(try await library.links(matching: LinkQuery()) != before)
            let undone = try #require(try await library.undo(isDryRun: false))
            #expect(undone.kind == kind)
            #expect(undone.ids.count == (kind == .merge ? 2 : 1))
            #expect(try await library.links(matching: LinkQuery()) == before)
            #expect(try await library.tags().map(\.tag.name) == tags)
        }
        #expect(try await library.undo(isDryRun: false)?.kind == .addition)
        #expect(try await library.undo(isDryRun: false) == nil)
    }

    func checkNothingIsLeftToUndo(_ library: any LinkLibrary) async throws {
        #expect(try await library.undo(isDryRun: false) == nil)
        let draft = Samples.draft("first", title: "First", tags: ["a"])
        let id = try await library.add(draft, fetching: false).link.id
        let a = try #require(LinkTag("a"))
        _ = try await library.add(draft, fetching: false)
        _ = try await library.edit([id], LinkEdit(title: .set("First"), addedTags: [a]))
        _ = try await library.renameTag(a, to: a)
        _ = try await library.mergeTags([a], into: a)
        for isDryRun in [true, false] {
            _ = try await library.merge(isDryRun: isDryRun) { try $0(SourcedDraft(draft, line: 1)) }
        }
        _ = try await library.merge(isDryRun: true) { try $0(SourcedDraft(Samples.draft("dry"), line: 1)) }
        _ = try? await library.remove([id, id + 1])
        #expect(try await library.undo(isDryRun: false)?.kind == .addition)
        #expect(try await library.links(matching: LinkQuery()).isEmpty)
    }

    func checkDryUndoChangesNothing(_ library: any LinkLibrary) async throws {
        #expect(try await library.undo(isDryRun: true) == nil)
        let link = try await library.add(Samples.draft("first"), fetching: false).link
        let change = try await library.undo(isDryRun: true)
        #expect(change?.kind == .addition)
        #expect(try await library.links(matching: LinkQuery()) == [link])
        #expect(try await library.undo(isDryRun: false) == change)
    }
}
