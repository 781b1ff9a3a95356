import Core
import Testing

extension LinkStoreContract {
    func checkLists(_ store: any LinkStore) async throws {
        switch self {
        case .identitiesNameLinks: try await checkIdentities(store)
        case .tagsFilter: try await checkTagFilters(store)
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
            .sample("3", title: "beta"), .sample("2", title: "Alpha"), .sample("1", title: "alpha"), .sample("0"))
        #expect(try await store.paths(LinkQuery(order: .title)) == ["1", "2", "3", "0"])
    }

    private func checkLimits(_ store: any LinkStore) async throws {
        try await store.insert(.sample("1", day: 1), .sample("2", day: 2), .sample("3", day: 3))
        #expect(try await store.paths(LinkQuery(limit: 2)) == ["3", "2"])
        #expect(try await store.paths(LinkQuery(limit: 0)).isEmpty)
        #expect(try await store.paths(LinkQuery(limit: 9)).count == 3)
    }
}
