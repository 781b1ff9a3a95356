import Core
import Foundation
import LibraryInterface
import Testing
import TransferInterface

/// Tests of JSON in which links contain other objects with URLs.
struct NestedObjectTests {
    @Test(arguments: [
        FileSample(
            "GitHub's stars",
            """
            [{"id":1,"name":"swift","full_name":"swiftlang/swift","private":false,
              "owner":{"login":"swiftlang","url":"https://api.github.com/users/swiftlang",
                "html_url":"https://github.com/swiftlang"},
              "html_url":"https://github.com/swiftlang/swift","description":"The language",
              "url":"https://api.github.com/repos/swiftlang/swift",
              "license":{"key":"apache-2.0","url":"https://api.github.com/licenses/apache"}}]
            """,
            """
            https://github.com/swiftlang/swift | swift |  | The language
            remark: ignoredParts(member, ["login", "key", "full_name"])
            """
        ),
        FileSample(
            "GitHub's stars with dates",
            """
            [{"starred_at":"2023-07-22T04:26:40Z","repo":{"owner":{"url":"https://o.example/"},
              "url":"https://api.github.com/repos/a/b","html_url":"https://github.com/a/b",
              "name":"b","license":{"url":"https://l.example/"}}}]
            """,
            "https://github.com/a/b | b"
        ),
        FileSample(
            "Mastodon",
            """
            [{"id":"1","uri":"https://m.example/users/a/statuses/1","url":"https://m.example/@a/1",
              "account":{"username":"a","url":"https://m.example/@a"},
              "media_attachments":[{"type":"image","url":"https://files.example/1.png"}],
              "mentions":[{"username":"b","url":"https://m.example/@b"}],
              "card":{"url":"https://card.example/","title":"Card"}}]
            """,
            "https://m.example/@a/1"
        ),
        FileSample(
            "X",
            """
            [{"id":"1","media":[{"type":"photo","url":"https://t.co/a"}],
              "user":{"name":"A","url":"https://t.co/b","entities":{"url":{"urls":[
                {"url":"https://t.co/c"}]}}},
              "url":"https://x.com/a/status/1"}]
            """,
            "https://x.com/a/status/1"
        ),
        FileSample(
            "Google Reader",
            """
            {"id":"user/1/state/com.google/starred",
             "self":[{"href":"https://google.example/api"}],
             "items":[
              {"title":"A","alternate":[{"href":"https://other.example/","type":"text/html"}],
               "canonical":[{"href":"https://a.example/"}],
               "origin":{"title":"Blog","htmlUrl":"https://blog.example/"}},
              {"canonical":[{"href":"https://b.example/"}],
               "alternate":[{"href":"https://other.example/"}]},
              {"alternate":[{"href":"https://c.example/","type":"text/html"}]}]}
            """,
            """
            https://a.example/ | A
            https://b.example/
            https://c.example/
            """
        ),
        FileSample(
            "Readwise Reader",
            """
            {"count":1,"nextPageCursor":null,"results":[
             {"id":"01","url":"https://read.readwise.io/read/01","title":"A",
              "source_url":"https://a.example/"}]}
            """,
            "https://a.example/ | A"
        ),
        FileSample(
            "the interface of Pocket",
            """
            {"status":1,"complete":1,"list":{"229279689":{"item_id":"229279689",
              "resolved_id":"229279689","given_url":"https://a.example/given","given_title":"",
              "favorite":"0","status":"1","time_added":"1690000000",
              "resolved_title":"A","resolved_url":"https://a.example/resolved",
              "excerpt":"Text","tags":{"swift":{"item_id":"229279689","tag":"swift"},
                "to learn":{"item_id":"229279689","tag":"to learn"}},
              "authors":{"1":{"author_id":"1","name":"B","url":"https://author.example/"}},
              "image":{"item_id":"229279689","src":"https://a.example/a.png"}},
             "229279690":{"item_id":"229279690","given_url":"https://b.example/",
              "time_added":"1690000001","status":"1"}},"error":null}
            """,
            """
            https://a.example/given | A | swift, to learn | Text
            https://b.example/
            remark: ignoredParts(member, ["author_id", "item_id", "resolved_id"])
            """
        ),
        FileSample(
            "Vivaldi",
            """
            {"roots":{"bookmark_bar":{"children":[
             {"type":"url","name":"A","url":"https://a.example/",
              "meta_info":{"Description":"Note"}},
             {"type":"url","name":"---","url":"http://bookmark.placeholder.url/"}]}}}
            """,
            "https://a.example/ | A |  | Note"
        ),
        FileSample(
            "an object, after another object has contained links",
            """
            {"first":{"links":[{"url":"https://a.example/"}]},
             "second":{"saved":[{"url":"https://b.example/"}],
              "children":[{"url":"https://c.example/"}]}}
            """,
            """
            https://a.example/
            https://c.example/
            https://b.example/
            """
        ),
        FileSample(
            "a list of links in an object with a URL",
            #"{"url":"https://a.example/","links":[{"url":"https://b.example/"}]}"#,
            """
            https://b.example/
            https://a.example/
            """
        ),
    ])
    func `an object inside a link is not a link, except in a list of links`(
        sample: FileSample
    ) async throws {
        try await sample.check()
    }

    @Test func `the date of a star is the date of addition`() async throws {
        let json = """
            [{"starred_at":"2023-07-22T04:26:40Z","repo":{"html_url":"https://a.example/"}}]
            """
        #expect(try await Imported(json).links.map(\.added) == [date(1_690_000_000)])
    }

    @Test(arguments: [255, 256, 257, 1_000])
    func `objects inside an object without a URL are links, however many there are`(
        count: Int
    ) async throws {
        let members = (0..<count).map { #""\#($0)":{"url":"https://a.example/\#($0)"}"# }
        let imported = try await Imported("{\"saved\":{\(members.joined(separator: ","))}}")
        #expect(imported.report.added == count)
    }

    @Test(arguments: [(256, 1), (257, 258), (258, 259)])
    func `more than 256 objects inside a link are links too`(count: Int, added: Int) async throws {
        let members = (0..<count).map { #""\#($0)":{"url":"https://a.example/\#($0)"}"# }
        let json = "{\(members.joined(separator: ",")),\"url\":\"https://b.example/\"}"
        #expect(try await Imported(json).report.added == added)
    }

    @Test(arguments: ["_links", "self"])
    func `an object with URLs of an interface is not a link`(name: String) async throws {
        let json = """
            [{"title":"A","\(name)":{"url":"https://api.example/"}},
             {"url":"https://b.example/"}]
            """
        #expect(try await Imported(json).summary == "https://b.example/\nskipped on line 1")
    }

    @Test(arguments: ["text", "asset"])
    func `a note or a file in Karakeep is not a link`(kind: String) async throws {
        let json = """
            {"bookmarks":[
            {"title":"A","content":{"type":"\(kind)","text":"a thought"}},
            {"title":"B","content":{"type":"link","url":"https://b.example/"}}]}
            """
        let imported = try await Imported(json)
        #expect(imported.links.map(\.title) == ["B"])
        #expect(imported.report.skipped == [InvalidEntry(line: 2, reason: "not a link")])
    }

    @Test func `a link in Karakeep whose URL is missing is not a note`() async throws {
        let json = """
            {"bookmarks":[
            {"title":"A","content":{"type":"link"}},
            {"title":"B","content":{"type":"link","url":"https://b.example/"}}]}
            """
        let imported = try await Imported(json)
        #expect(imported.links.map(\.title) == ["B"])
        let skipped = try #require(imported.report.skipped.first)
        #expect(skipped.line == 2)
        #expect(skipped.reason.hasPrefix("the URL is empty;"))
    }
}
