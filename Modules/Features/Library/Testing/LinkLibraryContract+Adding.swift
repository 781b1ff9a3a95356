import Core
import Foundation
import LibraryInterface
import Testing

extension LinkLibraryContract {
    func checkAddKeepsEverything(_ library: any LinkLibrary) async throws {
        let draft = Samples.draft(
            "swift", title: "Swift <&> \u{1F426}", note: "two\nlines", tags: ["Swift", "open source"], day: 1,
            updatedDay: 2)
        let addition = try await library.add(draft, fetching: false)
        #expect(addition.isNew)
        #expect(addition.pageError == nil)
        #expect(addition.link.url == draft.url)
        #expect(addition.link.title == draft.title)
        #expect(addition.link.note == draft.note)
        #expect(addition.link.tags == draft.tags)
        #expect(addition.link.added == draft.added)
        #expect(addition.link.updated == draft.updated)
        #expect(try await library.links([addition.link.id]) == [addition.link])
        #expect(try await library.links(matching: LinkQuery()) == [addition.link])
    }

    func checkAddKnowsWhatIsThere(_ library: any LinkLibrary) async throws {
        let draft = Samples.draft("swift", title: "First", tags: ["old"], day: 2)
        var link = try await library.add(draft, fetching: false).link
        let same = try await library.add(
            Samples.draft("swift", title: "Second", tags: ["OLD"], day: 3), fetching: false)
        #expect(same == Addition(link, .unchanged))
        let more = try await library.add(
            Samples.draft("swift", title: "Second", note: "a note", tags: ["new"], day: 3), fetching: false)
        link.note = "a note"
        link.tags = Samples.tags(["old", "new"])
        link.updated = more.link.updated
        #expect(more == Addition(link, .merged))
        #expect(try await library.links(matching: LinkQuery()) == [link])
        #expect(try await library.undo(isDryRun: true)?.kind == .edit)
    }

    func checkAddTakesMany(_ library: any LinkLibrary) async throws {
        let known = try await library.add(Samples.draft("2"), fetching: false).link
        let drafts = ["1", "2", "bad", "3", "1"].enumerated().map { index, path in
            SourcedDraft(
                path == "bad" ? LinkDraft(url: "place:bad") : Samples.draft(path, tags: ["t"]), line: index + 1)
        }
        let feed = Feed(drafts)
        var told: [(line: Int, outcome: Addition.Outcome?)] = []
        try await library.add(fetching: false) {
            await feed.next()
        } report: { source, result in
            told.append((source.line, try? result.get().outcome))
            if source.line == 3 {
                let problem = AddressProblem.unsupportedScheme("place")
                #expect(result == .failure(.invalidAddress("place:bad", reason: problem)))
            }
        }
        #expect(told.map(\.line) == [1, 2, 3, 4, 5])
        #expect(told.map(\.outcome) == [.added, .merged, nil, .added, .unchanged])
        let links = try await library.links(matching: LinkQuery(order: .oldest))
        #expect(links.map(\.url) == ["2", "1", "3"].map(Samples.url))
        #expect(links.map(\.id).first == known.id && links.allSatisfy { $0.tags == Samples.tags(["t"]) })
        #expect(try await library.undo(isDryRun: false)?.ids.count == 1, "each is a change of its own")
    }

    func checkAddEndsWithErrors(_ library: any LinkLibrary) async throws {
        let feed = Feed([SourcedDraft(Samples.draft("1"), line: 1), SourcedDraft(Samples.draft("2"), line: 2)])
        await #expect(throws: BrokenFeed.self) {
            try await library.add(fetching: false) {
                guard let draft = await feed.next() else { throw BrokenFeed() }
                return draft
            } report: { _, _ in
            }
        }
        #expect(try await library.links(matching: LinkQuery()).count == 2)
        let more = Feed((3...9).map { SourcedDraft(Samples.draft("\($0)"), line: $0) })
        await #expect(throws: BrokenFeed.self) {
            try await library.add(fetching: false) {
                await more.next()
            } report: { source, _ in
                if source.line == 4 { throw BrokenFeed() }
            }
        }
        #expect(try await library.links(matching: LinkQuery()).count == 4)
    }

    func checkAddRefusesOtherAddresses(_ library: any LinkLibrary) async throws {
        for (address, problem) in Samples.refused {
            await #expect(throws: LibraryError.invalidAddress(address, reason: problem)) {
                try await library.add(LinkDraft(url: address), fetching: false)
            }
        }
        #expect(try await library.links(matching: LinkQuery()).isEmpty)
    }

    func checkRemoveReturnsWhatWasThere(_ library: any LinkLibrary) async throws {
        let kept = try await library.add(Samples.draft("kept"), fetching: false).link
        let gone = try await library.add(Samples.draft("gone"), fetching: false).link
        #expect(try await library.remove([gone.id]) == [gone])
        #expect(try await library.links(matching: LinkQuery()) == [kept])
        let again = try await library.add(Samples.draft("gone"), fetching: false)
        #expect(again.isNew)
        #expect(again.link.id > gone.id, "an identity is never used again")
    }

    func checkRemoveIsAllOrNothing(_ library: any LinkLibrary) async throws {
        let link = try await library.add(Samples.draft("swift"), fetching: false).link
        await #expect(throws: LibraryError.noSuchLinks([link.id + 1])) {
            try await library.remove([link.id, link.id + 1])
        }
        #expect(try await library.links(matching: LinkQuery()) == [link])
    }
}

/// Gives drafts one by one.
private actor Feed {
    private var drafts: ArraySlice<SourcedDraft>

    init(_ drafts: [SourcedDraft]) { self.drafts = drafts[...] }

    func next() -> SourcedDraft? { drafts.popFirst() }
}

/// Where drafts come from, or where outcomes go to, is broken.
private struct BrokenFeed: Error {}
