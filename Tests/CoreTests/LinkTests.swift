import Core
import Foundation
import Testing

struct LinkTests {
    private let now = Date(timeIntervalSince1970: 1_000)

    private func link(_ tags: String, updated: Date) -> Link {
        Link(
            id: 1,
            url: "https://a.example/",
            tags: LinkTag.list(tags),
            added: .distantPast,
            updated: updated
        )
    }

    @Test func `a new tag replaces the old tags, and its spelling replaces another spelling`() {
        var link = link("a, b, c, NEW", updated: now)
        link.replaceTags(LinkTag.list("a, C"), with: LinkTag("New"), at: now)
        #expect(link.tags.sorted().map(\.name) == ["b", "New"])
    }

    @Test func `tags can be removed without a replacement`() {
        var link = link("a, b, c", updated: now)
        link.replaceTags(LinkTag.list("a, c"), with: nil, at: now)
        #expect(link.tags.map(\.name) == ["b"])
    }

    @Test(arguments: [-1, 0, 1])
    func `the date of a replacement is the date of the last change, unless it is earlier`(
        seconds: TimeInterval
    ) {
        var link = link("a", updated: now + seconds)
        link.replaceTags(LinkTag.list("a"), with: nil, at: now)
        #expect(link.updated == now + max(0, seconds))
    }

    @Test func `tags are ordered by their number of links, then by name`() {
        let counts = [("B", 1), ("c", 2), ("a", 1), ("d", 3)].compactMap { name, links in
            LinkTag(name).map { TagCount($0, links: links) }
        }
        #expect(counts.sorted().map(\.tag.name) == ["d", "c", "a", "B"])
    }
}
