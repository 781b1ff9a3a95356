import Core
import Foundation
import LibraryInterface
import Testing

extension LinkStoreContract {
    private static let date = Date(timeIntervalSince1970: 1_750_000_000)

    static let undoing: [Self] = [
        Self("undoing an addition removes the added links, and their IDs are never reused") {
            store in
            let kept = try await store.insert(.sample("kept", tags: "x"))
            let gone = try await store.insert(.sample("1", tags: "x,y"), .sample("2"))
            #expect(try await store.undo()?.ids.count == 2)
            #expect(try await store.all() == kept)
            #expect(try await store.spelledTags() == ["x 1"])
            #expect(try await store.insert(.sample("1"))[0].id > gone[1].id)
        },
        Self("undoing an update restores everything, even swapped URLs") { store in
            let before = try await store.insertNewestFirst([
                .sample("1", title: "one", note: "n", tags: "x,y"),
                .sample("2"),
            ])
            try await store.transaction { transaction in
                var first = before[0]
                var second = before[1]
                first.url = "https://example.org/between"
                first.title = nil
                first.note = "other"
                first.tags = LinkTag.list("z")
                first.added.addTimeInterval(-5)
                first.updated.addTimeInterval(5)
                try transaction.update(first)
                second.url = before[0].url
                try transaction.update(second)
                first.url = before[1].url
                try transaction.update(first)
            }
            #expect(try await store.undo()?.ids.count == 2)
            #expect(try await store.all() == before)
            #expect(try await store.spelledTags() == ["x 1", "y 1"])
        },
        Self("undoing a removal restores links with their IDs") { store in
            let links = try await store.insertNewestFirst([
                .sample("1", title: "one", note: "n", tags: "X,y"),
                .sample("2"),
            ])
            try await store.transaction { transaction in
                try transaction.remove(id: links[0].id)
                _ = try transaction.insert(.sample("1", title: "another"))
                try transaction.remove(id: links[1].id)
            }
            #expect(try await store.undo()?.ids.count == 3)
            #expect(try await store.all() == links)
            #expect(try await store.spelledTags() == ["X 1", "y 1"])
        },
        Self("undoing a replacement of tags restores the old tags and their spelling") { store in
            let links = try await store.insertNewestFirst([
                .sample("1", tags: "Old,y"),
                .sample("2", tags: "old,new"),
            ])
            let before = try await store.spelledTags()
            for tag in ["OLD", "new", "other"] {
                let count = try await store.transaction(.tagRename, at: date) {
                    try $0.replaceTags(LinkTag.list("old"), with: LinkTag(tag))
                }
                #expect(count == 2)
                #expect(
                    try await store.undo()
                        == LinkChange(.tagRename, of: links, made: date)
                )
                #expect(try await store.all() == links)
                #expect(try await store.spelledTags() == before)
            }
        },
        Self("the store forgets the spelling of a tag that no link has") { store in
            let link = try await store.insert(.sample("1"))[0]
            /// Tags the link, and expects that the store saves this spelling of the tag.
            func expectSpelling(_ name: String) async throws {
                try await store.transaction { transaction in
                    var tagged = link
                    tagged.tags = LinkTag.list(name)
                    try transaction.update(tagged)
                }
                #expect(try await store.spelledTags() == ["\(name) 1"])
            }
            try await expectSpelling("Tag")
            try await store.update(link)
            try await expectSpelling("tag")
            try await store.undo()
            try await expectSpelling("TAG")
        },
        Self("each undo goes one change further back, until the journal is empty") { store in
            var states: [[Link]] = [[]]
            var link = try await store.insert(.sample("1", title: "one"))[0]
            states.append([link])
            for title in ["two", "three"] {
                link.title = title
                try await store.update(link)
                states.append([link])
            }
            try await store.remove(link.id)
            for state in states.reversed() {
                #expect(try await store.undo()?.ids.count == 1)
                #expect(try await store.all() == state)
            }
            #expect(try await store.undo() == nil)
        },
        Self("an undo returns the kind, the links and the date of the change") { store in
            var changes: [LinkChange] = []
            for (index, kind) in LinkChange.Kind.allCases.enumerated() {
                let links = try await store.transaction(kind, at: date + 0.75) { transaction in
                    try (0...index).map { try transaction.insert(.sample("\(kind)/\($0)")) }
                }
                changes.append(LinkChange(kind, of: links, made: date))
            }
            for change in changes.reversed() {
                #expect(try await store.undo() == change)
            }
        },
        Self("a change contains the IDs of all of its links, but only the first few links in full")
        {
            store in
            let old = try await store.insert(
                .sample("1", title: "old", note: "n", tags: "A,b"),
                .sample("2"),
                .sample("3")
            )
            let added = try await store.transaction(.merge, at: date) { transaction in
                try transaction.remove(id: old[2].id)
                var first = old[0]
                first.title = "new"
                first.tags = []
                try transaction.update(first)
                try transaction.remove(id: transaction.insert(.sample("gone")).id)
                return try (0..<LinkChange.firstLinksLimit).map {
                    try transaction.insert(.sample("new/\($0)", tags: "c"))
                }
            }
            let links = [old[0], old[2]] + added
            for isDryRun in [true, false] {
                let change = try #require(try await store.undo(isDryRun: isDryRun))
                #expect(change == LinkChange(.merge, of: links, made: date))
                #expect(change.firstLinks.count == LinkChange.firstLinksLimit)
                #expect(change.ids.count == links.count)
                #expect(change.firstLinks.first?.tags.map(\.name).sorted() == ["A", "b"])
            }
        },
        Self("a transaction that fails or changes nothing is not recorded in the journal") {
            store in
            try await store.remove(7)
            #expect(try await store.undo() == nil)
            try await store.insert(.sample("1"))
            _ = try await store.transaction { try $0.link(id: 1) }
            await #expect(throws: SimulatedError.self) {
                try await store.transaction { transaction in
                    _ = try transaction.insert(.sample("2"))
                    throw SimulatedError()
                }
            }
            #expect(try await store.undo()?.ids.count == 1)
            #expect(try await store.all().isEmpty)
        },
        Self("a dry run of an undo describes the change without reverting it") { store in
            #expect(try await store.undo(isDryRun: true) == nil)
            let links = try await store.insert(.sample("1"))
            let change = try await store.undo(isDryRun: true)
            #expect(change?.ids == links.map(\.id))
            #expect(try await store.all() == links)
            #expect(try await store.undo() == change)
        },
        Self("the journal discards the oldest changes beyond its limit") { store in
            for number in 0..<(LinkChange.journalLimit + 3) {
                try await store.insert(.sample("\(number)"))
            }
            for _ in 0..<LinkChange.journalLimit {
                #expect(try await store.undo() != nil)
            }
            #expect(try await store.undo() == nil)
            #expect(try await store.paths(LinkQuery(order: .title)) == ["0", "1", "2"])
        },
        Self("searches reflect an undo") { store in
            var link = try await store.insert(
                .sample("1", title: "first", tags: "x")
            )[0]
            link.title = "second"
            try await store.update(link)
            try await store.undo()
            try await store.expect(["first x": ["1"], "second": []])
            try await store.undo()
            try await store.expect(["first": []])
        },
    ]
}

extension LinkChange {
    /// Creates a change of links, which must be in ascending order of their IDs.
    fileprivate init(_ kind: Kind, of links: [Link], made: Date) {
        self.init(kind, of: links.map(\.id), firstLinks: Array(links.prefix(5)), made: made)
    }
}
