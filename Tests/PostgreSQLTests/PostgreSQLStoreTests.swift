#if Postgres
    import CheckingInterface
    import CheckingTesting
    import Core
    import CoreTesting
    import Foundation
    import LibraryInterface
    import LibraryTesting
    import PostgreSQL
    import SearchText
    import Testing

    struct PostgreSQLStoreTests {
        private let server: TestServer
        private let address: String
        private let schema: String
        private let store: PostgreSQLStore
        private let other: PostgreSQLStore

        init() async throws {
            server = try await TestServer.shared()
            (address, schema) = server.newURL()
            store = try PostgreSQLStore(PostgreSQLURL(address))
            other = try PostgreSQLStore(PostgreSQLURL(address))
        }

        @Test(arguments: LinkStoreContract.allCases)
        func `satisfies the contract of a link store`(_ rule: LinkStoreContract) async throws {
            try await rule.check(store)
        }

        @Test(arguments: CheckHistoryContract.allCases)
        func `satisfies the contract of a check history`(
            _ rule: CheckHistoryContract
        ) async throws {
            let links = try await store.transaction { transaction in
                try (1...2).map { try transaction.insert(.sample("\($0)")).id }
            }
            #expect(links == [1, 2])
            try await rule.check(store)
        }

        @Test(arguments: CheckSessionContract.allCases)
        func `satisfies the contract of a check session`(_ rule: CheckSessionContract) async throws
        {
            try await store.transaction { transaction in
                for name in ["1", "2"] {
                    _ = try transaction.insert(.sample(name))
                }
            }
            try await rule.check { [address] in try PostgreSQLStore(PostgreSQLURL(address)) }
        }

        @Test(arguments: CheckedLinkContract.allCases)
        func `satisfies the contract of checked links`(_ rule: CheckedLinkContract) async throws {
            try await rule.check(store)
        }

        @Test(arguments: SharedLibraryContract.allCases)
        func `satisfies the contract of a shared library`(
            _ rule: SharedLibraryContract
        ) async throws {
            try await rule.check { [address] in try PostgreSQLStore(PostgreSQLURL(address)) }
        }

        @Test(.timeLimit(.minutes(1)), arguments: [Duration.zero, .milliseconds(10)])
        func `writers report another writer's lock after the timeout, and readers never do`(
            _ timeout: Duration
        ) async throws {
            let impatient = try PostgreSQLStore(PostgreSQLURL(address), lockTimeout: timeout)
            try await other.insert(.sample("a"))
            try await withTransaction(of: other) {
                await #expect(throws: StoreError.locked(path: "postgres://keeper@/shelf")) {
                    try await impatient.insert(.sample("b"))
                }
                let links = try await impatient.all()
                #expect(links.count == 1)
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `canceling does not end the wait of a transaction for another writer`() async throws {
            let patient = try PostgreSQLStore(PostgreSQLURL(address), lockTimeout: .seconds(600))
            try await patient.insert(.sample("a"))
            let waiting = try await withTransaction(of: other) { [server, schema] in
                let waiting = Task { try await patient.insert(.sample("b")) }
                let waits =
                    "SELECT count(*) FROM pg_locks WHERE NOT granted AND pid IN "
                    + "(SELECT pid FROM pg_locks WHERE relation = 'library'::regclass)"
                while try await server.execute(waits, in: schema) == "0" {}
                waiting.cancel()
                return waiting
            }
            _ = try await waiting.value
            #expect(try await store.all().count == 2)
        }

        @Test func `throws an error if the server cancels a statement`() async throws {
            let hasty = try PostgreSQLStore(
                PostgreSQLURL(address + "&options=-c%20statement_timeout%3D300")
            )
            try await store.insert(.sample("a"))
            let error = StoreError.failed(
                path: "postgres://keeper@/shelf",
                reason: "canceling statement due to statement timeout"
            )
            _ = try await withTransaction(of: other) {
                await #expect(throws: error) {
                    try await hasty.insert(.sample("b"))
                }
            }
        }

        private func withTransaction<Result>(
            of store: PostgreSQLStore,
            _ body: @Sendable () async throws -> Result
        ) async throws -> Result {
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let end = DispatchSemaphore(value: 0)
            async let transaction: Void = store.transaction { transaction in
                _ = try transaction.link(id: 1)
                begin.finish()
                end.wait()
            }
            for await _ in begun {}
            defer {
                end.signal()
            }
            let result = try await body()
            end.signal()
            try await transaction
            return result
        }

        private func found(_ text: String) async throws -> Int {
            try await store.ids(matching: LinkQuery(terms: SearchTerms(text))).count
        }

        @Test func `stores and finds values that are longer than the limit of an index`()
            async throws
        {
            let long = String(repeating: "a", count: 5000)
            let path = (0..<5000).map { "p\($0)" }.joined(separator: "/")
            let words = (0..<30_000).map { "w\($0)" }.joined(separator: " ")
            let new = Link.sample(
                path,
                title: long,
                note: "first \(words) very last",
                tags: long + ",short"
            )
            let link = try await store.insert(new)
            #expect(try await store.link(url: new.url) == link)
            #expect(
                try await store.ids(matching: LinkQuery(tags: [LinkTag.list(long)])) == [link.id]
            )
            for text in ["first", "w29999", "last", "\"w10 w11\"", long, "p4999"] {
                #expect(try await found(text) == 1, "\(text.prefix(20))")
            }
            await #expect(throws: StoreError.self) {
                try await store.insert(new)
            }
            #expect(try await store.undo()?.ids.count == 1)
            #expect(try await store.tags().isEmpty)
        }

        @Test
        func `a link with more words than the limit can be found by its first words`() async throws
        {
            let words = (0..<200_000).map { "word\($0)" }.joined(separator: " ")
            let link = try await store.insert(.sample("a", title: "title", note: words))
            #expect(try await store.links([link.id]) == [link])
            #expect(try await found("title word100") == 1)
        }

        @Test func `characters that are used to encode NUL are stored unchanged`() async throws {
            let text =
                "\u{10FFFD}a\0\u{10FFFC}\u{10FFFD}\u{10FFFD}\0\0\u{10FFFD}\u{10FFFC}{},\"\\NULL"
            let link = try await store.insert(.sample("a", title: text, note: "NULL"))
            #expect(try await store.links([link.id]) == [link])
        }

        @Test func `a phrase does not match across fields`() async throws {
            try await store.insert(
                .sample(
                    "path",
                    title: "first second",
                    note: "third",
                    tags: "tag one,tag two"
                )
            )
            for text in ["second tag", "one tag", "two https", "path third"] {
                #expect(try await found("\"\(text)\"") == 0, "\(text)")
            }
            for text in ["first second", "tag one", "tag two"] {
                #expect(try await found("\"\(text)\"") == 1, "\(text)")
            }
        }

        @Test
        func
            `migrating version 1 makes emoji and names with symbols searchable, even after an undo`()
            async throws
        {
            let link = try await store.insert(
                .sample("a", title: "🚀 launch of Café++", tags: "A,b")
            )
            let moon = try await store.insert(.sample("b", title: "moon"))
            var edited = link
            edited.title = "🌍 C++"
            try await store.update(edited)
            try await server.execute(
                """
                UPDATE links SET words = '', sort_text = '';
                UPDATE changed_links SET words = '', sort_text = '';
                ALTER TABLE links RENAME search_text TO address_text;
                ALTER TABLE changed_links RENAME search_text TO address_text;
                UPDATE links SET address_text = NULL;
                UPDATE changed_links SET address_text = NULL;
                ALTER TABLE library DROP COLUMN check_start;
                ALTER TABLE checks DROP COLUMN inspections;
                ALTER TABLE removed_checks DROP COLUMN inspections;
                UPDATE library SET version = 1
                """,
                in: schema
            )
            #expect(try await other.ids(matching: LinkQuery(terms: [.word("🌍")])) == [link.id])
            #expect(try await other.ids(matching: LinkQuery(terms: [.word("c++")])) == [link.id])
            #expect(try await other.ids(matching: LinkQuery(order: .title)) == [link.id, moon.id])
            try await other.undo()
            #expect(
                try await other.links(matching: LinkQuery(terms: SearchTerms("🚀 a cafe++"))) == [
                    link
                ]
            )
            #expect(try await server.execute("SELECT version FROM library", in: schema) == "6")
        }

        @Test func `migrating version 4 drops the tables with which programs shared a check`()
            async throws
        {
            let link = try await store.insert(.sample("a"))
            try await server.execute(
                """
                CREATE TABLE checkers (
                    id uuid PRIMARY KEY, began timestamptz NOT NULL, last_check bigint NOT NULL, expires timestamptz NOT NULL
                );
                CREATE TABLE claims (name text PRIMARY KEY, checker uuid, since timestamptz NOT NULL);
                INSERT INTO claims VALUES ('host a.example', NULL, now());
                ALTER TABLE library DROP COLUMN check_start;
                ALTER TABLE checks DROP COLUMN inspections;
                ALTER TABLE removed_checks DROP COLUMN inspections;
                UPDATE library SET version = 4
                """,
                in: schema
            )
            let session = try await other.session()
            #expect(try await session.lock("a.example") == ["a.example"])
            #expect(try await other.all() == [link])
            let tables = "SELECT count(*) FROM pg_tables WHERE tablename IN ('claims', 'checkers')"
            #expect(
                try await server.execute("\(tables) AND schemaname = '\(schema)'", in: schema)
                    == "0"
            )
        }
    }

    extension PostgreSQLStore {
        @discardableResult
        func insert(_ link: Link) async throws -> Link {
            try await transaction { try $0.insert(link) }
        }
    }
#endif
