import Core
import Foundation
import LibraryInterface
import LinkRows
import SearchText
import Testing

struct LinkQueryTests {
    private let date = Date(timeIntervalSince1970: 1_000)

    @Test func `a query for every link has no condition`() {
        #expect(LinkQuery().conditions(at: date).isEmpty)
    }

    @Test func `each part of a query becomes a condition, beginning with the search terms`() {
        let tags = LinkTag.list("book,paper")
        let excludedTags = LinkTag.list("read")
        let terms = SearchTerms("c++ book d OR .net -e")
        let query = LinkQuery(
            ids: 2...3,
            terms: terms,
            tags: [tags],
            excludedTags: excludedTags,
            isUntagged: true,
            isUntitled: true,
            verdicts: [.dead, nil],
            deadFor: .seconds(60)
        )
        let expected: [LinkQuery.Condition] = [
            .contains(terms.required),
            .containsLiterally("c++"),
            .containsAny([.word("d"), .word(".net")]),
            .lacks(.word("e")),
            .hasAnyTag(tags),
            .hasID(2...3),
            .lacksTags(excludedTags),
            .isUntagged,
            .isUntitled,
            .hasVerdict([.dead, nil]),
            .deadSince(Date(timeIntervalSince1970: 940)),
        ]
        #expect(query.conditions(at: date) == expected)
    }

    @Test func `the last sort key is the ID`() {
        #expect(LinkQuery(order: .added).sortKeys == [.newest, .greatestID])
        #expect(LinkQuery(order: .oldest).sortKeys == [.oldest, .leastID])
        #expect(LinkQuery(order: .title).sortKeys == [.title, .url, .greatestID])
        #expect(
            LinkQuery(order: .checked).sortKeys == [.leastRecentlyChecked, .newest, .greatestID]
        )
    }

    @Test func `ordering by relevance requires a search term`() {
        let terms = SearchTerms("book")
        #expect(LinkQuery(order: .relevance).sortKeys == [.newest, .greatestID])
        #expect(LinkQuery(terms: terms, order: .relevance).sortKeys == [.relevance, .greatestID])
    }
}
