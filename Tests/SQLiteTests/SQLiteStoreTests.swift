import CheckingInterface
import CheckingTesting
import Core
import Foundation
import LibraryInterface
import LibraryTesting
import ProgramTesting
import SQLite
import SearchText
import Testing

struct SQLiteStoreTests {
    private let folder: TemporaryFolder
    private let path: String
    private let store: SQLiteStore
    private let database: Database

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("shelf.db")
        store = SQLiteStore(path: path)
        database = Database(path: path)
    }

    @Test(arguments: LinkStoreContract.allCases)
    func `satisfies the contract of a link store`(_ rule: LinkStoreContract) async throws {
        try await rule.check(store)
    }

    @Test(arguments: CheckHistoryContract.allCases)
    func `satisfies the contract of a check history`(_ rule: CheckHistoryContract) async throws {
        let links = try await store.transaction { transaction in
            try (1...2).map { try transaction.insert(.sample("\($0)")).id }
        }
        #expect(links == [1, 2])
        try await rule.check(store)
    }

    @Test(arguments: CheckedLinkContract.allCases)
    func `satisfies the contract of checked links`(_ rule: CheckedLinkContract) async throws {
        try await rule.check(store)
    }

    @Test(arguments: SharedLibraryContract.allCases)
    func `satisfies the contract of a shared library`(_ rule: SharedLibraryContract) async throws {
        try await rule.check { [path] in SQLiteStore(path: path) }
    }

    @Test func `opens nothing before the first use`() async throws {
        #expect(!folder.exists("shelf.db"))
        #expect(try await store.all().isEmpty)
        #expect(folder.exists("shelf.db"))
    }

    @Test func `a library in memory needs no file, and exists only as long as its store`()
        async throws
    {
        let store = SQLiteStore(path: ":memory:")
        let link = try await store.insert(.sample("a"))
        #expect(try await store.all() == [link])
        #expect(try await SQLiteStore(path: ":memory:").all().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: ":memory:"))
    }

    @Test(arguments: [
        ("link.db", "shelf.db", 0o600),
        ("new.db", "new.db", 0o600),
        ("theirs.db", "theirs.db", 0o640),
    ])
    func
        `new files are readable only by their owner, and an existing file preserves its permissions`(
            _ name: String,
            _ file: String,
            _ permissions: Int
        ) async throws
    {
        try folder.link("link.db", to: path)
        try folder.write("", to: "theirs.db")
        try folder.setPermissions(0o640, of: "theirs.db")
        let store = SQLiteStore(path: folder.path(name))
        try await store.insert(.sample("a"))
        for companion in ["", "-wal", "-shm"] {
            let name = file + companion
            #expect(try folder.permissions(of: name) == permissions, "\(name)")
        }
        _ = try await store.tags()
    }

    @Test func `a search finds words around a NUL`() async throws {
        try await store.insert(.sample("1", title: "one\u{0}two"))
        let query = LinkQuery(terms: SearchTerms("one\u{0}two"))
        #expect(try await store.links(matching: query).count == 1)
    }

    @Test func `creates the folder of a library only on request`() async throws {
        let deep = folder.path("a/b/shelf.db")
        await #expect(throws: StoreError.self) {
            try await SQLiteStore(path: deep).all()
        }
        #expect(!folder.exists("a"))
        let store = SQLiteStore(path: deep, createsFolder: true)
        #expect(try await store.all().isEmpty)
        #expect(try folder.permissions(of: "a/b") == 0o700)
    }

    @Test func `undoes only the latest addition, even if its links do not fit in one batch`()
        async throws
    {
        let kept = try await store.insert(.sample("kept", title: "kept"))
        try await store.transaction { try $0.insert(40_001, title: "lost") }
        #expect(try await store.undo()?.ids.count == 40_001)
        #expect(try await store.all() == [kept])
        #expect(try await store.links(with: "lost").isEmpty)
        #expect(try await store.links(with: "kept") == [kept])
    }

    @Test func `undoing an addition forgets the spelling of tags that no link has afterward`()
        async throws
    {
        for name in ["Tag", "tag"] {
            try await store.insert(.sample("a", tags: name))
            #expect(try await store.tags().map(\.tag.name) == [name])
            #expect(try await store.undo()?.ids.count == 1)
        }
    }

    @Test func `an addition of many links takes up only one row in the journal`() async throws {
        try await store.transaction { try $0.insert(500) }
        #expect(try database.integer("SELECT count(*) FROM changes") == 1)
        #expect(try database.integer("SELECT count(*) FROM changed_links") == 0)
        #expect(try await store.undo()?.ids.count == 500)
        #expect(try await store.all().isEmpty)
    }

    @Test func `changes beyond the limit of the journal take up no space`() async throws {
        var link = try await store.insert(.sample("a"))
        let gone = try await store.insert(.sample("b"))
        try await store.append([
            CheckRecord(link: gone.id, verdict: .ok, attempts: 1, milliseconds: 1, checked: .now)
        ])
        try await store.remove(gone.id)
        #expect(try database.integer("SELECT count(*) FROM removed_checks") == 1)
        for number in 0..<LinkChange.journalLimit {
            link.title = "\(number)"
            try await store.update(link)
        }
        let limit = Int64(LinkChange.journalLimit)
        #expect(try database.integer("SELECT count(*) FROM changes") == limit)
        #expect(try database.integer("SELECT count(*) FROM changed_links") == limit)
        #expect(try database.integer("SELECT count(*) FROM removed_checks") == 0)
    }

    @Test func `the full-text index is consistent after changes and undos`() async throws {
        let links = try await store.transaction { transaction in
            try (0..<50).map { try transaction.insert(.sample("\($0)", title: "title \($0) 東京")) }
        }
        try await store.transaction { transaction in
            for var link in links.prefix(20) {
                link.title = "changed"
                try transaction.update(link)
                try transaction.update(link)
            }
            for link in links.suffix(20) {
                try transaction.remove(id: link.id)
            }
            var new = try transaction.insert(.sample("new", title: "new"))
            new.title = "newer"
            try transaction.update(new)
        }
        try database.execute("INSERT INTO link_text (link_text) VALUES ('integrity-check')")
        #expect(try database.integer("SELECT count(*) FROM link_text") == 31)
        #expect(try await store.undo()?.ids.count == 41)
        #expect(try database.integer("SELECT count(*) FROM link_text") == 50)
        #expect(try await store.links(with: "東京").count == 50)
        try database.execute("INSERT INTO link_text (link_text) VALUES ('integrity-check')")
        #expect(try database.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }
}
