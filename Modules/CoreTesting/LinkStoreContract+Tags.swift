import Core
import Foundation
import Testing

extension LinkStoreContract {
    func checkTags(_ store: any LinkStore) async throws {
        switch self {
        case .tagsAreCounted: try await checkCounts(store)
        case .tagsAreReplaced: try await checkReplacement(store)
        case .tagsAreRemoved: try await checkRemoval(store)
        default: Issue.record("no check for “\(rawValue)”")
        }
    }

    private func checkCounts(_ store: any LinkStore) async throws {
        #expect(try await store.tags().isEmpty)
        let links = try await store.insert(
            .sample("1", tags: LinkTag.list("zebra,swift")), .sample("2", tags: LinkTag.list("SWIFT,ant")),
            .sample("3"))
        #expect(try await store.spelledTags() == ["swift 2", "ant 1", "zebra 1"])
        try await store.transaction { transaction in
            #expect(try transaction.tags().map(\.links) == [2, 1, 1])
            try transaction.remove(id: links[1].id)
        }
        #expect(try await store.spelledTags() == ["swift 1", "zebra 1"])
    }

    private func checkReplacement(_ store: any LinkStore) async throws {
        let links = try await store.insert(
            .sample("1", tags: LinkTag.list("a,b,z")), .sample("2", tags: LinkTag.list("b,c"), day: 400),
            .sample("3", tags: LinkTag.list("z")))
        let date = Date(timeIntervalSince1970: 1_750_000_000.5)
        let count = try await store.transaction {
            try $0.replaceTags(LinkTag.list("a,b"), with: LinkTag.named("C"), at: date)
        }
        #expect(count == 2)
        #expect(try await store.spelledTags() == ["C 2", "z 2"])
        let changed = try await store.links(links.map(\.id))
        #expect(changed.map(\.tags) == [LinkTag.list("c,z"), LinkTag.list("c"), LinkTag.list("z")])
        #expect(changed.map(\.updated) == [date.wholeSeconds, links[1].updated, links[2].updated])
        #expect(try await store.paths("\"a\"").isEmpty)
        #expect(try await store.paths("c") == ["2", "1"])
        let renamed = try await store.transaction {
            try $0.replaceTags(LinkTag.list("z"), with: LinkTag.named("Z"), at: date)
        }
        #expect(renamed == 2)
        #expect(try await store.spelledTags() == ["C 2", "Z 2"])
        #expect(
            try await store.transaction { try $0.replaceTags(LinkTag.list("b"), with: LinkTag.named("c"), at: date) }
                == 0)
    }

    private func checkRemoval(_ store: any LinkStore) async throws {
        let links = try await store.insert(
            .sample("1", tags: LinkTag.list("a,b")), .sample("2", tags: LinkTag.list("B"), day: 400),
            .sample("3", tags: LinkTag.list("a")))
        let date = Date(timeIntervalSince1970: 1_750_000_000.5)
        let count = try await store.transaction { try $0.replaceTags(LinkTag.list("b"), with: nil, at: date) }
        #expect(count == 2)
        #expect(try await store.spelledTags() == ["a 2"])
        let changed = try await store.links(links.map(\.id))
        #expect(changed.map(\.tags) == [LinkTag.list("a"), [], LinkTag.list("a")])
        #expect(changed.map(\.updated) == [date.wholeSeconds, links[1].updated, links[2].updated])
        #expect(try await store.paths("b").isEmpty)
        #expect(try await store.transaction { try $0.replaceTags(LinkTag.list("b"), with: nil, at: date) } == 0)
        #expect(try await store.undo(isDryRun: false)?.ids == links.prefix(2).map(\.id))
        #expect(try await store.spelledTags() == ["a 2", "b 2"])
        #expect(try await store.links(links.map(\.id)) == links)
    }
}

extension LinkTag {
    /// A tag of a name that is one.
    static func named(_ name: String) -> LinkTag {
        guard let tag = LinkTag(name) else { preconditionFailure("'\(name)' is no tag") }
        return tag
    }
}

extension LinkStore {
    /// The tags as they are spelled, each with the number of its links, in the order of the store.
    func spelledTags() async throws -> [String] { try await tags().map { "\($0.tag.name) \($0.links)" } }
}
