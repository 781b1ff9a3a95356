import Core
import Testing

extension LinkStoreContract {
    func checkLists(_ store: any LinkStore) async throws {
        switch self {
        case .identitiesNameLinks: try await checkIdentities(store)
        case .tagsFilter: try await checkTagFilters(store)
        case .missingTagsAndTitlesFilter: try await checkMissing(store)
        case .newestFirst: try await checkAge(store)
        case .titleOrder: try await checkTitles(store)
        case .limitsHold: try await checkLimits(store)
        default: Issue.record("no check for “\(rawValue)”")
        }
    }

    private func checkIdentities(_ store: any LinkStore) async throws {
        let links = try await store.insert(.sample("1"), .sample("2"), .sample("3"))
        let missing = (links.map(\.id).max() ?? 0) + 1
        #expect(try await store.links([links[2].id, missing, links[0].id]) == [links[2], links[0]])
        #expect(try await store.links([]).isEmpty)
        #expect(try await store.ids(matching: LinkQuery(limit: 2)) == [links[2].id, links[1].id])
        #expect(try await store.ids(matching: LinkQuery(terms: [.word("nothing")])).isEmpty)
        #expect(try await store.link(url: links[1].url) == links[1])
        #expect(try await store.link(url: "https://example.org/4") == nil)
    }

    private func checkTagFilters(_ store: any LinkStore) async throws {
        try await store.insert(
            .sample("1", title: "one", tags: LinkTag.list("Swift,book"), day: 3),
            .sample("2", title: "two", tags: LinkTag.list("swift"), day: 2), .sample("3", title: "three"))
        let swift = LinkTag.list("SWIFT")
        let book = LinkTag.list("book")
        #expect(try await store.paths(LinkQuery(tags: swift)) == ["1", "2"])
        #expect(try await store.paths(LinkQuery(tags: swift.union(book))) == ["1"])
        #expect(try await store.paths(LinkQuery(tags: swift, excludedTags: book)) == ["2"])
        #expect(try await store.paths(LinkQuery(excludedTags: swift)) == ["3"])
        #expect(try await store.paths(LinkQuery(terms: [.word("two")], tags: book)).isEmpty)
        #expect(try await store.paths(LinkQuery(tags: LinkTag.list("unknown"))).isEmpty)
        let words = SearchTerm.parse("example t")
        for order in [LinkQuery.Order.relevance, .title, .added] {
            #expect(try await store.paths(LinkQuery(terms: words, tags: swift, order: order)) == ["2"])
            #expect(try await store.paths(LinkQuery(terms: words, excludedTags: swift, order: order)) == ["3"])
        }
    }

    private func checkMissing(_ store: any LinkStore) async throws {
        try await store.insert(
            .sample("bare", day: 5), .sample("titled", title: "t", day: 4), .sample("empty", title: "", day: 3),
            .sample("tagged", tags: LinkTag.list("x"), day: 2),
            .sample("both", title: "t", tags: LinkTag.list("x,y"), day: 1))
        for terms in [[], SearchTerm.parse("example"), SearchTerm.parse(".org")] {
            for order in [LinkQuery.Order.relevance, .title, .added, .oldest] {
                var query = LinkQuery(terms: terms, isUntagged: true, order: order)
                #expect(try await Set(store.paths(query)) == ["bare", "titled", "empty"])
                query.isUntitled = true
                #expect(try await store.paths(query) == ["bare"])
                query.isUntagged = false
                #expect(try await Set(store.paths(query)) == ["bare", "tagged"])
                query.tags = LinkTag.list("x")
                #expect(try await store.paths(query) == ["tagged"])
            }
        }
        #expect(try await store.paths(LinkQuery(isUntagged: true, limit: 2)) == ["bare", "titled"])
        #expect(try await store.paths(LinkQuery(isUntitled: true, limit: 2)) == ["bare", "tagged"])
    }

    private func checkAge(_ store: any LinkStore) async throws {
        try await store.insert(.sample("old", day: 1), .sample("new", day: 3), .sample("same", day: 3))
        #expect(try await store.paths(LinkQuery()) == ["same", "new", "old"])
        #expect(try await store.paths(LinkQuery(order: .relevance)) == ["same", "new", "old"])
        #expect(try await store.paths(LinkQuery(order: .oldest)) == ["old", "new", "same"])
        #expect(try await store.paths(LinkQuery(terms: [.word("example")], order: .oldest)) == ["old", "new", "same"])
    }

    private func checkTitles(_ store: any LinkStore) async throws {
        try await store.insert(
            .sample("3", title: "beta"), .sample("2", title: "Alpha"), .sample("1", title: "alpha"), .sample("0"),
            .sample("6", title: "ÉCOLE"), .sample("5", title: "ecole"), .sample("4", title: "été"))
        #expect(try await store.paths(LinkQuery(order: .title)) == ["1", "2", "3", "5", "6", "4", "0"])
        #expect(try await store.paths(LinkQuery(order: .title, limit: 2)) == ["1", "2"])
        #expect(try await store.paths(LinkQuery(terms: [.word("ec")], order: .title)) == ["5", "6"])
    }

    private func checkLimits(_ store: any LinkStore) async throws {
        try await store.insert(.sample("1", day: 1), .sample("2", day: 2), .sample("3", day: 3))
        #expect(try await store.paths(LinkQuery(limit: 2)) == ["3", "2"])
        #expect(try await store.paths(LinkQuery(limit: 0)).isEmpty)
        #expect(try await store.paths(LinkQuery(limit: 9)).count == 3)
    }
}
