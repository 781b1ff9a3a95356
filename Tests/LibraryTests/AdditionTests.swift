import Core
import CoreTesting
import Foundation
import Library
import LibraryInterface
import PagesInterface
import PagesTesting
import Testing

struct AdditionTests {
    private let store = InMemoryLinkStore()
    private let clock = ManualClock()
    private let address = "https://example.org/a"

    private func library(_ pages: any PageReader) -> StoredLinkLibrary {
        StoredLinkLibrary(store: store, pages: pages, clock: clock)
    }

    @Test func `the page gives the title and the note`() async throws {
        let pages = ScriptedPageReader([address: Page(title: "A page", description: "about a")])
        let addition = try await library(pages).add(LinkDraft(url: address), fetching: true)
        #expect(addition.isNew && addition.pageError == nil)
        #expect(addition.link.title == "A page" && addition.link.note == "about a")
        #expect(await store.links(matching: LinkQuery()) == [addition.link])
    }

    @Test func `what was given is kept against the page`() async throws {
        let pages = ScriptedPageReader([address: Page(title: "theirs", description: "theirs")])
        let draft = LinkDraft(url: address, title: "mine")
        let link = try await library(pages).add(draft, fetching: true).link
        #expect(link.title == "mine" && link.note == "theirs")
    }

    @Test func `a page that cannot be read does not keep the link from being saved`() async throws {
        let pages = ScriptedPageReader(errors: [address: .status(500)])
        let addition = try await library(pages).add(LinkDraft(url: address), fetching: true)
        #expect(addition.isNew && addition.pageError == .status(500))
        #expect(await store.links(matching: LinkQuery()) == [addition.link])
    }

    @Test func `the page is asked only when that is wanted and needed`() async throws {
        let pages = ScriptedPageReader([address: Page(title: "A")])
        let library = library(pages)
        _ = try await library.add(LinkDraft(url: "https://example.org/b"), fetching: false)
        _ = try await library.add(LinkDraft(url: "https://example.org/b", title: "B"), fetching: true)
        _ = try await library.add(LinkDraft(url: "https://example.org/c", title: "C", note: "c"), fetching: true)
        _ = try await library.add(LinkDraft(url: "https://example.org/b"), fetching: true)
        #expect(await pages.requests.isEmpty)
        _ = try await library.add(LinkDraft(url: "https://Example.org:443/a"), fetching: false)
        let addition = try await library.add(LinkDraft(url: "https://Example.org:443/a"), fetching: true)
        #expect(addition.outcome == .merged && addition.link.title == "A")
        #expect(await pages.requests.map(\.absoluteString) == [address])
    }

    @Test func `a link saved by another process while the page is read is not saved twice`() async throws {
        let pages = RivalPageReader(store: store, address: address)
        let addition = try await library(pages).add(LinkDraft(url: address), fetching: true)
        #expect(!addition.isNew && addition.link.title == "the rival's")
        #expect(await store.links(matching: LinkQuery()).count == 1)
    }

    @Test func `a link without a date gets that of the clock, in whole seconds`() async throws {
        let link = try await library(ScriptedPageReader()).add(LinkDraft(url: address), fetching: false).link
        #expect(link.added == Date(timeIntervalSince1970: clock.now.timeIntervalSince1970.rounded(.down)))
        #expect(link.updated == link.added)
    }

    @Test func `empty texts are no texts`() async throws {
        let draft = LinkDraft(url: address, title: " \n", note: "")
        let link = try await library(ScriptedPageReader()).add(draft, fetching: false).link
        #expect(link.title == nil && link.note == nil)
    }
}

/// A page that takes as long as another process needs to save the same link.
private struct RivalPageReader: PageReader {
    let store: InMemoryLinkStore
    let address: String

    func page(at url: URL) async throws(PageError) -> Page {
        let draft = LinkDraft(url: address, title: "the rival's", added: .distantPast, updated: .distantPast)
        _ = try? await store.transaction { try $0.insert(draft) }
        return Page(title: "late")
    }
}
