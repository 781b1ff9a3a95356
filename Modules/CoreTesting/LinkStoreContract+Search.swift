import Core
import Testing

extension LinkStoreContract {
    func checkSearch(_ store: any LinkStore) async throws {
        switch self {
        case .wordsMatchBeginnings: try await checkWords(store)
        case .termsAreANDed: try await checkConjunction(store)
        case .phrasesMatchInOrder: try await checkPhrases(store)
        case .searchIgnoresCaseAndAccents: try await checkFolding(store)
        case .searchSyntaxIsText: try await checkSyntax(store)
        case .changedTextIsFound: try await checkFreshness(store)
        case .titlesRankFirst: try await checkRanking(store)
        default: Issue.record("no check for “\(rawValue)”")
        }
    }

    private func checkWords(_ store: any LinkStore) async throws {
        try await store.insert(
            .sample("1", title: "Bookmarks", day: 5), .sample("2", note: "a bookmark", day: 4),
            .sample("bookmarking/3", day: 3), .sample("4", tags: LinkTag.list("bookmarked"), day: 2),
            .sample("5", title: "a book", day: 1), .sample("6", title: "unbookmarked"))
        #expect(try await store.paths("bookmark") == ["1", "2", "bookmarking/3", "4"])
        #expect(try await store.paths("example.org").count == 6)
    }

    private func checkConjunction(_ store: any LinkStore) async throws {
        try await store.insert(
            .sample("1", title: "Swift", note: "concurrency"), .sample("2", title: "Swift"),
            .sample("3", note: "concurrency"))
        #expect(try await store.paths("concurrency swift") == ["1"])
    }

    private func checkPhrases(_ store: any LinkStore) async throws {
        try await store.insert(
            .sample("1", title: "The Swift book, second edition"), .sample("2", title: "The book of Swift"))
        #expect(try await store.paths("\"swift book\"") == ["1"])
        #expect(try await store.paths("\"book swift\"").isEmpty)
        #expect(try await store.paths("\"swift boo\"").isEmpty)
        #expect(try await store.paths("\"swift book\" edition") == ["1"])
    }

    private func checkFolding(_ store: any LinkStore) async throws {
        try await store.insert(.sample("1", title: "CAFÉ Zürich"), .sample("2", title: "тест"))
        #expect(try await store.paths("cafe zurich") == ["1"])
        #expect(try await store.paths("Café ZÜRICH") == ["1"])
        #expect(try await store.paths("ТЕСТ") == ["2"])
    }

    private func checkSyntax(_ store: any LinkStore) async throws {
        try await store.insert(.sample("1", title: "C++ NEAR(a b) AND NOT x OR y*"), .sample("2", title: "c"))
        #expect(try await store.paths("c++ NOT near(a") == ["1"])
        for text in ["title:c", "^c", "c*", "-c", "c:", "(c", "{c}", "a'b%_", "AND", "*", "\"", "\\", "\u{0}c"] {
            _ = try await store.paths(text)
        }
    }

    private func checkFreshness(_ store: any LinkStore) async throws {
        let tags: Set<LinkTag> = LinkTag.list("oldtag")
        var link = try #require(try await store.insert(.sample("1", title: "before", tags: tags)).first)
        link.title = "after"
        link.tags = []
        try await store.transaction { [link] in try $0.update(link) }
        #expect(try await store.paths("before").isEmpty)
        #expect(try await store.paths("oldtag").isEmpty)
        #expect(try await store.paths("after") == ["1"])
        try await store.transaction { [id = link.id] in try $0.remove(id: id) }
        #expect(try await store.paths("after").isEmpty)
    }

    private func checkRanking(_ store: any LinkStore) async throws {
        try await store.insert(
            .sample("note", title: "something", note: "sqlite", day: 2), .sample("title", title: "sqlite", day: 1))
        #expect(try await store.paths("sqlite", order: .relevance) == ["title", "note"])
        #expect(try await store.paths("sqlite", order: .added) == ["note", "title"])
    }
}
