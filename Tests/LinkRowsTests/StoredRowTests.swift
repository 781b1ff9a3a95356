import CheckingInterface
import Core
import Foundation
import LibraryInterface
import LinkRows
import Testing

struct StoredRowTests {
    private let date = Date(timeIntervalSince1970: 1_700_000_000)
    private let seconds = "1700000000"

    @Test func `a check record has the values of its row`() throws {
        let record = CheckRecord(
            link: 7,
            verdict: .moved,
            status: 301,
            location: "https://example.org/",
            attempts: 2,
            milliseconds: 30,
            reason: "moved permanently",
            checked: date,
            inspections: [.fragments, .contents]
        )
        let row = Row("7", "moved", "301", record.location, "2", "30", record.reason, seconds, "3")
        #expect(try CheckRecord(row: row) == record)
        let bare = try CheckRecord(row: Row("7", "ok", nil, nil, "1", "3", nil, seconds, "0"))
        #expect(bare.status == nil)
        #expect(bare.location == nil)
        #expect(bare.reason == nil)
    }

    @Test func `reading an unknown verdict throws an error`() {
        let unknown = #expect(throws: UnknownStoredValue.self) {
            try CheckRecord(row: Row("7", "fine", nil, nil, "1", "3", nil, seconds, "0"))
        }
        #expect(unknown?.reason == "a check has an unknown verdict")
        let missing = #expect(throws: UnknownStoredValue.self) {
            try VerdictRun.run(row: Row("7", nil, seconds, "2", nil))
        }
        #expect(missing?.reason == "a check has an unknown verdict")
    }

    @Test func `a verdict run has the values of its row`() throws {
        let (link, run) = try VerdictRun.run(row: Row("7", "dead", seconds, "2", "flaky"))
        #expect(link == 7)
        #expect(run == VerdictRun(.dead, since: date, checks: 2, previous: .flaky))
        #expect(try VerdictRun.run(row: Row("7", "ok", seconds, "1", nil)).run.previous == nil)
    }

    @Test func `a link has the values of its row`() {
        let row = Row("7", "https://example.org/", "A", "B", seconds, "1700000060", "a,B")
        let link = Link(
            id: 7,
            url: "https://example.org/",
            title: "A",
            note: "B",
            tags: LinkTag.list("a,b"),
            added: date,
            updated: date + 60
        )
        #expect(Link(row: row) == link)
        // Tags are equal regardless of case.
        #expect(Set(Link(row: row).tags.map(\.name)) == ["a", "B"])
        let bare = Link(row: Row("7", "https://example.org/", nil, nil, seconds, seconds, nil))
        #expect(bare.title == nil)
        #expect(bare.note == nil)
        #expect(bare.tags.isEmpty)
    }

    @Test func `a tag without a valid name has no count`() throws {
        let tag = try #require(LinkTag("a"))
        #expect(TagCount(row: Row("a", "2")) == TagCount(tag, links: 2))
        #expect(TagCount(row: Row("", "2")) == nil)
        #expect(TagCount(row: Row(nil, "2")) == nil)
    }
}
