import Core
import CoreTesting
import Foundation
import JSONText
import Testing
import TransferInterface

struct JSONOfLinkTests {
    @Test func `the JSON of a link has every member, with null for absent values`() {
        let date = Date(timeIntervalSince1970: 1_735_689_600)
        let link = Link(
            id: 7,
            url: "https://example.org/",
            title: "A title",
            tags: LinkTag.list("d,b,a,c"),
            added: date,
            updated: date
        )
        let record = CheckRecord.sample(7, .dead)
        #expect(
            JSONValue.link(link, record).text == """
                {"id":7,"url":"https://example.org/","title":"A title","note":null,\
                "tags":["a","b","c","d"],"added":"2025-01-01T00:00:00Z","updated":"2025-01-01T00:00:00Z",\
                "verdict":"dead","checked":"2025-01-02T00:00:00Z"}
                """
        )
    }
}
