import Core
import CoreTesting
import Foundation
import Library
import LibraryInterface
import LibraryTesting
import PagesInterface
import PagesTesting
import Synchronization
import Testing
import ThreadTesting

@Suite(.timeLimit(.minutes(5)))
struct ConcurrentReadingTests {
    private let store = InMemoryLinkStore()
    private let clock = ManualClock()

    private func library(_ pages: any PageReader) -> StoredLinkLibrary {
        StoredLinkLibrary(
            store: store,
            pages: pages,
            clock: clock,
            urlPolicy: URLPolicy(allowsAnyScheme: true)
        )
    }

    private static func url(_ number: Int) -> String {
        "https://example.org/\(number)"
    }

    private var links: [Link] {
        get async { await store.links(matching: LinkQuery(order: .oldest)) }
    }

    @discardableResult
    private func save(_ drafts: LinkDraft...) async throws -> [Link] {
        var links: [Link] = []
        for draft in drafts {
            links.append(try await library(MockPageReader()).add(draft, fetching: false).link)
        }
        return links
    }

    /// Adds links numbered from 1, and returns their numbers in the order of the reports, followed
    /// by 0 after a cancellation.
    private func add(_ feed: Feed, to library: StoredLinkLibrary) async throws -> [Int] {
        var reported: [Int] = []
        do {
            try await library.add(fetching: true) {
                feed.next()
            } report: { source, _ in
                reported.append(source.line)
            }
        } catch is CancellationError {
            reported.append(0)
        }
        return reported
    }

    @Test func `reads sixteen pages concurrently and saves their links in the given order`()
        async throws
    {
        let pages = GatedPageReader()
        let feed = Feed(40)
        let executor = SerialTaskExecutor()
        let work = Task(executorPreference: executor) { try await add(feed, to: library(pages)) }
        await pages.waitForReaders(16)
        // The last page arrives first, and waits for the pages before it.
        pages.open(Self.url(16))
        await pages.waitForReaders(17)
        await executor.waitUntilIdle()
        #expect(pages.readers == 17)
        #expect(feed.count == 17)
        #expect(await links.isEmpty)
        pages.openAll()
        #expect(try await work.value == Array(1...40))
        #expect(await links.map(\.url) == (1...40).map(Self.url))
        #expect(await links.map(\.title) == (1...40).map { "page \($0)" })
    }

    @Test func `reads no more than 255 pages ahead of a slow page`() async throws {
        let pages = GatedPageReader(closed: [Self.url(1)])
        let feed = Feed(1_000)
        let executor = SerialTaskExecutor()
        let work = Task(executorPreference: executor) { try await add(feed, to: library(pages)) }
        // The slow page is one of the readers.
        await pages.waitForReaders(256)
        await executor.waitUntilIdle()
        #expect(pages.readers == 256)
        pages.openAll()
        #expect(try await work.value == Array(1...1_000))
        #expect(await links.count == 1_000)
    }

    @Test func `a canceled addition saves the links whose pages were read`() async throws {
        let pages = GatedPageReader(closed: [Self.url(2), Self.url(4)])
        let work = Task { try await add(Feed(4), to: library(pages)) }
        await pages.waitForReaders(4)
        await pages.waitForPages(2)
        work.cancel()
        #expect(try await work.value == [1, 3, 0])
        #expect(await links.map(\.title) == ["page 1", "page 3"])
    }

    @Test func `reading pages again updates titles and adds missing notes in one change`()
        async throws
    {
        let pages = MockPageReader(
            [
                Self.url(1): Page(title: "new", description: "theirs"),
                Self.url(2): Page(description: "theirs"),
            ],
            errors: [Self.url(3): .status(404)]
        )
        let saved = try await save(
            LinkDraft(url: Self.url(1), title: "old", note: "mine"),
            LinkDraft(url: Self.url(2), title: "kept"),
            LinkDraft(url: Self.url(3)),
            LinkDraft(url: "mailto:a@example.org")
        )
        clock.advance(by: .seconds(90))
        let library = library(pages)
        var links: [Link] = []
        var results: [Result<String?, PageError>] = []
        let changed = try await library.readPages(of: saved.map(\.id).reversed()) { link, result in
            links.append(link)
            results.append(result)
        }
        #expect(links == saved.reversed())
        #expect(
            results == [
                .success(nil),
                .failure(.status(404)),
                .success(nil),
                .success("new"),
            ]
        )
        #expect(changed.map(\.id) == [saved[1].id, saved[0].id])
        #expect(changed.map(\.title) == ["kept", "new"])
        #expect(changed.map(\.note) == ["theirs", "mine"])
        #expect(changed.allSatisfy { $0.updated == clock.now.wholeSeconds })
        #expect(try await library.undo(isDryRun: false)?.ids == [saved[0].id, saved[1].id])
        #expect(await self.links == saved)
    }

    @Test func `no page is read if any link is missing`() async throws {
        try await save(LinkDraft(url: Self.url(1)))
        let pages = MockPageReader([Self.url(1): Page(title: "new")])
        await #expect(throws: LibraryError.noSuchLinks([99])) {
            try await library(pages).readPages(of: [1, 99]) { _, _ in }
        }
        #expect(pages.requests.isEmpty)
    }

    @Test func `an edit made while a page is read is kept`() async throws {
        let pages = GatedPageReader(closed: [Self.url(1), Self.url(2), Self.url(3)])
        let library = library(pages)
        try await save(
            LinkDraft(url: Self.url(1)),
            LinkDraft(url: Self.url(2)),
            LinkDraft(url: Self.url(3))
        )
        let work = Task { try await library.readPages(of: [1, 2, 3]) { _, _ in } }
        await pages.waitForReaders(3)
        _ = try await library.edit([1], LinkEdit(title: "mine"))
        _ = try await library.edit([2], LinkEdit(url: Self.url(4)))
        pages.openAll()
        #expect(try await work.value.map(\.id) == [3])
        #expect(await links.map(\.title) == ["mine", nil, "page 3"])
    }

    @Test func `a canceled update of links from their pages applies the pages that were read`()
        async throws
    {
        try await save(LinkDraft(url: Self.url(1)), LinkDraft(url: Self.url(2)))
        let pages = GatedPageReader(closed: [Self.url(2)])
        let library = library(pages)
        let work = Task { try await library.readPages(of: [1, 2]) { _, _ in } }
        await pages.waitForReaders(2)
        await pages.waitForPages(1)
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(await links.map(\.title) == ["page 1", nil])
    }

    private final class Feed: Sendable {
        private let returned = Mutex(0)
        private let limit: Int

        init(_ limit: Int) {
            self.limit = limit
        }

        var count: Int { returned.withLock { $0 } }

        func next() -> SourcedDraft? {
            returned.withLock { count in
                guard count < limit else { return nil }
                count += 1
                return SourcedDraft(LinkDraft(url: url(count)), line: count)
            }
        }
    }
}

/// A reader that returns a page when the test opens its URL: `page 7` for a URL that ends in `/7`.
private final class GatedPageReader: PageReader {
    private struct State {
        /// The URLs whose pages must wait, or `nil` for all URLs that the test has not opened.
        var closed: Set<String>?
        var opened: Set<String> = []
        var readers = 0
        var pages = 0

        func isOpen(_ url: String) -> Bool {
            opened.contains(url) || closed?.contains(url) == false
        }
    }

    private let state: WaitableValue<State>

    init(closed: Set<String>? = nil) {
        state = WaitableValue(State(closed: closed))
    }

    var readers: Int { state.withLock { $0.readers } }
    func waitForReaders(_ count: Int) async {
        await state.wait { $0.readers >= count }
    }
    func waitForPages(_ count: Int) async {
        await state.wait { $0.pages >= count }
    }
    func open(_ url: String) {
        state.withLock { _ = $0.opened.insert(url) }
    }
    func openAll() {
        state.withLock { $0.closed = [] }
    }

    func page(at url: URL) async throws(PageError) -> Page {
        state.withLock { $0.readers += 1 }
        await state.wait { $0.isOpen(url.absoluteString) }
        guard state.withLock({ $0.isOpen(url.absoluteString) }) else {
            throw .noResponse(.canceled)
        }
        state.withLock { $0.pages += 1 }
        return Page(title: "page \(url.lastPathComponent)")
    }
}
