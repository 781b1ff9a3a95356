import Core
import Foundation
import LibraryInterface
import Testing

struct LinkQueryTests {
    @Test func `a query for every link has no condition`() {
        #expect(LinkQuery().conditions.isEmpty)
    }

    @Test func `each part of a query becomes a condition, beginning with the search terms`() {
        let tags = LinkTag.list("book,paper")
        let excludedTags = LinkTag.list("read")
        let terms = SearchTerms("c++ book d OR .net -e")
        let query = LinkQuery(
            terms: terms,
            tags: [tags],
            excludedTags: excludedTags,
            isUntagged: true,
            isUntitled: true
        )
        let expected: [LinkQuery.Condition] = [
            .contains(terms.required),
            .containsLiterally("c++"),
            .containsAny([.word("d"), .word(".net")]),
            .lacks(.word("e")),
            .hasAnyTag(tags),
            .lacksTags(excludedTags),
            .isUntagged,
            .isUntitled,
        ]
        #expect(query.conditions == expected)
    }

    @Test func `links with the same date or title are ordered by ID`() {
        #expect(LinkQuery(order: .added).sortKeys == [.newest, .greatestID])
        #expect(LinkQuery(order: .oldest).sortKeys == [.oldest, .leastID])
        #expect(LinkQuery(order: .title).sortKeys == [.title, .url, .greatestID])
    }

    @Test func `ordering by relevance requires a search term`() {
        let terms = SearchTerms("book")
        #expect(LinkQuery(order: .relevance).sortKeys == [.newest, .greatestID])
        #expect(LinkQuery(terms: terms, order: .relevance).sortKeys == [.relevance, .greatestID])
    }
}

struct LinkRuleTests {
    private let link = Link(
        id: 1,
        url: "https://example.org/",
        tags: LinkTag.list("a,b"),
        added: Date(timeIntervalSince1970: 10),
        updated: Date(timeIntervalSince1970: 20)
    )

    @Test
    func `stored dates are in whole seconds, and the update date defaults to the addition date`() {
        let draft = LinkDraft(url: link.url, added: Date(timeIntervalSince1970: 10.75))
        let stored = Link(id: 7, storing: draft, at: .distantFuture)
        #expect(stored.id == 7)
        #expect(stored.added == Date(timeIntervalSince1970: 10))
        #expect(stored.updated == stored.added)
    }

    @Test func `the spelling of a new tag replaces the spelling of an equal tag`() {
        var changed = link
        changed.replaceTags(
            LinkTag.list("a"),
            with: LinkTag("B"),
            at: Date(timeIntervalSince1970: 30)
        )
        #expect(changed.tags.map(\.name) == ["B"])
        #expect(changed.updated == Date(timeIntervalSince1970: 30))
    }

    @Test func `replacing tags never moves the update date back`() {
        var changed = link
        changed.replaceTags(LinkTag.list("a"), with: nil, at: Date(timeIntervalSince1970: 5))
        #expect(changed.tags == LinkTag.list("b"))
        #expect(changed.updated == link.updated)
    }
}
