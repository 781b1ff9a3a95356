import Core
import Foundation
import LibraryInterface
import Testing
import TransferInterface

/// JSON of services that keep links in lists, as files and as answers of their interfaces.
struct JSONServiceTests {
    @Test func `linkding's interface`() async throws {
        let imported = try await Imported(JSONServiceFixtures.linkding)
        #expect(
            imported.tags == ["https://linkding.link/": ["bookmarks", "self hosted", "toread"], "https://a.com/": []])
        #expect(imported.links.map(\.note) == ["Self-hosted\n\nMine", nil])
        #expect(imported.links.map(\.title) == ["linkding", "Found title"])
        #expect(imported.links.map(\.added) == [date(1_690_000_000), date(1_690_000_002)])
        #expect(imported.report.read == 2, "what is around the list is no link")
        #expect(
            imported.remarks == [
                .unknownParts(.member, ["web_archive_snapshot_url", "is_archived"]),
                .morePages(next: "https://ding.example/api/bookmarks/?limit=100&offset=100"),
            ])
    }

    @Test func `Wallabag`() async throws {
        let imported = try await Imported(JSONServiceFixtures.wallabag)
        #expect(imported.tags == ["https://lwn.net/": ["linux", "to read"], "https://a.com/": ["Label"]])
        #expect(imported.links.map(\.added) == [date(1_690_000_000), date(1_690_000_001)])
        #expect(imported.links.map(\.updated) == [date(1_690_000_100), date(1_690_000_101)])
        #expect(imported.remarks == [.unknownParts(.member, ["is_archived", "content", "annotations"])])
    }

    @Test func `Karakeep keeps the address in an object of its own`() async throws {
        let imported = try await Imported(JSONServiceFixtures.karakeep)
        #expect(imported.tags == ["https://lwn.net/": ["linux"], "https://a.com/": []])
        #expect(imported.links.map(\.title) == ["LWN", "Its own"])
        #expect(imported.links.map(\.note) == ["mine", nil])
        #expect(imported.links.map(\.added) == [date(1_690_000_000), date(1_690_000_001)])
        #expect(imported.report.skipped.map(\.line) == [4], "a text is no link, and said to be none")
        #expect(imported.remarks == [.unknownParts(.member, ["archived"])])
    }

    @Test func `Omnivore, GoodLinks and Raindrop`() async throws {
        let imported = try await Imported(JSONServiceFixtures.readers)
        #expect(
            imported.tags == [
                "https://omnivore.app/": ["a", "B c"], "https://goodlinks.app/": ["x"], "https://raindrop.io/": ["y"],
            ])
        #expect(imported.links.map(\.added) == Array(repeating: date(1_690_000_000), count: 3))
        #expect(imported.links.map(\.note) == ["Said by the page", "Summary", "Excerpt\n\nMine"])
        #expect(imported.remarks == [.unknownParts(.member, ["state", "readingProgress", "starred", "important"])])
    }

    @Test func `Linkwarden's collections are folders`() async throws {
        let imported = try await Imported(JSONServiceFixtures.linkwarden, foldersAsTags: true)
        #expect(imported.tags == ["https://swift.org/": ["Code", "lang"]])
        #expect(try await Imported(JSONServiceFixtures.linkwarden).tags == ["https://swift.org/": ["lang"]])
    }

    @Test(arguments: [
        #"{"id":1,"name":"Code","parentId":null,"links":[]},{"id":2,"name":"Swift","parentId":1,"links":[LINK]}"#,
        #"{"id":2,"name":"Swift","parentId":1,"links":[LINK]},{"id":1,"name":"Code","links":[]}"#,
        #"{"links":[LINK],"parentId":"1","name":"Swift"},{"links":[],"name":"Code","id":"1","parentId":9}"#,
        #"{"id":2,"name":"Swift","parentId":1,"links":[LINK]},{"id":1,"name":"Code","parentId":2,"links":[]}"#,
    ])
    func `Linkwarden's parent IDs make the whole path`(collections: String) async throws {
        let link = #"{"id":1,"name":"S","url":"https://swift.org/","tags":[{"id":1,"name":"lang"}],"collectionId":2}"#
        let json = "{\"collections\":[\(collections.replacing("LINK", with: link))],\"pinnedLinks\":[]}"
        let imported = try await Imported(json, foldersAsTags: true)
        #expect(imported.tags == ["https://swift.org/": ["Code", "lang", "Swift"]])
        #expect(try await Imported(json).tags == ["https://swift.org/": ["lang"]])
        let own = try await Imported(json.replacing("Code", with: "Favorites"), foldersAsTags: true)
        #expect(own.tags["https://swift.org/"]?.contains("Favorites") == true, "its owner has named it")
    }

    @Test(arguments: [
        (#"{"url":"https://a.com/","status":"unread"}"#, ["toread"]),
        (
            #"{"title":"A","url":"https://a.com/","time_added":1487264937,"tags":"a|to learn","status":"unread"}"#,
            ["a", "to learn", "toread"]
        ),
        (#"{"url":"https://a.com/","time_added":"1487264937","tags":"","status":"archive"}"#, []),
        (#"{"url":"https://a.com/","status":"0","time_added":"1487264937"}"#, ["toread"]),
        (#"{"url":"https://a.com/","status":"1","time_added":"1487264937"}"#, []),
        (#"{"url":"https://a.com/","status":0}"#, []),
    ])
    func `Pocket's status says what is not read yet`(json: String, tags: [String]) async throws {
        let imported = try await Imported("[\(json)]")
        #expect(imported.tags == ["https://a.com/": tags] && imported.remarks.isEmpty)
    }

    @Test(arguments: ["addDate", "add_date", "ADD_DATE", "dateAdded", "created", "date_created", "creationDate", "dt"])
    func `a date of addition has many names`(name: String) async throws {
        let imported = try await Imported("[{\"url\":\"https://a.com/\",\"\(name)\":1690000000}]")
        #expect(imported.links.map(\.added) == [date(1_690_000_000)] && imported.remarks.isEmpty)
    }

    @Test func `Arc counts from 2001`() async throws {
        let imported = try await Imported(JSONServiceFixtures.arc)
        #expect(imported.links.map(\.title) == ["Swift"] && imported.links.map(\.added) == [date(1_690_000_000)])
        #expect(imported.remarks.isEmpty)
    }

    @Test(arguments: [
        (#"{"bookmarks":[{"url":"https://a.com/","tags":"a b"}]}"#, ["a", "b"]),
        (#"[{"url":"https://a.com/","tags":"a b, c"}]"#, ["a b", "c"]),
        (#"[{"href":"https://a.com/","tag":"a b"}]"#, ["a", "b"]),
        (#"[{"uri":"https://a.com/","tags":"a b"}]"#, ["a b"]),
        (#"[{"url":"https://a.com/","tags":[{"id":1,"name":"a b"}],"labels":["c"]}]"#, ["a b", "c"]),
    ])
    func `tags come in many forms`(json: String, tags: [String]) async throws {
        #expect(try await Imported(json).tags == ["https://a.com/": tags])
    }

    @Test(arguments: [#"{"a":1}"#, "{}", #"{"data":{"a":[1,2]}}"#, "[\n\n{\"a\":1}]", #"{"a":1}{"b":[]}"#])
    func `what holds no links is refused`(json: String) async throws {
        do {
            let imported = try await Imported(json)
            Issue.record("it was read: \(imported.report)")
        } catch TransferError.malformed(_, let line, let reason) {
            #expect(line == (json.hasPrefix("[") ? 3 : 1))
            #expect(reason == "it holds no links, which are objects with a member url, uri, href or link")
        }
    }

    @Test(arguments: ["[]", #"{"count":0,"next":null,"results":[]}"#, #"{"roots":{"other":{"children":[]}}}"#])
    func `a list of no links is a file like any other`(json: String) async throws {
        let imported = try await Imported(json)
        #expect(imported.report.read == 0 && imported.remarks.isEmpty)
    }

    @Test func `what has no place in a library is said once, unless it is nothing`() async throws {
        let imported = try await Imported(
            """
            [{"url":"https://a.com/","stars":5,"mood":"","read":false,"id":7,"added":"last week","extra":{"a":1},"more":[1]},
             {"url":"https://b.com/","stars":0,"mood":"good","read":null,"added":"yesterday","checked":"0"}]
            """)
        #expect(
            imported.remarks == [
                .unknownParts(.member, ["stars", "extra", "more", "mood"]), .unreadableDate("last week", line: 1),
            ])
    }

    @Test func `of any number of names some are said`() async throws {
        let members = (0..<100).map { "\"m\($0)\":1" }.joined(separator: ",")
        guard
            case .unknownParts(.member, let names)? = try await Imported("{\"url\":\"https://a.com/\",\(members)}")
                .remarks.first
        else { return #expect(Bool(false), "nothing was said") }
        #expect(names.count == 21 && names.last == "…")
    }
}
