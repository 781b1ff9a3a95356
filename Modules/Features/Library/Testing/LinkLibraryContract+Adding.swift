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
        let first = try await library.add(Samples.draft("swift", title: "First"), fetching: false)
        let second = try await library.add(Samples.draft("swift", title: "Second", tags: ["new"]), fetching: false)
        #expect(second == Addition(link: first.link, isNew: false))
        #expect(try await library.links(matching: LinkQuery()) == [first.link])
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
