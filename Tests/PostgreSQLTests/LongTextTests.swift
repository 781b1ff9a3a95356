#if Postgres
    import Core
    import CoreTesting
    import PostgreSQL
    import Testing

    struct LongTextTests {
        private let store: PostgreSQLStore

        init() async throws {
            store = try await PostgreSQLStore(PostgreSQLAddress(TestServer.shared().newAddress()))
        }

        private func found(_ text: String) async throws -> Int {
            try await store.ids(matching: LinkQuery(terms: SearchTerm.parse(text))).count
        }

        @Test func `texts longer than an index takes are kept, and found`() async throws {
            let long = String(repeating: "a", count: 5000)
            let url = "https://example.org/" + (0..<5000).map { "p\($0)" }.joined(separator: "/")
            var draft = LinkDraft(url: url, title: long, tags: LinkTag.list(long + ",short"))
            draft.note = "first " + (0..<30_000).map { "w\($0)" }.joined(separator: " ") + " very last"
            let link = try await store.transaction { [draft] in try $0.insert(draft) }
            #expect(try await store.link(url: url) == link)
            #expect(try await store.ids(matching: LinkQuery(tags: LinkTag.list(long))) == [link.id])
            for text in ["first", "w29999", "last", "\"w10 w11\"", long, "p4999"] {
                #expect(try await found(text) == 1, "\(text.prefix(20))")
            }
            await #expect(throws: StoreError.self) { try await store.transaction { [draft] in try $0.insert(draft) } }
            #expect(try await store.undo(isDryRun: false)?.ids.count == 1)
            #expect(try await store.tags().isEmpty)
        }

        @Test func `a text with more words than an index takes is kept, and found by its first ones`() async throws {
            let words = (0..<200_000).map { "word\($0)" }.joined(separator: " ")
            let link = try await store.transaction { try $0.insert(.page("a", title: "title", note: words)) }
            #expect(try await store.links([link.id]) == [link])
            #expect(try await found("title word100") == 1)
        }

        @Test func `the characters that stand for NUL are kept, too`() async throws {
            let text = "\u{10FFFD}a\0\u{10FFFC}\u{10FFFD}\u{10FFFD}\0\0\u{10FFFD}\u{10FFFC}{},\"\\NULL"
            let link = try await store.transaction { try $0.insert(.page("a", title: text, note: "NULL")) }
            #expect(try await store.links([link.id]) == [link])
        }

        @Test func `no phrase begins in one text and ends in another`() async throws {
            _ = try await store.transaction {
                try $0.insert(.page("path", title: "first second", note: "third", tags: "tag one,tag two"))
            }
            for text in ["second tag", "one tag", "two https", "path third"] {
                #expect(try await found("\"\(text)\"") == 0)
            }
            for text in ["first second", "tag one", "tag two"] { #expect(try await found("\"\(text)\"") == 1) }
        }
    }
#endif
