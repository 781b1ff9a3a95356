import Core
import CoreTesting
import Dispatch
import Foundation
import Library
import LibraryInterface
import PagesInterface
import PagesTesting
import Synchronization
import Testing

/// Many links that are added at once, and pages that are read again.
@Suite(.timeLimit(.minutes(5)))
struct ManyAdditionsTests {
    private let store = InMemoryLinkStore()
    private let clock = ManualClock()

    private func library(_ pages: any PageReader) -> StoredLinkLibrary {
        StoredLinkLibrary(store: store, pages: pages, clock: clock)
    }

    private static func address(_ number: Int) -> String { "https://example.org/\(number)" }

    /// Gives the drafts of the first numbers, and says how many were asked for.
    private final class Feed: Sendable {
        let given = Mutex(0)
        let count: Int

        init(_ count: Int) { self.count = count }

        func next() -> SourcedDraft? {
            given.withLock { given in
                guard given < count else { return nil }
                given += 1
                return SourcedDraft(LinkDraft(url: address(given)), line: given)
            }
        }
    }

    @Test func `sixteen pages are read at once, and their links are saved in the order given`() async throws {
        let pages = GatedPageReader()
        let feed = Feed(40)
        let library = library(pages)
        let executor = SerialTaskExecutor()
        let work = Task(executorPreference: executor) {
            var titles: [String?] = []
            try await library.add(fetching: true) {
                feed.next()
            } report: { _, result in
                titles.append(try result.get().link.title)
            }
            return titles
        }
        await pages.waitForReaders(16)
        // The last comes first, and waits for those before it.
        pages.open(Self.address(16))
        await pages.waitForReaders(17)
        await executor.waitUntilIdle()
        #expect(pages.readers == 17 && feed.given.withLock { $0 } <= 17)
        #expect(await store.links(matching: LinkQuery()).isEmpty)
        pages.openAll()
        #expect(try await work.value == (1...40).map { "page \($0)" })
        #expect(await store.links(matching: LinkQuery(order: .oldest)).map(\.url) == (1...40).map(Self.address))
    }

    @Test func `not more than so many are read ahead of a page that takes its time`() async throws {
        let pages = GatedPageReader(closed: [Self.address(1)])
        let feed = Feed(1_000)
        let library = library(pages)
        let executor = SerialTaskExecutor()
        let work = Task(executorPreference: executor) {
            try await library.add(fetching: true) {
                feed.next()
            } report: { _, _ in
            }
        }
        await pages.waitForReaders(256)
        await executor.waitUntilIdle()
        #expect(pages.readers == 256)
        pages.openAll()
        try await work.value
        #expect(await store.links(matching: LinkQuery()).count == 1_000)
    }

    @Test func `an addition that is cancelled keeps what was read`() async throws {
        let pages = GatedPageReader(closed: [Self.address(2), Self.address(4)])
        let feed = Feed(4)
        let library = library(pages)
        let work = Task { () -> [Int] in
            var told: [Int] = []
            do {
                try await library.add(fetching: true) {
                    feed.next()
                } report: { source, _ in
                    told.append(source.line)
                }
            } catch is CancellationError {
                told.append(0)
            }
            return told
        }
        await pages.waitForReaders(4)
        await pages.waitForPages(2)
        work.cancel()
        #expect(try await work.value == [1, 3, 0])
        #expect(await store.links(matching: LinkQuery(order: .oldest)).map(\.title) == ["page 1", "page 3"])
    }

    @Test func `pages that are read again give titles, and notes where there are none, as one change`() async throws {
        let (a, b, c, d) = (Self.address(1), Self.address(2), Self.address(3), "mailto:a@example.org")
        let pages = ScriptedPageReader(
            [a: Page(title: "new", description: "theirs"), b: Page(description: "theirs")], errors: [c: .status(404)])
        let library = StoredLinkLibrary(
            store: store, pages: pages, clock: clock, addresses: AddressRules(keepsAnyScheme: true))
        let links = try await [
            LinkDraft(url: a, title: "old", note: "mine"), LinkDraft(url: b, title: "kept"), LinkDraft(url: c),
            LinkDraft(url: d),
        ].asyncMap { try await library.add($0, fetching: false).link }
        clock.advance(by: .seconds(90))
        var told: [PageReading] = []
        let changed = try await library.readPages(of: links.map(\.id).reversed()) { told.append($0) }
        #expect(
            told == [
                PageReading(links[3]), PageReading(links[2], error: .status(404)), PageReading(links[1]),
                PageReading(links[0], title: "new"),
            ])
        #expect(changed.map(\.id) == [links[1].id, links[0].id])
        #expect(changed.map(\.title) == ["kept", "new"] && changed.map(\.note) == ["theirs", "mine"])
        #expect(changed.allSatisfy { $0.updated == clock.now.wholeSeconds })
        #expect(try await library.undo(isDryRun: false)?.ids.count == 2)
        #expect(await store.links(matching: LinkQuery(order: .oldest)) == links)
        await #expect(throws: LibraryError.noSuchLinks([99])) {
            try await library.readPages(of: [1, 99]) { _ in Issue.record("a page was read") }
        }
    }

    @Test func `what others change while pages are read stays`() async throws {
        let pages = GatedPageReader(closed: [Self.address(1), Self.address(2), Self.address(3)])
        let library = library(pages)
        for number in 1...3 { _ = try await library.add(LinkDraft(url: Self.address(number)), fetching: false) }
        let work = Task { try await library.readPages(of: [1, 2, 3]) { _ in } }
        await pages.waitForReaders(3)
        _ = try await library.edit([1], LinkEdit(title: .set("mine")))
        _ = try await library.edit([2], LinkEdit(url: Self.address(4)))
        pages.openAll()
        #expect(try await work.value.map(\.id) == [3])
        let links = await store.links(matching: LinkQuery(order: .oldest))
        #expect(links.map(\.title) == ["mine", nil, "page 3"])
    }

    @Test func `a reading that is cancelled keeps what was read`() async throws {
        let library = library(GatedPageReader(closed: []))
        for number in 1...2 { _ = try await library.add(LinkDraft(url: Self.address(number)), fetching: false) }
        let pages = GatedPageReader(closed: [Self.address(2)])
        let reading = self.library(pages)
        let work = Task { try await reading.readPages(of: [1, 2]) { _ in } }
        await pages.waitForReaders(2)
        await pages.waitForPages(1)
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(await store.links(matching: LinkQuery(order: .oldest)).map(\.title) == ["page 1", nil])
    }
}

/// A task executor that runs its jobs one after the other, so that a test can wait until the tasks on it cannot go on by themselves.
private final class SerialTaskExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "SerialTaskExecutor")
    private let unfinishedJobs = Watched(0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        unfinishedJobs.withLock { $0 += 1 }
        queue.async {
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.unfinishedJobs.withLock { $0 -= 1 }
        }
    }

    func waitUntilIdle() async { await unfinishedJobs.wait { $0 == 0 } }
}

/// A reader whose pages come once a test lets them: `page 7` for an address that ends in `/7`.
private final class GatedPageReader: PageReader {
    private struct State {
        var isOpen = false
        var closed: Set<String>?
        var opened: Set<String> = []
        var readers = 0
        var pages = 0

        func lets(_ address: String) -> Bool {
            isOpen || opened.contains(address) || closed?.contains(address) == false
        }
    }

    private let state: Watched<State>

    /// Makes a reader that holds back the pages of these addresses, or of all.
    init(closed: Set<String>? = nil) { state = Watched(State(closed: closed)) }

    var readers: Int { state.withLock { $0.readers } }
    func waitForReaders(_ count: Int) async { await state.wait { $0.readers >= count } }
    func waitForPages(_ count: Int) async { await state.wait { $0.pages >= count } }
    func open(_ address: String) { state.withLock { _ = $0.opened.insert(address) } }
    func openAll() { state.withLock { $0.isOpen = true } }

    func page(at url: URL) async throws(PageError) -> Page {
        state.withLock { $0.readers += 1 }
        await state.wait { $0.lets(url.absoluteString) }
        guard state.withLock({ $0.lets(url.absoluteString) }) else { throw .noResponse(.cancelled) }
        state.withLock { $0.pages += 1 }
        return Page(title: "page \(url.lastPathComponent)")
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
