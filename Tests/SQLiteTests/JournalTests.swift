import Core
import CoreTesting
import Foundation
import SQLite
import Testing

struct JournalTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore
    private let database: Database

    init() throws {
        folder = try TemporaryFolder()
        store = SQLiteStore(path: folder.path("shelf.db"))
        database = Database(path: folder.path("shelf.db"))
    }

    private func record(_ link: Link.ID, _ verdict: Verdict, second: Double) -> CheckRecord {
        CheckRecord(
            link: link, verdict: verdict, status: 200, location: "https://example.org/new", attempts: 2,
            milliseconds: 7, reason: "why", checked: Date(timeIntervalSince1970: 1_750_000_000 + second))
    }

    @Test func `an undone removal brings the history of checks back`() async throws {
        let ids = try await store.transaction { transaction in
            try ["a", "b"].map { try transaction.insert(.page($0)).id }
        }
        let old = record(ids[0], .moved, second: 1)
        let new = record(ids[0], .dead, second: 0)
        let other = record(ids[1], .ok, second: 3)
        try await store.append([old, new])
        try await store.transaction { try $0.remove(id: ids[0]) }
        try await store.append([other])
        #expect(try await store.history(of: ids[0]).isEmpty)
        _ = try await store.undo(isDryRun: false)
        #expect(try await store.history(of: ids[0]) == [new, old])
        #expect(try await store.latest() == [ids[0]: new, ids[1]: other])
    }

    @Test func `an undone edit keeps the checks that came after it`() async throws {
        let link = try await store.transaction { try $0.insert(.page("a")) }
        var edited = link
        edited.title = "new"
        try await store.transaction { [edited] in try $0.update(edited) }
        let checked = record(link.id, .ok, second: 0)
        try await store.append([checked])
        _ = try await store.undo(isDryRun: false)
        #expect(try await store.links(matching: LinkQuery()) == [link])
        #expect(try await store.history(of: link.id) == [checked])
    }

    @Test func `undo takes back the newest change, whichever process made it`() async throws {
        let other = SQLiteStore(path: folder.path("shelf.db"))
        let first = try await store.transaction { try $0.insert(.page("first")) }
        let second = try await other.transaction { try $0.insert(.page("second")) }
        _ = try await store.transaction { try $0.insert(.page("third")) }
        #expect(try await other.undo(isDryRun: false)?.ids.count == 1)
        #expect(try await store.links(matching: LinkQuery()) == [second, first])
        #expect(try await store.undo(isDryRun: false)?.ids.count == 1)
        #expect(try await other.links(matching: LinkQuery()) == [first])
    }

    @Test func `new links cost the journal one row`() async throws {
        try await store.transaction { transaction in
            for number in 0..<500 { _ = try transaction.insert(.page("\(number)")) }
        }
        #expect(try database.integer("SELECT count(*) FROM changes") == 1)
        #expect(try database.integer("SELECT count(*) FROM changed_links") == 0)
        #expect(try await store.undo(isDryRun: false)?.ids.count == 500)
        #expect(try await store.links(matching: LinkQuery()).isEmpty)
    }

    @Test func `what the journal forgets takes no space`() async throws {
        var link = try await store.transaction { try $0.insert(.page("a")) }
        let gone = try await store.transaction { try $0.insert(.page("b")) }
        try await store.append([record(gone.id, .ok, second: 0)])
        try await store.transaction { try $0.remove(id: gone.id) }
        #expect(try database.integer("SELECT count(*) FROM removed_checks") == 1)
        for number in 0..<LinkChange.journalLimit {
            link.title = "\(number)"
            try await store.transaction { [link] in try $0.update(link) }
        }
        let limit = Int64(LinkChange.journalLimit)
        #expect(try database.integer("SELECT count(*) FROM changes") == limit)
        #expect(try database.integer("SELECT count(*) FROM changed_links") == limit)
        #expect(try database.integer("SELECT count(*) FROM removed_checks") == 0)
    }

    @Test func `the index of the search is whole after changes and undos`() async throws {
        let links = try await store.transaction { transaction in
            try (0..<50).map { try transaction.insert(.page("\($0)", title: "title \($0) 東京")) }
        }
        try await store.transaction { transaction in
            for var link in links.prefix(20) {
                link.title = "changed"
                try transaction.update(link)
                try transaction.update(link)
            }
            for link in links.suffix(20) { try transaction.remove(id: link.id) }
            var new = try transaction.insert(.page("new", title: "new"))
            new.title = "newer"
            try transaction.update(new)
        }
        try database.execute("INSERT INTO link_text (link_text) VALUES ('integrity-check')")
        #expect(try database.integer("SELECT count(*) FROM link_text") == 31)
        #expect(try await store.undo(isDryRun: false)?.ids.count == 41)
        #expect(try database.integer("SELECT count(*) FROM link_text") == 50)
        #expect(try await store.links(matching: LinkQuery(terms: [.word("東京")])).count == 50)
        try database.execute("INSERT INTO link_text (link_text) VALUES ('integrity-check')")
        #expect(try database.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }
}
