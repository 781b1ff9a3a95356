import Core
import Foundation
import LibraryInterface
import Testing
import TransferInterface

struct JSONImportTests {
    @Test func `what an export writes is read`() async throws {
        let json = """
            \u{FEFF} [
            {"id":7,"url":"https://a.com/","title":"A \\"q\\" \\u00e9 ]}","note":null,"tags":["x","Y z"],"added":"2023-07-22T04:26:40Z",
             "updated":"2023-07-22T06:26:41.999+02:00","verdict":null,"checked":null,"more":{"deep":[1,{}]}},
            {"url":"https://b.com/"}
            ]
            """
        let links = try await Imported(json).links
        #expect(links.map(\.url) == ["https://a.com/", "https://b.com/"])
        #expect(links[0].title == "A \"q\" é ]}")
        #expect(links[0].tags.sorted().map(\.name) == ["x", "Y z"])
        #expect(links[0].added == date(1_690_000_000))
        #expect(links[0].updated == date(1_690_000_001))
        #expect(links[1].added == date(1_700_000_000))
    }

    @Test(arguments: ["[]", " [ ] \n"])
    func `an empty array is a file of no links`(json: String) async throws {
        #expect(try await Imported(json).report.read == 0)
    }

    @Test func `objects one after another are read`() async throws {
        #expect(try await Imported("{\"url\":\"https://a.com/\"}\n{\"url\":\"https://b.com/\"}\n").links.count == 2)
    }

    @Test(arguments: [
        ("5,", "another object, or nothing, is expected"),
        ("{\"url\":\"https://x.com/\",}", "a name in quotes is expected"),
        ("{\"url\":\"https://x.com/\"", "the object ends with its line"),
        ("{\"url\":", "the object ends with its line"),
        ("{\"url\":\"https://x.c", "a text ends with its line"),
        ("{\"title\":\"x\",\"children\":[,", "a value is expected"),
        ("{\"url\":\"https://x.com/\",\"tags\":[1,}", "a value is expected"),
    ])
    func `of objects on lines of their own a broken one is skipped with its line, and the rest is read`(
        broken: String, reason: String
    ) async throws {
        let whole = "{\"url\":\"https://a.com/\"}"
        let other = "{\"url\":\"https://b.com/\",\n \"title\":\n\"B\"}"
        let imported = try await Imported(
            "\(whole)\n\(broken)\n\(other)\n\(broken)\r\n\(broken)\n\(whole)\n", foldersAsTags: true)
        #expect(imported.tags == ["https://a.com/": [], "https://b.com/": []])
        #expect(imported.report.read == 3)
        #expect(imported.brokenLines == [2, 6, 7].map { BrokenLine(line: $0, reason: reason) })
    }

    @Test func `the first and the last line may be broken too`() async throws {
        let imported = try await Imported("{\"url\" 1}\n{\"url\":\"https://a.com/\"}\n{\"url\":\"https://b")
        #expect(imported.links.map(\.url) == ["https://a.com/"])
        #expect(
            imported.brokenLines == [
                BrokenLine(line: 1, reason: "a colon is expected"),
                BrokenLine(line: 3, reason: "the file ends before it is whole"),
            ])
    }

    @Test func `invalid UTF-8 is repaired`() async throws {
        let bytes = Array("[{\"url\":\"https://a.com/\",\"title\":\"é è caf".utf8) + [0xE9] + Array("\"}]".utf8)
        #expect(try await Imported(bytes).links.map(\.title) == ["é è caf\u{FFFD}"])
    }

    @Test func `bad entries are reported with their lines, and the rest is read`() async throws {
        let imported = try await Imported(
            "[\n{\"title\":\"x\"},\n{\"url\":\"ftp://a\"},\n{\"url\":\"https://a.com/\",\"added\":\"?\"}]")
        #expect(imported.report.skipped.map(\.line) == [2, 3])
        #expect(imported.report.added == 1)
    }

    @Test func `an element that is no object is one bad entry`() async throws {
        let imported = try await Imported(
            "[{\"url\":\"https://a.com/\"},\n5,\"x\",null,\n{\"url\":\"https://b.com/\"}]")
        #expect(imported.report.added == 2)
        #expect(imported.report.skipped.map(\.line) == [2, 2, 2])
    }

    @Test(arguments: [
        ("[\n{\"url\":\"https://a.com/\"}\n{\"url\":\"x\"}]", 3, "a comma or the end of the array is expected"),
        ("[\n{\"url\":\"https://a.com/\"},\n]", 3, "a value is expected"),
        ("[1]", 1, "it holds no links, which are objects with a member url, uri, href or link"),
        ("[{\"url\":\"https://a.com/\"}]\n\n[]", 3, "nothing is expected after the array"),
        ("[\n{\"url\":\"https://a.com/\"", 2, "the file ends before it is whole"),
        ("[\n", 2, "the file ends before it is whole"), ("[\n\n{\"url\":}]", 3, "a value is expected"),
        ("{}\n[]", 2, "another object, or nothing, is expected"), ("[{\"url\" 1}]", 1, "a colon is expected"),
        ("[{url:1}]", 1, "a name in quotes is expected"),
        ("[{\"a\":1 \"b\":2}]", 1, "a comma or the end of the object is expected"),
        ("[{\"a\":nul}]", 1, "a value is expected"), ("[{\"a\":1-2}]", 1, "a value is expected"),
        ("{\"a\":[1}", 1, "a comma or the end of the array is expected"),
        ("{\n\"a\":1\n\"b\":2}\n", 3, "a comma or the end of the object is expected"),
        ("{\"url\" 1}\n{\"url\" 2}\n", 1, "a colon is expected"),
        ("[{\"a\":\"x", 1, "the file ends before it is whole"),
        (String(repeating: "[", count: 600), 1, "it is nested more than 500 deep"),
    ])
    func `malformed JSON is an error that names the line`(json: String, line: Int, reason: String) async throws {
        do {
            _ = try await Imported(json)
            Issue.record("it was read")
        } catch TransferError.malformed(_, let foundLine, let foundReason) {
            #expect(foundLine == line)
            #expect(foundReason == reason)
        }
    }
}
