import CheckingInterface
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

/// Tests of the library's behavior beyond its contract: pages, dates, normal forms and stores.
struct StoredLinkLibraryTests {
    private let store = InMemoryLinkStore()
    private let clock = ManualClock()
    private let url = "https://example.org/a"

    private func library(_ pages: any PageReader = MockPageReader()) -> StoredLinkLibrary {
        StoredLinkLibrary(store: store, pages: pages, clock: clock)
    }

    private func add(_ url: String, title: String? = "A", tags: String = "") async throws -> Link {
        try await library().add(
            LinkDraft(url: url, title: title, tags: LinkTag.list(tags)),
            fetching: false
        ).link
    }

    @discardableResult
    private func merge(_ drafts: LinkDraft...) async throws -> MergeReport {
        try await library().merge(isDryRun: false) { merge in
            for (index, draft) in drafts.enumerated() {
                try merge(SourcedDraft(draft, line: index + 1))
            }
        }
    }

    private var links: [Link] { get async { await store.links(matching: LinkQuery()) } }

    @Test func `a link and the change in the journal have one date`() async throws {
        let pages = MockPageReader([url: Page(title: "new")])
        let library = StoredLinkLibrary(store: store, pages: pages, clock: SteppingClock())
        func expectOneDate(at location: SourceLocation = #_sourceLocation) async throws {
            let link = try #require(await links.first, sourceLocation: location)
            let change = try await library.undo(isDryRun: true)
            #expect(change?.made == link.updated, sourceLocation: location)
        }
        _ = try await library.add(LinkDraft(url: url, title: "A"), fetching: false)
        try await expectOneDate()
        _ = try await library.add(LinkDraft(url: url, tags: LinkTag.list("a")), fetching: false)
        try await expectOneDate()
        _ = try await library.edit([1], LinkEdit(title: "B"))
        try await expectOneDate()
        _ = try await library.renameTag(#require(LinkTag("a")), to: #require(LinkTag("b")))
        try await expectOneDate()
        _ = try await library.readPages(of: [1]) { _, _ in }
        try await expectOneDate()
        _ = try await library.merge(isDryRun: false) { [url] merge in
            try merge(SourcedDraft(LinkDraft(url: url, note: "a note"), line: 1))
        }
        try await expectOneDate()
    }

    @Test func `a query finds links that have been dead for a time until now`() async throws {
        let link = try await add(url)
        let age = Duration.seconds(3600)
        var record = CheckRecord.sample(link.id, .dead)
        record.checked = clock.now - age
        await store.append([record], of: [:])
        func isFound(_ time: Duration) async throws -> Bool {
            try await !library().links(matching: LinkQuery(deadFor: time)).isEmpty
        }
        #expect(try await isFound(age))
        #expect(try await !isFound(age + .seconds(1)))
    }

    @Test func `a page fills in a missing title and a missing note`() async throws {
        let library = library(
            MockPageReader([url: Page(title: "theirs", description: "theirs")])
        )
        let titled = LinkDraft(url: url, title: "mine")
        for draft in [LinkDraft(url: url), titled, LinkDraft(url: url, note: "mine")] {
            let addition = try await library.add(draft, fetching: true)
            #expect(addition.isNew)
            #expect(addition.pageError == nil)
            #expect(addition.link.title == draft.title ?? "theirs")
            #expect(addition.link.note == draft.note ?? "theirs")
            #expect(try await library.remove([addition.link.id]) == [addition.link])
        }
    }

    @Test(arguments: [
        (" \u{A0}\u{200B}A\u{2003}\u{200B}\n", "A"),
        (" A", "A"),
        ("A ", "A"),
        ("\u{A0}A", "A"),
        ("A\u{A0}", "A"),
        ("a\u{A0} \u{2003}b\u{200B}c\td", "a\u{A0} \u{2003}b\u{200B}c\td"),
        (" \u{200B} ", nil),
    ])
    func `removes white space only at the ends of a title`(
        _ title: String,
        _ saved: String?
    ) async throws {
        let link = try await add(url, title: title)
        #expect(link.title == saved)
        let other = try await add("https://example.org/b", title: "B")
        let edited = try await library().edit([other.id], LinkEdit(title: title))
        #expect(edited.map(\.title) == [saved])
    }

    @Test func `a link is saved even if its page cannot be read`() async throws {
        let pages = MockPageReader([:], errors: [url: .status(500)])
        let addition = try await library(pages).add(LinkDraft(url: url), fetching: true)
        #expect(addition.isNew)
        #expect(addition.pageError == .status(500))
        #expect(await links == [addition.link])
    }

    @Test func `reads a page only if the caller requests it and the link lacks details`()
        async throws
    {
        let pages = MockPageReader([url: Page(title: "A")])
        let library = library(pages)
        let b = "https://example.org/b"
        let c = "https://example.org/c"
        for (draft, isFetching) in [
            (LinkDraft(url: b), false),
            (LinkDraft(url: b, title: "B"), true),
            (LinkDraft(url: c, title: "C", note: "c"), true),
            (LinkDraft(url: b), true),
            (LinkDraft(url: "https://Example.org:443/a"), false),
        ] {
            _ = try await library.add(draft, fetching: isFetching)
        }
        #expect(pages.requests.isEmpty)
        let same = LinkDraft(url: "https://Example.org:443/a")
        let addition = try await library.add(same, fetching: true)
        #expect(addition.outcome == .merged)
        #expect(addition.link.title == "A")
        #expect(pages.requests.map(\.absoluteString) == [url])
    }

    @Test func `a link that another process saves while the page is read is merged`() async throws {
        let addition = try await library(RivalPageReader(store: store))
            .add(LinkDraft(url: url), fetching: true)
        #expect(!addition.isNew)
        #expect(addition.link.title == "the rival's")
        #expect(!addition.keepsTitle)
        #expect(await links.count == 1)
    }

    @Test func `URLs are compared in normal form`() async throws {
        let report = try await merge(
            LinkDraft(url: "https://EXAMPLE.org"),
            LinkDraft(url: "https://example.org:443/")
        )
        #expect(report.added == 1)
        #expect(report.unchanged == 1)
        #expect(await links.map(\.url) == ["https://example.org/"])
        let link = try await add("https://example.org/b")
        await #expect(throws: LibraryError.urlTaken("https://example.org/", by: 1)) {
            try await library().edit([link.id], LinkEdit(url: "HTTPS://Example.org:443/"))
        }
        let edited = try await library().edit([link.id], LinkEdit(url: " HTTPS://EXAMPLE.org/c "))
        #expect(edited.map(\.url) == ["https://example.org/c"])
    }

    @Test func `an empty note is removed, and a note is trimmed`() async throws {
        let link = try await library().add(LinkDraft(url: url, note: ""), fetching: false).link
        #expect(link.note == nil)
        let edited = try await library().edit([link.id], LinkEdit(note: "  a note\n")).first
        #expect(edited?.note == "a note")
    }

    @Test func `a title that repeats the URL is removed`() async throws {
        try await merge(
            LinkDraft(url: "https://EXAMPLE.org", title: "https://EXAMPLE.org"),
            LinkDraft(url: "https://example.org/a", title: "https://example.org/a"),
            LinkDraft(url: "https://example.org/b", title: "https://example.org/a"),
            LinkDraft(url: "https://EXAMPLE.org/c", title: "https://example.org/c")
        )
        let untitled = await store.links(matching: LinkQuery(isUntitled: true, order: .oldest))
        let paths = untitled.map { $0.url.trimmingPrefix("https://example.org") }
        #expect(paths == ["/", "/a", "/c"])
    }

    @Test func `the spelling of an existing tag takes precedence`() async throws {
        let link = try await add(url, tags: "Swift,book")
        let other = try await add("https://example.org/b", tags: "books")
        let replaced = try await library().edit(
            [link.id],
            LinkEdit(tags: LinkTag.list("swift,new"))
        )
        #expect(replaced.first?.tags.map(\.name).sorted() == ["Swift", "new"])
        _ = try await library().edit([link.id], LinkEdit(addedTags: LinkTag.list("book")))
        let target = try #require(LinkTag("BOOKS"))
        #expect(try await library().mergeTags(LinkTag.list("book"), into: target) == 1)
        let tags = try await library().links([link.id, other.id]).flatMap(\.tags)
        #expect(tags.filter { $0 == target }.map(\.name) == ["books", "books"])
    }

    @Test func `a link keeps its note, also if its page has a description`() async throws {
        _ = try await library().add(LinkDraft(url: url, note: "mine"), fetching: false)
        let pages = MockPageReader([url: Page(title: "theirs", description: "theirs")])
        let addition = try await library(pages).add(LinkDraft(url: url), fetching: true)
        #expect(addition.link.title == "theirs")
        #expect(addition.link.note == "mine")
        #expect(!addition.keepsNote)
    }

    @Test func `a change to a link is dated by the clock in whole seconds`() async throws {
        clock.advance(by: .milliseconds(300))
        let link = try await add(url, tags: "Swift")
        #expect(link.added == clock.now.wholeSeconds)
        #expect(link.updated == link.added)
        clock.advance(by: .seconds(90))
        let same = LinkEdit(url: link.url, title: "A", addedTags: LinkTag.list("SWIFT"))
        #expect(try await library().edit([link.id], same) == [link])
        let edited = try await library().edit([link.id], LinkEdit(title: "B"))
        #expect(edited.first?.updated == clock.now.wholeSeconds)
        #expect(edited.first?.added == link.added)
        clock.advance(by: .seconds(90))
        try await merge(LinkDraft(url: url, note: "a note"))
        #expect(await links.first?.updated == clock.now.wholeSeconds)
        #expect(await links.first?.added == link.added)
        #expect(try await library().undo(isDryRun: false)?.made == clock.now.wholeSeconds)
    }

    @Test func `merges the first of two checks with the same date into a link`()
        async throws
    {
        let report = try await library().merge(isDryRun: false) { merge in
            for verdict in [nil, Verdict.dead, .ok] {
                let check = verdict.map {
                    SourcedCheck($0, checked: Date(timeIntervalSince1970: 1_000_000))
                }
                try merge(
                    SourcedDraft(LinkDraft(url: "https://example.org/a"), line: 1, check: check)
                )
            }
        }
        #expect(report.merged == 1)
        #expect(report.unchanged == 1)
        let records = await store.latest(of: nil).values
        #expect(records.map(\.verdict) == [.dead])
        #expect(records.map(\.attempts) == [0])
        #expect(records.map(\.milliseconds) == [0])
    }

    private func links(_ count: Int) -> [Link] {
        (1...count).map { .sample("\($0)", id: Int64($0)) }
    }

    private func library(_ store: any LinkStore) -> StoredLinkLibrary {
        StoredLinkLibrary(store: store, pages: MockPageReader(), clock: clock)
    }

    @Test func `batches skip links that are removed during the iteration`() async throws {
        let all = links(1_200)
        let library = library(InMemoryLinkStore(all))
        var read: [Link] = []
        let batches = library.batches(matching: LinkQuery(order: .oldest))
        while let batch = try await batches() {
            if read.isEmpty {
                // These are the links of the second batch.
                _ = try await library.remove(Array(501...1_000))
            }
            read += batch
        }
        #expect(read == Array(all[..<500] + all[1_000...]))
    }

    @Test func `after an error, the batches continue with the links that were not read`()
        async throws
    {
        let links = links(1_203)
        let library = library(UnreliableStore(store: InMemoryLinkStore(links)))
        let batches = library.batches(matching: LinkQuery(order: .oldest))
        var read: [Link] = []
        var errors = 0
        // The IDs are read once, and the links in three batches. Each of these reads fails once.
        for _ in 0..<7 {
            do {
                read += try await batches() ?? []
            } catch {
                #expect(error as? StoreError == .diskFull(path: "shelf.db"))
                errors += 1
            }
        }
        #expect(try await batches() == nil)
        #expect(read == links)
        #expect(errors == 4)
    }
}

/// A clock that advances by a second whenever it is read.
private final class SteppingClock: WallClock {
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var now: Date {
        time.withLock { time in
            time += 1
            return time
        }
    }

    func sleep(for duration: Duration) async throws {
        Issue.record("The library must not sleep.")
    }
}

private struct RivalPageReader: PageReader {
    let store: InMemoryLinkStore

    func page(at url: URL) async throws(PageError) -> Page {
        _ = try? await store.transaction { try $0.insert(.sample("a", title: "the rival's")) }
        return Page(title: "late")
    }
}

/// A store in which every second attempt to read links fails.
private final class UnreliableStore: LinkStore {
    let store: InMemoryLinkStore
    private let attempts = Counter()

    init(store: InMemoryLinkStore) {
        self.store = store
    }

    private func fail() throws {
        if !attempts.increment().isMultiple(of: 2) {
            throw StoreError.diskFull(path: "shelf.db")
        }
    }

    func ids(matching query: LinkQuery, at date: Date) async throws -> [Link.ID] {
        try fail()
        return await store.ids(matching: query, at: date)
    }
    func links(_ ids: [Link.ID]) async throws -> [Link] {
        try fail()
        return await store.links(ids)
    }
    func link(url: String) async throws -> Link? {
        await store.link(url: url)
    }
    func tags() async throws -> [TagCount] {
        await store.tags()
    }
    func undo(isDryRun: Bool) async throws -> LinkChange? {
        await store.undo(isDryRun: isDryRun)
    }
    func transaction<Result: Sendable>(
        at date: Date,
        _ body: @Sendable (any LinkTransaction) throws -> (Result, LinkChange.Kind)
    ) async throws -> Result {
        try await store.transaction(at: date, body)
    }
}
