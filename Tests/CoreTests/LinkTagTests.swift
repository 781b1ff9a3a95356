import Core
import Testing

struct LinkTagTests {
    @Test(arguments: [
        ("swift", "swift"),
        ("  to  read ", "to read"),
        ("a,b", "a b"),
        ("a\u{7}b\tc\u{7F}", "a b c"),
        ("a\u{3000}b\u{80}c", "a b c"),
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
        #expect(Set(LinkTag.list("x, \(text)").map(\.name)) == ["x", name])
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

    @Test func `tags are ordered by key`() throws {
        #expect(
            ["b", "A", "C"].compactMap { LinkTag($0) }.sorted().map(\.name) == ["A", "b", "C"]
        )
        let tag = try #require(LinkTag("a"))
        #expect(!(tag < tag))
    }

    @Test func `commas separate the tags in a list`() {
        #expect(
            LinkTag.list("to read, swift,,Swift")
                == Set(["to read", "swift"].compactMap { LinkTag($0) })
        )
    }
}
