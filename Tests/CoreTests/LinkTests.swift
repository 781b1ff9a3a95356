import Core
import Foundation
import JSONText
import Testing

struct LinkTagTests {
    @Test(arguments: [
        ("swift", "swift"),
        ("  to  read ", "to read"),
        ("a,b", "a b"),
        ("a\u{7}b\tc\n", "a b c"),
        ("caf\u{e9}", "caf\u{e9}"),
    ])
    func `white space, commas and control characters separate the words of a tag`(
        text: String,
        name: String
    ) {
        #expect(LinkTag(text)?.name == name)
    }

    @Test(arguments: [
        ("#swift", "swift"),
        ("##to  read", "to read"),
        (" # ,#a", "a"),
        ("C#", "C#"),
        ("#ü#", "ü#"),
        ("a #b", "a #b"),
    ])
    func `a leading # is not part of the name of a tag`(text: String, name: String) {
        #expect(LinkTag(text)?.name == name)
        #expect(
            LinkTag.list("x, \(text)").contains {
                $0.name == name.split(separator: ",").last.map(String.init)
            }
        )
    }

    @Test(arguments: ["", "  ", ",", " , \u{1b}", "#", "# #"])
    func `an empty name is not a tag`(text: String) {
        #expect(LinkTag(text) == nil)
    }

    @Test func `tags that differ only in case are equal, and each preserves its spelling`() {
        #expect(LinkTag("Swift") == LinkTag("swift"))
        #expect(Set([LinkTag("Swift"), LinkTag("SWIFT")]).count == 1)
        #expect(LinkTag("Swift")?.description == "Swift")
    }

    @Test func `canonically equivalent names have keys with the same bytes`() throws {
        let keys = try ["Übung", "U\u{308}BUNG", "u\u{308}bung"].map {
            try #require(LinkTag($0)).key
        }
        #expect(keys.map { Array($0.utf8) } == Array(repeating: Array("übung".utf8), count: 3))
    }

    @Test func `tags are ordered by key`() {
        #expect(
            ["b", "A", "c"].compactMap { LinkTag($0) }.sorted().map(\.name) == ["A", "b", "c"]
        )
    }

    @Test func `commas separate the tags in a list`() {
        #expect(
            LinkTag.list("to read, swift,,Swift")
                == Set(["to read", "swift"].compactMap { LinkTag($0) })
        )
    }
}

struct SearchTermsTests {
    @Test(arguments: [
        ("swift  server", [SearchTerm.word("swift"), .word("server")]),
        ("\"to read\"", [.phrase("to read")]),
        ("a \"b c\" d", [.word("a"), .phrase("b c"), .word("d")]),
        ("\"a b\" \"c d\"", [.phrase("a b"), .phrase("c d")]),
        ("a \"b c", [.word("a"), .phrase("b c")]),
        ("c++ -- !", [.word("c++")]),
        ("#swift #c# \"#1\"", [.word("swift"), .word("c#"), .phrase("#1")]),
        ("\"...\"", []),
        ("🚀 ° → ©", [.word("🚀")]),
        ("", []),
        ("\u{65e5}\u{672c}", [.word("\u{65e5}\u{672c}")]),
    ])
    func `parses the words and phrases of a search`(text: String, terms: [SearchTerm]) {
        #expect(SearchTerms(text) == SearchTerms(required: terms.map { [$0] }))
    }

    @Test(
        arguments: [
            ("a OR b", [["a", "b"]]),
            ("a OR b OR c d", [["a", "b", "c"], ["d"]]),
            ("a b OR c", [["a"], ["b", "c"]]),
            ("a or b", [["a"], ["or"], ["b"]]),
            ("OR a", [["OR"], ["a"]]),
            ("a OR", [["a"], ["OR"]]),
            ("a OR OR b", [["a", "OR"], ["b"]]),
            ("a … OR b", [["a", "b"]]),
        ] as [(String, [[String]])]
    )
    func `parses alternatives that are separated by OR`(text: String, words: [[String]]) {
        #expect(SearchTerms(text) == SearchTerms(required: words.map { $0.map { .word($0) } }))
    }

    @Test(
        arguments: [
            ("-a", [], [SearchTerm.word("a")]),
            ("a -b -\"c d\" e", [.word("a"), .word("e")], [.word("b"), .phrase("c d")]),
            ("-#tag -c++", [], [.word("tag"), .word("c++")]),
            ("a OR -b", [.word("a"), .word("OR")], [.word("b")]),
            ("-a OR b", [.word("OR"), .word("b")], [.word("a")]),
            ("--a b-c - d", [.word("--a"), .word("b-c"), .word("d")], []),
            ("- \"a b\"", [.phrase("a b")], []),
            ("\"-a\"", [.phrase("-a")], []),
            ("a -", [.word("a")], []),
        ] as [(String, [SearchTerm], [SearchTerm])]
    )
    func `parses excluded terms`(text: String, words: [SearchTerm], excluded: [SearchTerm]) {
        let expected = SearchTerms(required: words.map { [$0] }, excluded: excluded)
        #expect(SearchTerms(text) == expected)
    }
}

struct JSONOfLinkTests {
    @Test func `the JSON of a link has every member, with null for absent values`() {
        let date = Date(timeIntervalSince1970: 1_735_689_600)
        let link = Link(
            id: 7,
            url: "https://example.org/",
            tags: LinkTag.list("b,a"),
            added: date,
            updated: date
        )
        let record = CheckRecord(
            link: 7,
            verdict: .dead,
            attempts: 1,
            milliseconds: 5,
            checked: date
        )
        #expect(
            JSONValue.link(link, record).text == """
                {"id":7,"url":"https://example.org/","title":null,"note":null,"tags":["a","b"],\
                "added":"2025-01-01T00:00:00Z","updated":"2025-01-01T00:00:00Z","verdict":"dead",\
                "checked":"2025-01-01T00:00:00Z"}
                """
        )
    }
}
