import Core
import Foundation
import LibraryInterface
import Testing

struct JSONDialectTests {
    @Test func `Chrome`() async throws {
        let imported = try await Imported(JSONFixtures.chrome, foldersAsTags: true)
        #expect(
            imported.tags == [
                "https://kernel.org/": [], "https://example.com/?a=1&b=2": ["Deep", "Work"],
                "https://lwn.net/": ["Work"],
                "https://www.rfc-editor.org/": [],
            ])
        let link = try #require(imported.links.first { $0.url == "https://kernel.org/" })
        #expect(link.title == "The Linux 'Kernel' é")
        #expect(link.added == date(1_690_000_000))
        #expect(imported.report.skipped.map(\.problem) == [.unsupportedScheme("javascript")])
        #expect(try await Imported(JSONFixtures.chrome).links.allSatisfy(\.tags.isEmpty))
    }

    @Test func `folders of any depth are tags up to the 64th, and in any order with their names`() async throws {
        let depth = 240
        let json =
            (0..<depth).map { "{\($0.isMultiple(of: 2) ? "\"name\":\"F\($0)\"," : "")\"children\":[" }.joined()
            + "{\"url\":\"https://a.com/\"}"
            + (0..<depth).reversed().map { "]\($0.isMultiple(of: 2) ? "" : ",\"name\":\"F\($0)\"")}" }.joined(
                separator: ",{\"url\":\"https://b.com/\"}")
        let imported = try await Imported(json, foldersAsTags: true)
        #expect(imported.links[0].tags == LinkTag.list((0..<64).map { "F\($0)" }.joined(separator: ",")))
        #expect(imported.tags["https://b.com/"]?.count == 64)
    }

    @Test func `the tree that Chrome gives to extensions`() async throws {
        let imported = try await Imported(
            """
            [{"children":[{"children":[{"dateAdded":1690000000000,"id":"5","index":0,"parentId":"1","title":"A",
             "url":"https://a.com/"},{"children":[{"id":"7","parentId":"6","title":"B","url":"https://b.com/"}],"id":"6",
             "parentId":"1","title":"Favoris"}],"id":"1","index":0,"parentId":"0","title":"Barre de favoris"}],"id":"0",
             "title":""}]
            """, foldersAsTags: true)
        #expect(imported.tags == ["https://a.com/": [], "https://b.com/": []])
        let own = try await Imported(
            "{\"title\":\"Own\",\"children\":[{\"title\":\"Favoris\",\"children\":[{\"url\":\"https://a.com/\"}]}]}",
            foldersAsTags: true)
        #expect(own.tags == ["https://a.com/": ["Favoris", "Own"]])
    }

    @Test func `Firefox`() async throws {
        let imported = try await Imported(JSONFixtures.firefox, foldersAsTags: true)
        #expect(
            imported.tags == [
                "https://www.swift.org/": ["language", "open source", "Programming"], "https://sqlite.org/": [],
            ])
        let swift = try #require(imported.links.first)
        #expect(swift.title == "Swift.org")
        #expect(swift.note == "The home of Swift")
        #expect(swift.added == date(1_690_000_002))
        #expect(swift.updated == date(1_690_000_003))
        #expect(imported.report.skipped.map(\.problem) == [.unsupportedScheme("place")])
    }

    @Test func `Pinboard`() async throws {
        let imported = try await Imported(JSONFixtures.pinboard)
        #expect(imported.links.map(\.title) == ["Pinboard: social bookmarking", "Dan Luu"])
        #expect(imported.links.map(\.note) == [nil, "First line\nsecond"])
        #expect(imported.tags["https://pinboard.in/"] == ["bookmarks", "tool", "toread"])
        #expect(imported.links.map(\.added) == [date(1_404_231_231), date(1_404_231_232)])
    }

    @Test func `members of unexpected types are ignored, and an entry without an address is reported`() async throws {
        let imported = try await Imported(
            """
            [{"url":5,"title":{"a":["b"]}},
             {"url":"https://a.com/","title":7,"tags":"x, y","note":null,"added":true},
             {"url":"https://b.com/","tags":[1,null,["z"],{"name":"n"}],"nested":{"url":"https://not.a.link/"}}]
            """)
        #expect(imported.report.skipped.map(\.line) == [1])
        #expect(
            imported.tags == ["https://a.com/": ["x", "y"], "https://b.com/": ["1", "n"], "https://not.a.link/": []])
    }

    @Test func `escapes of all kinds are decoded`() async throws {
        let json = #"[{"url":"https:\/\/a.com\/","title":"\"\\\b\f\n\r\t\u00e9\uD83D\ude00\ud83d\u0041\uZZZZ"}]"#
        let title = try await Imported(json).links.first?.title
        #expect(title == "\"\\\u{8}\u{C}\n\r\té😀\u{FFFD}A\u{FFFD}ZZZZ")
    }
}
