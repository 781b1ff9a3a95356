import Core
import Foundation
import LibraryInterface
import LinkRows
import Testing

struct JournalEntryTests {
    private let date = Date(timeIntervalSince1970: 1_700_000_000)

    private func link(_ id: Link.ID) -> Link {
        Link(id: id, url: "https://example.org/\(id)", added: date, updated: date)
    }

    @Test func `a journal entry has the values of its row`() throws {
        let entry = try JournalEntry(row: Row("3", "merge", "1700000000", "4", "9"))
        #expect(entry.id == 3)
        #expect(entry.kind == .merge)
        #expect(entry.made == date)
        #expect(entry.lastBefore == 4)
        #expect(entry.lastAfter == 9)
    }

    @Test(arguments: ["none", nil])
    func `reading an unknown kind of change throws an error`(kind: String?) {
        let error = #expect(throws: UnknownStoredValue.self) {
            try JournalEntry(row: Row("1", kind, "1700000000", "0", "1"))
        }
        #expect(error?.reason == "a change has an unknown kind")
    }

    @Test func `the first links of a change are recorded links, followed by added links`() throws {
        let entry = try JournalEntry(row: Row("3", "merge", "1700000000", "4", "9"))
        let recorded = [link(2), link(4)]
        var requested: [Link.ID] = []
        let change = entry.change(of: [2, 4, 5, 6, 7, 8, 9], recorded: recorded) { ids in
            requested = ids
            return ids.map(link)
        }
        #expect(requested == [5, 6, 7])
        #expect(change.kind == .merge)
        #expect(change.made == date)
        #expect(change.ids.count == 7)
        #expect(change.firstLinks.map(\.id) == [2, 4, 5, 6, 7])
    }
}
