import Core
import Foundation
import Testing

extension LinkStoreContract {
    func checkKeeping(_ store: any LinkStore) async throws {
        switch self {
        case .insertedLinksComeBack: try await checkInsertion(store)
        case .identitiesAreNeverUsedAgain: try await checkIdentities(store)
        case .addressesAreUnique: try await checkUniqueness(store)
        case .updatesReplaceEverything: try await checkUpdate(store)
        case .absentLinksAreIgnored: try await checkAbsence(store)
        case .errorsUndoTransactions: try await checkRollback(store)
        case .hostileTextIsKept: try await checkHostileText(store)
        default: Issue.record("no check for “\(rawValue)”")
        }
    }

    private func checkInsertion(_ store: any LinkStore) async throws {
        let tags: Set<LinkTag> = LinkTag.list("swift,to read")
        var draft = LinkDraft.sample("a", title: "A", note: "about a", tags: tags, day: 3)
        draft.added = draft.added?.addingTimeInterval(0.75)
        draft.updated = draft.added?.addingTimeInterval(60)
        let link = try #require(try await store.insert(draft).first)
        #expect(link.id > 0)
        #expect(link.url == draft.url && link.title == "A" && link.note == "about a" && link.tags == tags)
        #expect(link.added == LinkDraft.sample("", day: 3).added)
        #expect(link.updated == link.added.addingTimeInterval(60))
        #expect(try await store.link(id: link.id) == link)
        #expect(try await store.transaction { try $0.link(url: link.url) } == link)
        #expect(try await store.links(matching: LinkQuery()) == [link])
        #expect(try await store.links([99, link.id]) == [link])
        #expect(try await store.transaction { try $0.link(url: "https://example.org/b") } == nil)
    }

    private func checkIdentities(_ store: any LinkStore) async throws {
        let old = try #require(try await store.insert(.sample("a")).first)
        try await store.transaction { try $0.remove(id: old.id) }
        #expect(try await store.link(id: old.id) == nil)
        let new = try #require(try await store.insert(.sample("a")).first)
        #expect(new.id > old.id)
    }

    private func checkUniqueness(_ store: any LinkStore) async throws {
        let first = try await store.insert(.sample("a", title: "first"))
        await #expect(throws: StoreError.self) { try await store.insert(.sample("a", title: "second")) }
        #expect(try await store.links(matching: LinkQuery()) == first)
    }

    private func checkUpdate(_ store: any LinkStore) async throws {
        var link = try #require(try await store.insert(.sample("a", title: "A", tags: LinkTag.list("x"))).first)
        link.url = "https://example.org/b"
        link.title = nil
        link.note = "new"
        link.tags = LinkTag.list("y,z")
        link.added.addTimeInterval(-1)
        link.updated.addTimeInterval(1)
        try await store.transaction { [link] in try $0.update(link) }
        #expect(try await store.links(matching: LinkQuery()) == [link])
    }

    private func checkAbsence(_ store: any LinkStore) async throws {
        let kept = try await store.insert(.sample("a"))
        let absent = Link(id: 999, .sample("b"), added: .distantPast, updated: .distantPast)
        try await store.transaction { transaction in
            try transaction.update(absent)
            try transaction.remove(id: absent.id)
        }
        #expect(try await store.links(matching: LinkQuery()) == kept)
    }

    private func checkRollback(_ store: any LinkStore) async throws {
        struct Refusal: Error {}
        let kept = try await store.insert(.sample("a", title: "kept", tags: LinkTag.list("x")))
        await #expect(throws: Refusal.self) {
            try await store.transaction { transaction in
                _ = try transaction.insert(.sample("b", title: "lost"))
                try transaction.remove(id: kept[0].id)
                throw Refusal()
            }
        }
        #expect(try await store.links(matching: LinkQuery()) == kept)
        #expect(try await store.paths("lost").isEmpty)
        #expect(try await store.paths("kept") == ["a"])
        try await store.insert(.sample("c"))
    }

    private func checkHostileText(_ store: any LinkStore) async throws {
        let text = "a \"b\" 'c'; DROP TABLE links; --\n<b>&amp;</b>\t\u{1B}[31m👩‍👩‍👧 עברית \u{0}end"
        let link = try #require(try await store.insert(.sample("a", title: text, note: text)).first)
        #expect(try await store.link(id: link.id)?.title == text)
        #expect(try await store.link(id: link.id)?.note == text)
    }
}
