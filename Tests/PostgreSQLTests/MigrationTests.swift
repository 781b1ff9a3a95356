#if Postgres
    import Core
    import CoreTesting
    import PostgreSQL
    import Testing

    struct MigrationTests {
        @Test func `in a library of version 1, emoji are found, in what is undone too`() async throws {
            let server = try await TestServer.shared()
            let address = server.newAddress()
            let old = try PostgreSQLStore(PostgreSQLAddress(address))
            let link = try await old.transaction { try $0.insert(.page("a", title: "🚀 launch", tags: "A,b")) }
            let other = try await old.transaction { try $0.insert(.page("b", title: "moon")) }
            try await old.transaction { transaction in
                var edited = link
                edited.title = "🌍"
                try transaction.update(edited)
            }
            try await server.execute(
                """
                UPDATE links SET words = '', sort_text = '';
                UPDATE changed_links SET words = '', sort_text = '';
                UPDATE library SET version = 1
                """, at: address)
            let store = try PostgreSQLStore(PostgreSQLAddress(address))
            #expect(try await store.ids(matching: LinkQuery(terms: [.word("🌍")])) == [link.id])
            #expect(try await store.ids(matching: LinkQuery(order: .title)) == [link.id, other.id])
            _ = try await store.undo(isDryRun: false)
            #expect(try await store.links(matching: LinkQuery(terms: SearchTerm.parse("🚀 a"))) == [link])
            #expect(try await server.execute("SELECT version FROM library", at: address) == "2")
        }
    }
#endif
