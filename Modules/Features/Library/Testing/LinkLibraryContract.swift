package import Core
package import Foundation
public import LibraryInterface
public import Testing

/// A rule of the contract that every `LinkLibrary` must satisfy.
///
///     @Test(arguments: LinkLibraryContract.allCases)
///     func `the library satisfies the contract`(rule: LinkLibraryContract) async throws {
///         try await rule.check(library)
///     }
///
/// No rule depends on how a library normalizes, merges or edits links. These are the rules of the
/// feature, which its tests check.
public struct LinkLibraryContract: Sendable, CaseIterable, CustomTestStringConvertible {
    public let testDescription: String
    private let body: @Sendable (any LinkLibrary) async throws -> Void

    package init(_ rule: String, body: @escaping @Sendable (any LinkLibrary) async throws -> Void) {
        testDescription = rule
        self.body = body
    }

    /// Checks the rule against `library`, which must be empty. A violation is recorded as an issue
    /// in the running test.
    public func check(_ library: any LinkLibrary) async throws {
        try await body(library)
    }

    // MARK: Samples

    package static func url(_ path: String) -> String {
        "https://example.com/\(path)"
    }
    package static func day(_ day: Int) -> Date {
        Date(timeIntervalSince1970: 1_600_000_000 + Double(day) * 86_400)
    }
    package static func tag(_ name: String) throws -> LinkTag {
        try #require(LinkTag(name))
    }

    package static func draft(
        _ path: String,
        title: String? = nil,
        note: String? = nil,
        tags: String = "",
        day: Int = 1,
        updatedDay: Int? = nil
    ) -> LinkDraft {
        LinkDraft(
            url: url(path),
            title: title,
            note: note,
            tags: LinkTag.list(tags),
            added: Self.day(day),
            updated: updatedDay.map(Self.day)
        )
    }
}

extension Link {
    /// Creates a link for an expectation. The library does not use this initializer.
    package init(id: Int64, _ draft: LinkDraft, added: Date, updated: Date) {
        self.init(
            id: id,
            url: draft.url,
            title: draft.title,
            note: draft.note,
            tags: draft.tags,
            added: added,
            updated: updated
        )
    }
}

extension LinkLibrary {
    package var all: [Link] { get async throws { try await links(matching: LinkQuery()) } }
    package var tagCounts: [String] {
        get async throws { try await tags().map { "\($0.tag) \($0.links)" } }
    }

    /// Reverts the newest change.
    @discardableResult
    package func undo() async throws -> LinkChange? {
        try await undo(isDryRun: false)
    }

    package func add(_ drafts: LinkDraft...) async throws -> [Link] {
        var links: [Link] = []
        for draft in drafts {
            links.append(try await add(draft, fetching: false).link)
        }
        return links
    }

    package func merge(_ drafts: LinkDraft..., isDryRun: Bool = false) async throws -> MergeReport {
        try await merge(isDryRun: isDryRun) { merge in
            for (index, draft) in drafts.enumerated() {
                try merge(SourcedDraft(draft, line: 10 + index))
            }
        }
    }
}

// MARK: - Rules

extension LinkLibraryContract {
    public static let allCases: [Self] = [
        Self("links are returned in the order of the given IDs, and missing IDs are reported") {
            library in
            let links = try await library.add(draft("a"), draft("b"), draft("c"))
            let wanted = [links[2], links[0], links[1]]
            #expect(try await library.links(wanted.map(\.id) + [links[2].id]) == wanted)
            #expect(try await library.links([]) == [])
            let missing = links[2].id + 2
            await #expect(throws: LibraryError.noSuchLinks([missing, missing - 1])) {
                try await library.links([missing, links[0].id, missing - 1])
            }
        },
        Self("tags that differ only in case are equal") { library in
            let link = try await library.add(draft("a", tags: "Swift"))[0]
            #expect(
                try await library.links(matching: LinkQuery(tags: [LinkTag.list("sWIFT")])) == [
                    link
                ]
            )
            #expect(
                try await library.links(matching: LinkQuery(excludedTags: LinkTag.list("SWIFT")))
                    .isEmpty
            )
            #expect(try await library.merge(draft("a", tags: "swift")).unchanged == 1)
            #expect(try await library.links([link.id]).first?.tags.map(\.name) == ["Swift"])
        },
        Self("a query selects and orders links by their latest checks") { library in
            let checks: [String: SourcedCheck] = [
                "dead": SourcedCheck(.dead, checked: day(2)),
                "ok": SourcedCheck(.ok, checked: day(1)),
            ]
            _ = try await library.merge(isDryRun: false) { merge in
                for name in ["dead", "ok", "unchecked"] {
                    try merge(SourcedDraft(draft(name), line: 1, check: checks[name]))
                }
            }
            func names(_ query: LinkQuery) async throws -> [String] {
                try await library.links(matching: query).compactMap {
                    $0.url.split(separator: "/").last.map(String.init)
                }
            }
            #expect(try await names(LinkQuery(order: .checked)) == ["unchecked", "ok", "dead"])
            #expect(try await names(LinkQuery(verdicts: [.dead])) == ["dead"])
            #expect(try await names(LinkQuery(verdicts: [.ok, nil])) == ["unchecked", "ok"])
            #expect(try await names(LinkQuery(deadFor: .seconds(1))) == ["dead"])
            #expect(try await names(LinkQuery(deadFor: .seconds(10_000_000_000))) == [])
        },
        Self("a query returns links, batches and IDs in the requested order") { library in
            let drafts = (0..<1_203).map { Self.draft("\($0)", tags: $0 < 7 ? "few" : "", day: $0) }
            let report = try await library.merge(isDryRun: false) { merge in
                for draft in drafts {
                    try merge(SourcedDraft(draft, line: 1))
                }
            }
            #expect(report.added == 1_203)
            #expect(report.unchanged == 0)
            let queries = [
                (LinkQuery(), 1_203),
                (LinkQuery(tags: [LinkTag.list("few")]), 7),
                (LinkQuery(limit: 501), 501),
                (LinkQuery(limit: 0), 0),
                (LinkQuery(isUntagged: true, order: .oldest), 1_196),
            ]
            for (query, count) in queries {
                var links: [Link] = []
                let batches = library.batches(matching: query)
                while let batch = try await batches() {
                    #expect(!batch.isEmpty)
                    links += batch
                }
                #expect(links.count == count)
                #expect(links == query.selection(of: links, at: .now))
                #expect(links == (try await library.links(matching: query)))
                #expect(links.map(\.id) == (try await library.ids(matching: query)))
            }
        },
        Self("a new link is saved with all of its details") { library in
            let draft = Self.draft(
                "swift",
                title: "Swift <&> \u{1F426}",
                note: "two\nlines",
                tags: "Swift,open source",
                day: 1,
                updatedDay: 2
            )
            let addition = try await library.add(draft, fetching: false)
            let link = Link(id: addition.link.id, draft, added: day(1), updated: day(2))
            #expect(addition == Addition(link, .added))
            #expect(addition.isNew)
            #expect(try await library.all == [link])
        },
        Self("an error from the source or the report ends an addition and keeps the saved links") {
            library in
            let source = DraftSource([draft("1"), draft("2")])
            await #expect(throws: BrokenSource.self) {
                try await library.add(fetching: false) {
                    guard let draft = await source.next() else {
                        throw BrokenSource()
                    }
                    return draft
                } report: { _, _ in
                }
            }
            let first = try await library.all
            #expect(first.count == 2)
            let more = DraftSource((3...9).map { draft("\($0)") })
            await #expect(throws: BrokenSource.self) {
                try await library.add(fetching: false) {
                    await more.next()
                } report: { source, _ in
                    if source.line == 2 {
                        throw BrokenSource()
                    }
                }
            }
            let both = try await library.all
            #expect(both.count == 4)
        },
        Self(
            "a removal removes all of the links or none, and their IDs are never reused"
        ) { library in
            let links = try await library.add(draft("kept"), draft("removed"))
            #expect(try await library.remove([links[1].id]) == [links[1]])
            #expect(try await library.all == [links[0]])
            await #expect(throws: LibraryError.noSuchLinks([links[1].id])) {
                try await library.remove(links.map(\.id))
            }
            #expect(try await library.all == [links[0]])
            #expect(try await library.add(draft("removed"))[0].id > links[1].id)
        },
        Self("a merge adds new links and reports their number") { library in
            let swift = draft("swift", title: "Swift", note: "n", tags: "a", day: 1, updatedDay: 3)
            let report = try await library.merge(swift, draft("sqlite", day: 2))
            #expect(report.added == 2)
            #expect(report.read == 2)
            let links = try await library.all
            #expect(links.map(\.url) == [url("sqlite"), swift.url])
            let link = try #require(links.last)
            #expect(link == Link(id: link.id, swift, added: day(1), updated: day(3)))
        },
        Self("a merge is idempotent") { library in
            let swift = draft("swift", title: "Swift", note: "n", tags: "A", day: 1, updatedDay: 2)
            let undated = LinkDraft(url: url("undated"))
            _ = try await library.merge(swift, draft("bare"), undated)
            let before = try await library.all
            let report = try await library.merge(swift, draft("bare"), undated)
            #expect(report.unchanged == 3)
            #expect(report.read == 3)
            #expect(try await library.all == before)
        },
        Self("a merge whose source throws an error changes nothing") { library in
            let known = try await library.add(draft("known"))
            await #expect(throws: CancellationError.self) {
                try await library.merge(isDryRun: false) { merge in
                    try merge(SourcedDraft(draft("known", tags: "a"), line: 1))
                    try merge(SourcedDraft(draft("new"), line: 2))
                    throw CancellationError()
                }
            }
            #expect(try await library.all == known)
        },
    ]
}

package actor DraftSource {
    private var drafts: ArraySlice<SourcedDraft>

    package init(_ drafts: [LinkDraft]) {
        self.drafts = drafts.enumerated().map { SourcedDraft($1, line: $0 + 1) }[...]
    }
    package func next() -> SourcedDraft? {
        drafts.popFirst()
    }
}

private struct BrokenSource: Error {}
