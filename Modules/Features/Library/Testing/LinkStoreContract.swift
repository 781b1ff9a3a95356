package import Core
import CoreTesting
package import Foundation
package import LibraryInterface
import SearchText
import Testing

/// A rule of the contract that every link store must satisfy.
///
///     @Test(arguments: LinkStoreContract.allCases)
///     func `satisfies the contract of a link store`(_ rule: LinkStoreContract) async throws {
///         try await rule.check(store)
///     }
package struct LinkStoreContract: Sendable, CaseIterable, CustomTestStringConvertible {
    package static let allCases: [Self] = [storing, listing, tagging, searching, undoing].flatMap(
        \.self
    )
    package let testDescription: String
    private let body: @Sendable (any LinkStore) async throws -> Void

    init(_ rule: String, body: @escaping @Sendable (any LinkStore) async throws -> Void) {
        testDescription = rule
        self.body = body
    }

    /// Checks the rule against `store`, which must be empty. A violation is recorded as an issue in
    /// the current test.
    package func check(_ store: any LinkStore) async throws {
        try await body(store)
    }

    private static let storing: [Self] = [
        Self("a stored link has a new ID and the inserted values") { store in
            var new = Link.sample(
                "a",
                title: "A",
                note: "about a",
                tags: "swift,to read",
                day: 3
            )
            new.updated.addTimeInterval(60)
            let link = try await store.insert(new)[0]
            #expect(link.id > 0)
            new.id = link.id
            #expect(link == new)
            #expect(link.tags.map(\.name).sorted() == ["swift", "to read"])
            #expect(try await store.links([link.id]) == [link])
            #expect(try await store.transaction { try $0.link(url: link.url) } == link)
            #expect(try await store.all() == [link])
            #expect(try await store.links([99, link.id]) == [link])
            #expect(
                try await store.transaction { try $0.link(url: "https://example.org/b") } == nil
            )
        },
        Self("canceling the task does not interrupt a transaction") { store in
            let links = try await inCanceledTask { try await store.insert(.sample("a")) }
            #expect(links.count == 1)
            #expect(try await store.all() == links)
        },
        Self("the ID of a removed link is never reused") { store in
            let old = try await store.insert(.sample("a"))[0]
            try await store.remove(old.id)
            #expect(try await store.links([old.id]).isEmpty)
            #expect(try await store.insert(.sample("a"))[0].id > old.id)
        },
        Self("a second link with the same URL is rejected") { store in
            let first = try await store.insert(.sample("a", title: "first"))
            await #expect(throws: StoreError.self) {
                try await store.insert(.sample("a", title: "second"))
            }
            #expect(try await store.all() == first)
        },
        Self("an update replaces everything except the ID") { store in
            var link = try await store.insert(.sample("a", title: "A", tags: "x"))[0]
            link.url = "https://example.org/b"
            link.title = nil
            link.note = "new"
            link.tags = LinkTag.list("y,z")
            link.added.addTimeInterval(-1)
            link.updated.addTimeInterval(1)
            try await store.update(link)
            #expect(try await store.all() == [link])
        },
        Self("updating or removing a link that does not exist does nothing") { store in
            let kept = try await store.insert(.sample("a"))
            let absent = Link.sample("b", id: 999)
            try await store.transaction { transaction in
                try transaction.update(absent)
                try transaction.remove(id: absent.id)
            }
            #expect(try await store.all() == kept)
        },
        Self("an error rolls back the transaction and is rethrown") { store in
            let kept = try await store.insert(.sample("a", title: "kept", tags: "x"))
            await #expect(throws: SimulatedError.self) {
                try await store.transaction { transaction in
                    _ = try transaction.insert(.sample("b", title: "lost"))
                    try transaction.remove(id: kept[0].id)
                    throw SimulatedError()
                }
            }
            #expect(try await store.all() == kept)
            try await store.expect(["lost": [], "kept": ["a"]])
            try await store.insert(.sample("c"))
        },
        Self("quotes, markup, emoji and control characters are stored unchanged") { store in
            let text = "a \"b\" 'c'; DROP TABLE links; --\n<b>&amp;</b>\t\u{1B}[31m👩‍👩‍👧 עברית \u{0}end"
            let link = try await store.insert(.sample("a", title: text, note: text))[0]
            let stored = try await store.links([link.id])
            #expect(stored.first?.title == text)
            #expect(stored.first?.note == text)
        },
    ]

    private static let listing: [Self] = [
        Self("links are returned in the order of the given IDs, and unknown IDs are skipped") {
            store in
            let links = try await store.insert(.sample("1"), .sample("2"), .sample("3"))
            let missing = links[2].id + 1
            #expect(
                try await store.links([links[2].id, missing, links[0].id]) == [links[2], links[0]]
            )
            #expect(try await store.links([]).isEmpty)
            #expect(
                try await store.ids(matching: LinkQuery(limit: 2)) == [links[2].id, links[1].id]
            )
            #expect(try await store.ids(matching: LinkQuery(terms: [.word("nothing")])).isEmpty)
            #expect(
                try await store.ids(matching: LinkQuery(ids: 0...links[1].id, order: .oldest))
                    == [links[0].id, links[1].id]
            )
            #expect(
                try await store.ids(matching: LinkQuery(ids: links[1].id...missing, limit: 1))
                    == [links[2].id]
            )
            #expect(
                try await store.ids(
                    matching: LinkQuery(ids: links[1].id...links[1].id, terms: [.word("example")])
                ) == [links[1].id]
            )
            #expect(try await store.link(url: links[1].url) == links[1])
            #expect(try await store.link(url: "https://example.org/4") == nil)
        },
        Self("queries include and exclude links by tag, ignoring case") { store in
            try await store.insertNewestFirst([
                .sample("1", title: "one", tags: "Swift,book"),
                .sample("2", title: "two", tags: "swift"),
                .sample("3", title: "three"),
            ])
            let swift = LinkTag.list("SWIFT")
            let book = LinkTag.list("book")
            try await store.expect([
                LinkQuery(tags: [swift]): ["1", "2"],
                LinkQuery(tags: [swift, book]): ["1"],
                LinkQuery(tags: [swift], excludedTags: book): ["2"],
                LinkQuery(excludedTags: swift): ["3"],
                LinkQuery(terms: [.word("two")], tags: [book]): [],
                LinkQuery(tags: [LinkTag.list("unknown")]): [],
            ])
            let words = SearchTerms("example t")
            for order in [LinkQuery.Order.relevance, .title, .added] {
                try await store.expect([
                    LinkQuery(terms: words, tags: [swift], order: order): ["2"],
                    LinkQuery(terms: words, excludedTags: swift, order: order): ["3"],
                ])
            }
        },
        Self("a query finds links that have at least one of several tags") { store in
            try await store.insertNewestFirst([
                .sample("1", title: "one", tags: "Swift,book"),
                .sample("2", title: "two", tags: "rust"),
                .sample("3", title: "three", tags: "go,book"),
                .sample("4", title: "two"),
            ])
            let either = LinkTag.list("SWIFT,rust")
            let unknown = LinkTag.list("rust,unknown")
            let book = LinkTag.list("book")
            for terms in [[], SearchTerms("example"), SearchTerms("-three")] {
                try await store.expect([
                    LinkQuery(terms: terms, tags: [either]): ["1", "2"],
                    LinkQuery(terms: terms, tags: [either], order: .title): ["1", "2"],
                    LinkQuery(terms: terms, tags: [either, book], order: .title): ["1"],
                    LinkQuery(terms: terms, tags: [either], excludedTags: book): ["2"],
                ])
            }
            try await store.expect([
                LinkQuery(tags: [either, book]): ["1"],
                LinkQuery(tags: [unknown]): ["2"],
                LinkQuery(tags: [LinkTag.list("no,unknown")]): [],
            ])
        },
        Self("queries find links without tags and links without a title") { store in
            try await store.insertNewestFirst([
                .sample("bare"),
                .sample("titled", title: "t"),
                .sample("empty", title: ""),
                .sample("tagged", tags: "x"),
                .sample("both", title: "t", tags: "x,y"),
            ])
            for terms in [[], SearchTerms("example"), SearchTerms(".org")] {
                for order in [LinkQuery.Order.relevance, .title, .added, .oldest] {
                    var query = LinkQuery(terms: terms, isUntagged: true, order: order)
                    #expect(try await Set(store.paths(query)) == ["bare", "titled", "empty"])
                    query.isUntitled = true
                    #expect(try await store.paths(query) == ["bare"])
                    query.isUntagged = false
                    #expect(try await Set(store.paths(query)) == ["bare", "tagged"])
                    query.tags = [LinkTag.list("x")]
                    #expect(try await store.paths(query) == ["tagged"])
                }
            }
            try await store.expect([
                LinkQuery(isUntagged: true, limit: 2): ["bare", "titled"],
                LinkQuery(isUntitled: true, limit: 2): ["bare", "tagged"],
            ])
        },
        Self("links are ordered by age, newest or oldest first") { store in
            try await store.insert(
                .sample("old", day: 1),
                .sample("new", day: 3),
                .sample("same", day: 3)
            )
            try await store.expect([
                LinkQuery(): ["same", "new", "old"],
                LinkQuery(order: .relevance): ["same", "new", "old"],
                LinkQuery(order: .oldest): ["old", "new", "same"],
                LinkQuery(terms: [.word("example")], order: .oldest): ["old", "new", "same"],
            ])
        },
        Self("links are ordered by title, or by URL if they have no title") { store in
            try await store.insert(
                .sample("3", title: "beta"),
                .sample("2", title: "Alpha"),
                .sample("1", title: "alpha"),
                .sample("0"),
                .sample("6", title: "ÉCOLE"),
                .sample("5", title: "ecole"),
                .sample("4", title: "été")
            )
            try await store.expect([
                LinkQuery(order: .title): ["1", "2", "3", "5", "6", "4", "0"],
                LinkQuery(order: .title, limit: 2): ["1", "2"],
                LinkQuery(terms: [.word("ec")], order: .title): ["5", "6"],
            ])
        },
        Self("a query returns at most as many links as its limit") { store in
            try await store.insert(.sample("1", day: 1), .sample("2", day: 2), .sample("3", day: 3))
            try await store.expect([
                LinkQuery(limit: 2): ["3", "2"],
                LinkQuery(limit: 0): [],
                LinkQuery(limit: 9): ["3", "2", "1"],
            ])
        },
    ]

    private static let date = Date(timeIntervalSince1970: 1_750_000_000.5)

    private static func replaceTags(
        _ old: String,
        with new: String?,
        in store: any LinkStore
    ) async throws -> Int {
        try await store.transaction(.edit, at: date) {
            try $0.replaceTags(LinkTag.list(old), with: new.flatMap(LinkTag.init))
        }
    }

    private static let tagging: [Self] = [
        Self("the tags in use are listed with counts, most used first") { store in
            #expect(try await store.tags().isEmpty)
            let links = try await store.insert(
                .sample("1", tags: "zebra,swift"),
                .sample("2", tags: "SWIFT,ant"),
                .sample("3")
            )
            #expect(try await store.spelledTags() == ["swift 2", "ant 1", "zebra 1"])
            try await store.transaction { transaction in
                #expect(try transaction.tags().map(\.links) == [2, 1, 1])
                try transaction.remove(id: links[1].id)
                #expect(try transaction.tags().map(\.links) == [1, 1])
            }
            #expect(try await store.spelledTags() == ["swift 1", "zebra 1"])
        },
        Self("replacing tags updates all links with the old tags, and the spelling of the new tag")
        {
            store in
            let links = try await store.insert(
                .sample("1", tags: "a,b,z"),
                .sample("2", tags: "b,c", day: 400),
                .sample("3", tags: "z")
            )
            #expect(try await replaceTags("a,b", with: "C", in: store) == 2)
            #expect(try await store.spelledTags() == ["C 2", "z 2"])
            let changed = try await store.links(links.map(\.id))
            #expect(
                changed.map(\.tags) == [LinkTag.list("c,z"), LinkTag.list("c"), LinkTag.list("z")]
            )
            #expect(
                changed.map(\.updated) == [date.wholeSeconds, links[1].updated, links[2].updated]
            )
            try await store.expect(["\"a\"": [], "c": ["2", "1"]])
            #expect(try await replaceTags("z", with: "Z", in: store) == 2)
            #expect(try await store.spelledTags() == ["C 2", "Z 2"])
            #expect(try await replaceTags("b", with: "c", in: store) == 0)
        },
        Self("replacing a tag with nil removes it from all links") { store in
            let links = try await store.insert(
                .sample("1", tags: "a,b"),
                .sample("2", tags: "B", day: 400),
                .sample("3", tags: "a")
            )
            #expect(try await replaceTags("b", with: nil, in: store) == 2)
            #expect(try await store.spelledTags() == ["a 2"])
            let changed = try await store.links(links.map(\.id))
            #expect(changed.map(\.tags) == [LinkTag.list("a"), [], LinkTag.list("a")])
            #expect(
                changed.map(\.updated) == [date.wholeSeconds, links[1].updated, links[2].updated]
            )
            try await store.expect(["b": []])
            #expect(try await replaceTags("b", with: nil, in: store) == 0)
            #expect(try await store.undo()?.ids == links.prefix(2).map(\.id))
            #expect(try await store.spelledTags() == ["a 2", "b 2"])
            #expect(try await store.links(links.map(\.id)) == links)
        },
    ]
}

struct SimulatedError: Error {}

extension Link {
    /// Returns a link with the URL `https://example.org/` followed by `path`, and with dates that
    /// are `day` days after 1 January 2025.
    package static func sample(
        _ path: String,
        id: Link.ID = 0,
        title: String? = nil,
        note: String? = nil,
        tags: String = "",
        day: Int = 0
    ) -> Link {
        let date = Date(timeIntervalSince1970: 1_735_689_600 + Double(day) * 86_400)
        return Link(
            id: id,
            url: "https://example.org/\(path)",
            title: title,
            note: note,
            tags: LinkTag.list(tags),
            added: date,
            updated: date
        )
    }
}

extension LinkStore {
    /// Runs `body` in one transaction. By default, its kind and date are arbitrary.
    package func transaction<Result: Sendable>(
        _ kind: LinkChange.Kind = .edit,
        at date: Date = Date(timeIntervalSince1970: 1_735_689_600),
        _ body: @Sendable (any LinkTransaction) throws -> Result
    ) async throws -> Result {
        try await transaction(at: date) { (try body($0), kind) }
    }

    package func ids(matching query: LinkQuery) async throws -> [Link.ID] {
        try await ids(matching: query, at: Date(timeIntervalSince1970: 1_735_689_600))
    }

    package func links(matching query: LinkQuery) async throws -> [Link] {
        try await links(ids(matching: query))
    }

    /// Reverts the newest change.
    @discardableResult
    package func undo() async throws -> LinkChange? {
        try await undo(isDryRun: false)
    }

    package func update(_ link: Link) async throws {
        try await transaction { try $0.update(link) }
    }

    package func remove(_ id: Link.ID) async throws {
        try await transaction { try $0.remove(id: id) }
    }

    @discardableResult
    func insert(_ links: Link...) async throws -> [Link] {
        try await transaction { transaction in try links.map { try transaction.insert($0) } }
    }

    /// Inserts links with dates that are one day apart, beginning with the newest.
    @discardableResult
    func insertNewestFirst(_ links: [Link]) async throws -> [Link] {
        let dated = links.enumerated().map { index, link in
            var link = link
            link.added = Link.sample("", day: links.count - index).added
            link.updated = link.added
            return link
        }
        return try await transaction { transaction in
            try dated.map { try transaction.insert($0) }
        }
    }

    package func all() async throws -> [Link] {
        try await links(matching: LinkQuery())
    }

    func paths(_ query: LinkQuery) async throws -> [String] {
        try await links(matching: query).map {
            String($0.url.trimmingPrefix("https://example.org/"))
        }
    }

    /// Expects that each search finds the links with the given paths, newest first.
    func expect(_ results: KeyValuePairs<String, [String]>) async throws {
        for (text, expected) in results {
            #expect(
                try await paths(LinkQuery(terms: SearchTerms(text))) == expected,
                "\(text)"
            )
        }
    }

    /// Expects that each query selects the links with the given paths, in this order.
    func expect(_ results: KeyValuePairs<LinkQuery, [String]>) async throws {
        for (query, expected) in results {
            #expect(try await paths(query) == expected, "\(query)")
        }
    }

    func spelledTags() async throws -> [String] {
        try await tags().map { "\($0.tag.name) \($0.links)" }
    }
}
