import Core
import CoreTesting
import Foundation
import Library
import LibraryInterface
import PagesTesting
import Testing

struct EditTests {
    private let store = InMemoryLinkStore()
    private let clock = ManualClock()

    private var library: StoredLinkLibrary {
        StoredLinkLibrary(store: store, pages: ScriptedPageReader(), clock: clock)
    }

    private func add(_ url: String, tags: String = "") async throws -> Link {
        try await library.add(LinkDraft(url: url, title: "A", tags: LinkTag.list(tags)), fetching: false).link
    }

    @Test func `a new address is brought into normal form, and compared so`() async throws {
        let first = try await add("https://example.org/a")
        let second = try await add("https://example.org/b")
        await #expect(throws: LibraryError.addressTaken(second.url, by: second.id)) {
            try await library.edit([first.id], LinkEdit(url: "HTTPS://Example.org:443/b"))
        }
        let edited = try await library.edit([first.id], LinkEdit(url: " HTTPS://EXAMPLE.org/c "))
        #expect(edited.map(\.url) == ["https://example.org/c"])
    }

    @Test func `texts are trimmed, and an empty one is none`() async throws {
        let link = try await add("https://example.org/a")
        let edited = try await library.edit([link.id], LinkEdit(title: .set(" \u{A0}"), note: .set("  a note\n")))
        #expect(edited.first?.title == nil && edited.first?.note == "a note")
    }

    @Test func `an edit is dated by the clock, and one that changes nothing is not`() async throws {
        let link = try await add("https://example.org/a", tags: "Swift")
        clock.advance(by: .seconds(90))
        let same = try await library.edit(
            [link.id], LinkEdit(url: link.url, title: .set("A"), addedTags: LinkTag.list("SWIFT")))
        #expect(same == [link])
        let edited = try await library.edit([link.id], LinkEdit(title: .set("B")))
        #expect(edited.first?.updated == clock.now.wholeSeconds)
        #expect(edited.first?.added == link.added)
        #expect(try await library.undo(isDryRun: false)?.made == clock.now.wholeSeconds)
    }

    @Test func `a tag that is there keeps its spelling`() async throws {
        let link = try await add("https://example.org/a", tags: "Swift,book")
        let other = try await add("https://example.org/b", tags: "books")
        let replaced = try await library.edit([link.id], LinkEdit(tags: LinkTag.list("swift,new")))
        #expect(replaced.first?.tags.map(\.name).sorted() == ["Swift", "new"])
        _ = try await library.edit([link.id], LinkEdit(addedTags: LinkTag.list("book")))
        let target = try #require(LinkTag("BOOKS"))
        #expect(try await library.mergeTags(LinkTag.list("book"), into: target) == 1)
        #expect(
            try await library.links([link.id, other.id]).flatMap(\.tags).filter { $0 == target }.map(\.name)
                == ["books", "books"])
    }

    @Test func `batches leave out links that are removed meanwhile`() async throws {
        _ = try await library.merge(isDryRun: false) { merge in
            for number in 0..<1_200 {
                try merge(SourcedDraft(LinkDraft(url: "https://example.org/\(number)"), line: number + 1))
            }
        }
        var count = 0
        for try await batch in library.batches(matching: LinkQuery()) {
            if count == 0 { _ = try await library.remove(Array(1...700)) }
            count += batch.count
        }
        #expect(count == 500)
    }

    @Test func `batches end with the error of the store`() async throws {
        let broken = StoredLinkLibrary(store: BrokenStore(), pages: ScriptedPageReader(), clock: clock)
        await #expect(throws: StoreError.diskFull(path: "shelf.db")) {
            for try await _ in broken.batches(matching: LinkQuery()) {}
        }
    }
}

/// A store that fails.
private struct BrokenStore: LinkStore {
    private var failure: StoreError { .diskFull(path: "shelf.db") }

    func links(matching query: LinkQuery) throws -> [Link] { throw failure }
    func ids(matching query: LinkQuery) throws -> [Link.ID] { throw failure }
    func links(_ ids: [Link.ID]) throws -> [Link] { throw failure }
    func link(url: String) throws -> Link? { throw failure }
    func tags() throws -> [TagCount] { throw failure }
    func undo(isDryRun: Bool) throws -> LinkChange? { throw failure }
    func transaction<Result: Sendable>(
        _ kind: LinkChange.Kind, at date: Date, _ body: @Sendable (any LinkTransaction) throws -> Result
    ) throws -> Result { throw failure }
}
