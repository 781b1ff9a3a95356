package import CheckingInterface
import Core
import CoreTesting
package import LibraryInterface
import SearchText
import Testing

/// A rule of the contract that every store of links and their checks must satisfy. The rules cover
/// imported records and the checks of a link's former URLs.
package struct CheckedLinkContract: Sendable, CaseIterable, CustomTestStringConvertible {
    /// A store of links and their checks.
    package typealias Store = any LinkStore & CheckHistoryStore

    package let testDescription: String
    private let body: @Sendable (_ store: Store, _ link: Link.ID) async throws -> Void

    private init(
        _ rule: String,
        body: @escaping @Sendable (_ store: Store, _ link: Link.ID) async throws -> Void
    ) {
        testDescription = rule
        self.body = body
    }

    /// Checks the rule against `store`, which must be empty.
    package func check(_ store: Store) async throws {
        let links = try await store.insert(.sample("a"), .sample("b"))
        try await body(store, links[0].id)
    }

    package static let allCases: [Self] = importing + [newURL] + undoing + querying

    private static let importing: [Self] = [
        Self("an imported record becomes the latest record of its link") { store, link in
            let earlier = CheckRecord.sample(link, day: 1)
            let later = CheckRecord.sample(link, .moved, day: 2)
            try await store.append([earlier])
            #expect(try await store.importChecks(later) == [link])
            #expect(try await store.history(of: link) == [later, earlier])
            #expect(try await store.latest(of: nil) == [link: later])
        },
        Self("a record is imported only if it is newer than existing records") { store, link in
            let known = CheckRecord.sample(link, day: 2)
            try await store.append([known])
            let imported = try await store.importChecks(
                .sample(link, .dead, day: 1),
                .sample(link, .dead, day: 2)
            )
            #expect(imported.isEmpty)
            #expect(try await store.history(of: link) == [known])
        },
        Self("an import skips the records of links that do not exist") { store, link in
            let record = CheckRecord.sample(link, day: 1)
            let imported = try await store.importChecks(.sample(99, day: 1), record)
            #expect(imported == [link])
            #expect(try await store.latest(of: nil) == [link: record])
        },
        Self("an error in the transaction rolls back the import") { store, link in
            await #expect(throws: SimulatedError.self) {
                try await store.transaction { transaction in
                    _ = try transaction.importChecks([.sample(link, day: 1)])
                    throw SimulatedError()
                }
            }
            let latest = try await store.latest(of: nil)
            #expect(latest.isEmpty)
        },
    ]

    private static let newURL = Self(
        "changing the URL of a link removes its checks, and an undo restores them"
    ) { store, link in
        let old = CheckRecord.sample(link, .moved, day: 1)
        let other = CheckRecord.sample(link + 1, day: 2)
        try await store.append([old, other])
        let before = try await store.links([link])[0]
        var moved = before
        moved.url += "/elsewhere"
        try await store.update(moved)
        #expect(try await store.latest(of: nil) == [other.link: other])
        #expect(try await store.history(of: link).isEmpty)
        try await store.append([.sample(link, day: 3)])
        // A check that began before the change belongs to the old URL.
        let late = CheckRecord.sample(link, .dead, day: 4)
        try await store.append([late], of: [link: before.url])
        #expect(try await store.latest(of: [link]).values.map(\.verdict) == [.ok])
        try await store.append([late], of: [link: moved.url])
        #expect(try await store.latest(of: [link]) == [link: late])
        try await store.undo()
        #expect(try await store.history(of: link) == [old])
        #expect(try await store.latest(of: nil) == [link: old, other.link: other])
    }

    private static let undoing: [Self] = [
        Self("an undo removes only the imported records") { store, link in
            let change = try await HistoryImport(into: store, of: link, editsLinks: true)
            try await change.expectUndo(of: 2, in: store)
        },
        Self("an undo reverts a transaction that only imports records") { store, link in
            // The last link has the greatest ID before the change, but the undo must not treat it
            // as an added link.
            let change = try await HistoryImport(into: store, of: link + 1, editsLinks: false)
            try await change.expectUndo(of: 1, in: store)
        },
        Self("an undo restores all checks of a removed link, even imported ones") { store, link in
            let change = try await HistoryImport(into: store, of: link, editsLinks: true)
            let history = try await store.history(of: link)
            try await store.remove(link)
            #expect(try await store.history(of: link).isEmpty)
            #expect(try await store.latest(of: nil)[link] == nil)
            try await store.undo()
            #expect(try await store.history(of: link) == history)
            try await change.expectUndo(of: 2, in: store)
        },
    ]

    private static let querying: [Self] = [
        Self("a query selects links by the verdicts of their latest checks") { store, link in
            try await store.insert(.sample("c"))
            try await store.append([.sample(link, .dead, day: 1), .sample(link + 1, .dead, day: 1)])
            try await store.append([.sample(link, day: 2)])
            try await store.expect([.ok], selects: ["a"])
            try await store.expect([.dead], selects: ["b"])
            try await store.expect([nil], selects: ["c"])
            try await store.expect([.ok, nil], selects: ["c", "a"])
            try await store.expect([.flaky], selects: [])
        },
        Self("a query selects links whose checks since a date are dead") { store, link in
            try await store.append([.sample(link, .dead, day: 1), .sample(link + 1, .dead, day: 1)])
            try await store.append([.sample(link + 1, .flaky, day: 2)])
            try await store.append([.sample(link, .dead, day: 3), .sample(link + 1, .dead, day: 3)])
            try await store.expectDead(sinceDay: 0, selects: [])
            try await store.expectDead(sinceDay: 1, selects: ["a"])
            try await store.expectDead(sinceDay: 2, selects: ["a"])
            try await store.expectDead(sinceDay: 3, selects: ["b", "a"])
            try await store.append([.sample(link, day: 4)])
            try await store.expectDead(sinceDay: 5, selects: ["b"])
        },
        Self("the order by check begins with unchecked links") { store, link in
            try await store.insert(.sample("c"), .sample("d"))
            // The latest check of the first link is newer than that of the second link.
            try await store.append([.sample(link, day: 1), .sample(link + 1, .dead, day: 2)])
            try await store.append([.sample(link, .dead, day: 3)])
            for terms in ["", "example"] {
                var query = LinkQuery(terms: SearchTerms(terms), order: .checked)
                #expect(try await store.paths(query) == ["d", "c", "b", "a"])
                #expect(try await store.ids(matching: query) == [4, 3, 2, 1])
                query.verdicts = [.dead]
                query.limit = 1
                #expect(try await store.paths(query) == ["b"])
            }
        },
    ]
}

/// A change that imports records of a link that was checked before.
private struct HistoryImport {
    private let link: Link.ID
    private let before: CheckRecord
    private let links: [Link]

    /// Creates the change by importing records into `store`.
    ///
    /// - Parameter editsLinks: Whether the change also edits the link and adds another link.
    init(into store: CheckedLinkContract.Store, of link: Link.ID, editsLinks: Bool) async throws {
        self.link = link
        before = .sample(link, day: 1)
        links = try await store.all()
        try await store.append([before])
        try await store.transaction { [links] transaction in
            _ = try transaction.importChecks([.sample(link, .dead, day: 3)])
            _ = try transaction.importChecks([
                .sample(link, .flaky, day: 4),
                .sample(link, .dead, day: 2),
            ])
            guard editsLinks, var edited = links.first(where: { $0.id == link }) else {
                return
            }
            edited.title = "edited"
            try transaction.update(edited)
            let new = try transaction.insert(.sample("new")).id
            _ = try transaction.importChecks([.sample(new, day: 3)])
        }
    }

    /// Expects that undo reverts the import but keeps a later check.
    ///
    /// - Parameter count: The number of links that the import changed.
    func expectUndo(of count: Int, in store: CheckedLinkContract.Store) async throws {
        let after = CheckRecord.sample(link, day: 9)
        try await store.append([after])
        #expect(try await store.history(of: link).map(\.verdict) == [.ok, .flaky, .dead, .ok])
        #expect(try await store.undo()?.ids.count == count)
        #expect(try await store.history(of: link) == [after, before])
        #expect(try await store.latest(of: nil) == [link: after])
        #expect(try await store.all() == links)
    }
}

extension LinkStore {
    fileprivate func importChecks(_ records: CheckRecord...) async throws -> Set<Link.ID> {
        try await transaction { try $0.importChecks(records) }
    }

    /// Expects that a query with the given verdicts selects the links with the given paths, with
    /// and without search terms.
    fileprivate func expect(_ verdicts: Set<Verdict?>, selects paths: [String]) async throws {
        for terms in ["", "example"] {
            let query = LinkQuery(terms: SearchTerms(terms), verdicts: verdicts)
            #expect(try await self.paths(query) == paths)
        }
    }

    fileprivate func expectDead(sinceDay day: Int, selects paths: [String]) async throws {
        for terms in ["", "example"] {
            let query = LinkQuery(terms: SearchTerms(terms), deadFor: .zero)
            let ids = try await ids(matching: query, at: CheckRecord.sample(1, day: day).checked)
            #expect(try await links(ids).map(\.url) == paths.map { "https://example.org/\($0)" })
        }
    }
}
