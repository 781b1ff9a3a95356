import Core
import Foundation
import LibraryInterface
import ProgramTesting
import Testing
import TransferInterface

struct JSONTests {
    static let samples = [
        FileSample(
            "ignores members of unexpected types",
            """
            [{"url":5,"title":{"a":["b"]}},
             {"url":"https://a.com/","title":7,"tags":"x, y","note":null,"added":true},
             {"url":"https://b.com/","tags":[1,null,["z"],{"name":"n"}],
              "nested":{"url":"https://not.a.link/"}}]
            """,
            """
            https://a.com/ | 7 | x, y
            https://b.com/ |  | 1, n
            skipped on line 1: 5
            """
        ),
        FileSample(
            "reports unknown members and unreadable dates only once",
            """
            [{"url":"https://a.com/","stars":5,"mood":"","read":false,"id":7,
              "added":"last week","more":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"extra":{"a":1}},
             {"url":"https://b.com/","stars":0,"mood":"good","read":null,
              "added":"yesterday","checked":"0"}]
            """,
            """
            https://a.com/
            https://b.com/
            remark: ignoredParts(member, ["stars", "more", "extra", "mood"])
            remark: unreadableDate("last week", line: 1)
            """
        ),
        FileSample(
            "recognizes members by less common names, and ignores icons, counts and settings",
            """
            [{"url":"https://a.com/","desc":"D","added_date":"2023-07-22","modified":"2023-07-22",
              "uid":1,"uuid":2,"icon":"i","favicon":"i","imageUrl":"i","public":1,"charset":"c",
              "shortUrl":"s","visitCount":1,"showIcon":true,"hasContent":true,"hasEbook":true}]
            """,
            "https://a.com/ |  |  | D"
        ),
        FileSample(
            "prefers the first alternative name for a URL or a title",
            """
            [{"link":"https://a.com/","resolved_url":"https://b.com/","label":"A","given_title":"B"}]
            """,
            "https://a.com/ | A"
        ),
        FileSample(
            "only the folders below the browser's folders become tags in a Chrome extension's tree",
            """
            [{"children":[
              {"children":[
                {"dateAdded":1690000000000,"id":"5","index":0,"parentId":"1","title":"A",
                 "url":"https://a.com/"},
                {"children":[{"id":"7","parentId":"6","title":"B","url":"https://b.com/"}],
                 "id":"6","parentId":"1","title":"Own"}],
               "id":"1","index":0,"parentId":"0","title":"Barre de favoris"}],
              "id":"0","title":""}]
            """,
            """
            https://a.com/ | A
            https://b.com/ | B | Own
            """
        ),
        FileSample(
            "a folder in a folder of the user becomes a tag, even with the name of a browser's folder",
            #"{"title":"Own","children":[{"title":"Favoris","children":[{"url":"https://a.com/"}]}]}"#,
            "https://a.com/ |  | Favoris, Own"
        ),
        FileSample(
            "reports links without a valid URL",
            """
            [
            {"title":"x"},
            {"url":"ftp://a"},
            {"url":"https://a.com/","added":"?"}]
            """,
            """
            https://a.com/
            skipped on line 2
            skipped on line 3: ftp://a
            remark: unreadableDate("?", line: 4)
            """
        ),
        FileSample(
            "reports entries other than objects",
            """
            [{"url":"https://a.com/"},
            5,"x",null,
            {"url":"https://b.com/"}]
            """,
            """
            https://a.com/
            https://b.com/
            skipped on line 2: 5
            skipped on line 2: x
            skipped on line 2
            """
        ),
        FileSample(
            "skips broken lines at the beginning and the end of the file",
            "{\"url\" 1}\n{\"url\":\"https://a.com/\"}\n{\"url\":\"https://b",
            """
            https://a.com/
            skipped on line 1
            skipped on line 3
            """
        ),
        FileSample(
            "skips a broken last line",
            "{\"url\":\"https://a.com/\"}\n{\"url\" 1}",
            """
            https://a.com/
            skipped on line 2
            """
        ),
    ]

    @Test(arguments: samples)
    func `reads a JSON file`(sample: FileSample) async throws {
        try await sample.check()
    }

    @Test(arguments: [
        "[]", " [ ] \n", #"{"count":0,"next":null,"results":[]}"#,
        #"{"roots":{"other":{"children":[]}}}"#, #"{"roots":{}}"#,
        #"{"bookmarks":{"children":[]}}"#, #"{"data":{"items":[]}}"#,
    ])
    func `accepts a file without links`(json: String) async throws {
        let imported = try await Imported(json)
        #expect(imported.report.read == 0)
        #expect(imported.remarks.isEmpty)
    }

    @Test(arguments: ["bookmarks", "data", "entries", "items", "links", "posts", "results"])
    func `a list with a usual name is a list of links`(name: String) async throws {
        let json = "{\"\(name)\":[{\"link\":\"https://a.com/\"}]}"
        #expect(try await Imported(json).links.map(\.url) == ["https://a.com/"])
        #expect(try await Imported("{\"\(name)\":[]}").report.read == 0)
    }

    @Test func `decodes all kinds of escape sequences`() async throws {
        let escaped = #"\"\\\b\f\n\r\t\u00e9\uD83D\ude00\ud83d\u0041\uZZZZ"#
        let json = #"[{"url":"https:\/\/a.com\/","title":"\#(escaped)"}]"#
        let title = try await Imported(json).links.first?.title
        #expect(title == "\"\\\u{8}\u{C}\n\r\té😀\u{FFFD}A\u{FFFD}ZZZZ")
    }

    @Test(arguments: [(10, ""), (11, "\nremark: shortened(title, line: 1)")])
    func `the limit of a title applies to its decoded text`(
        count: Int,
        remark: String
    ) async throws {
        let title = String(repeating: #"\u0041"#, count: count)
        let json = #"[{"url":"https://a.com/","title":"\#(title)"}]"#
        let summary = try await Imported(json.utf8, textLimit: 10).summary
        #expect(summary == "https://a.com/ | AAAAAAAAAA\(remark)")
    }

    @Test func `replaces invalid UTF-8`() async throws {
        let start = Array("[{\"url\":\"https://a.com/\",\"title\":\"é è caf".utf8)
        let bytes = start + [0xE9] + Array("\"}]".utf8)
        #expect(try await Imported(bytes).links.map(\.title) == ["é è caf\u{FFFD}"])
    }

    @Test(
        arguments: Row.table(
            """
            5, → expected another object or the end of the file
            {"url":"https://x.com/",} → expected a name in quotes
            {"url":"https://x.com/" → the object is not closed at the end of its line
            {"url": → the object is not closed at the end of its line
            {"url":"https://x.c → a string is not closed at the end of its line
            {"title":"x","children":[, → expected a value
            {"url":"https://x.com/","tags":[1,} → expected a value
            """
        )
    )
    func `skips a broken line if each object is on its own line`(row: Row) async throws {
        let broken = row[0]
        let whole = #"{"url":"https://a.com/","x":{"y":0}}"#
        let json = """
            \(whole)
            \(broken)
            {"url":"https://b.com/",
             "title":
            "B"}
            \(broken)\r
            \(broken)
            \(whole)

            """
        let imported = try await Imported(json, foldersAsTags: true)
        #expect(imported.tags == ["https://a.com/": [], "https://b.com/": []])
        #expect(imported.report.read == 6)
        #expect(
            imported.report.skipped == [2, 6, 7].map { InvalidEntry(line: $0, reason: row[1]) }
        )
    }

    @Test(
        arguments: Row.table(
            """
            [⏎{"url":"https://a.com/"}⏎{"url":"x"}] → 3 → expected a comma or the end of the array
            [⏎{"url":"https://a.com/"},⏎] → 3 → expected a value
            [{"url":"https://a.com/"}]⏎⏎[] → 3 → unexpected text after the array
            [⏎{"url":"https://a.com/" → 2 → the file is incomplete
            [⏎ → 2 → the file is incomplete
            [⏎⏎{"url":}] → 3 → expected a value
            {}⏎[] → 2 → expected another object or the end of the file
            [{"url" 1}] → 1 → expected a colon
            [{url:1}] → 1 → expected a name in quotes
            [{"a":1 "b":2}] → 1 → expected a comma or the end of the object
            [{"a":nan}] → 1 → expected a value
            [{"a":1-2}] → 1 → expected a value
            {"a":[1} → 1 → expected a comma or the end of the array
            {⏎"a":1⏎"b":2}⏎ → 3 → expected a comma or the end of the object
            {"url" 1}⏎{"url" 2}⏎ → 1 → expected a colon
            [{"a":"x → 1 → the file is incomplete
            [{"a":"x⏎⏎y"}⏎{}] → 4 → expected a comma or the end of the array
            """
        )
    )
    func `reports the line of an error in malformed JSON`(row: Row) async throws {
        try await expectMalformed(line: #require(Int(row[1])), row[2], in: row.lines(0))
    }

    @Test func `a value can be nested at most 500 levels deep`() async throws {
        let brackets = String(repeating: "[", count: 500)
        try await expectMalformed(line: 1, "the file is incomplete", in: brackets)
        let reason = "a value is nested more than 500 levels deep"
        try await expectMalformed(line: 1, reason, in: brackets + "[")
    }

    @Test func `limits the length of a number`() async throws {
        let number = "0." + String(repeating: "1", count: 1_022)
        try await expectMalformed(line: 1, Self.noLinks, in: "[\(number)]")
        let reason = "a number is longer than 1024 digits"
        try await expectMalformed(line: 1, reason, in: "[\(number)1]")
    }

    @Test(
        arguments: Row.table(
            """
            [1] → 1
            {"a":1} → 1
            {} → 1
            {"data":{"a":[1,2]}} → 1
            [⏎⏎{"a":1}] → 3
            [⏎1,⏎{}] → 2
            [⏎{},⏎1] → 2
            {"items":[{"a":1}]} → 1
            {"items":[1]} → 1
            {"other":[]} → 1
            {"other":[{"link":"https://a.com/"}]} → 1
            {"a":1}{"b":[]} → 1
            """
        )
    )
    func `reports the line of the first value in JSON without links`(row: Row) async throws {
        try await expectMalformed(line: #require(Int(row[1])), Self.noLinks, in: row.lines(0))
    }

    private static let noLinks =
        "no links found; a link is an object with a member named url, uri, href or link"

    @Test(arguments: ["content", "data", "repo", "tab"])
    func `an inner object with a usual name can contain the URL`(name: String) async throws {
        let part = #"{"url":"https://a.com/","mood":"good"}"#
        let imported = try await Imported("[{\"title\":\"A\",\"\(name)\":\(part)}]")
        let remark = #"remark: ignoredParts(member, ["mood"])"#
        #expect(imported.summary == "https://a.com/ | A\n\(remark)")
    }

    @Test(arguments: [(members: 20, rest: []), (members: 100, rest: ["…"])])
    func `reports the names of at most 20 unknown members`(
        members: Int,
        rest: [String]
    ) async throws {
        let names = (0..<members).map { "m\($0)" }
        let json = names.map { "\"\($0)\":1" }.joined(separator: ",")
        let remarks = try await Imported("{\"url\":\"https://a.com/\",\(json)}").remarks
        #expect(remarks == [.ignoredParts(.member, names.prefix(20) + rest)])
    }

    @Test(
        arguments: Row.table(
            """
            {"bookmarks":[{"url":"https://a.com/","tags":"a b"}]} → a → b
            [{"url":"https://a.com/","tags":"a b, c"}] → a b → c
            [{"href":"https://a.com/","tag":"a b"}] → a → b
            [{"uri":"https://a.com/","tags":"a b"}] → a b
            [{"link":"https://a.com/","tags":"a b"}] → a → b
            [{"url":"https://a.com/","tags":[{"id":1,"name":"a b"}],"labels":["c"]}] → a b → c
            [{"url":"https://a.com/","status":"unread"}] → toread
            [{"url":"https://a.com/","time_added":7,"tags":"a|to learn","status":"unread"}] → a → to learn → toread
            [{"url":"https://a.com/","time_added":"1487264937","tags":"","status":"archive"}]
            [{"url":"https://a.com/","status":"0","time_added":"1487264937"}] → toread
            [{"url":"https://a.com/","status":"1","time_added":"1487264937"}]
            [{"url":"https://a.com/","status":0}]
            """
        )
    )
    func `reads tags in every form that programs write`(row: Row) async throws {
        let imported = try await Imported(row[0])
        #expect(imported.tags == ["https://a.com/": row[1...]])
        #expect(imported.remarks.isEmpty)
    }

    @Test(arguments: [
        "addDate", "add_date", "ADD_DATE", "dateAdded", "created", "date_created", "creationDate",
        "dt",
    ])
    func `reads the date of addition from a member with any known name`(name: String) async throws {
        let imported = try await Imported("[{\"url\":\"https://a.com/\",\"\(name)\":1690000000}]")
        #expect(imported.links.map(\.added) == [date(1_690_000_000)])
        #expect(imported.remarks.isEmpty)
    }

    @Test(
        arguments: Row.table(
            """
            {"roots":{"synced":{"name":"Own","children":[LINK]}}}
            {"root":"placesRoot","title":"Own","children":[LINK]}
            {"title":"Own","links":[LINK]}
            {"title":"Own","children":[LINK]} → Own
            """
        )
    )
    func `containers of browsers and objects other than folders do not become tags`(
        row: Row
    ) async throws {
        let json = row[0].replacing("LINK", with: #"{"url":"https://a.com/"}"#)
        let imported = try await Imported(json, foldersAsTags: true)
        #expect(imported.tags == ["https://a.com/": row[1...]])
    }

    @Test
    func `the outermost 64 folders become tags, whether names precede or follow their contents`()
        async throws
    {
        var start = ""
        var ends: [String] = []
        for level in 0..<240 {
            let name = "\"name\":\"F\(level)\""
            if level.isMultiple(of: 2) {
                start += "{\(name),\"children\":["
                ends.append("]}")
            } else {
                start += "{\"children\":["
                ends.append("],\(name)}")
            }
        }
        let end: String = ends.reversed().joined(separator: ",{\"url\":\"https://b.com/\"}")
        let json = "\(start){\"url\":\"https://a.com/\"}\(end)"
        let imported = try await Imported(json, foldersAsTags: true)
        let names = (0..<64).map { "F\($0)" }
        let link = try #require(imported.links.first)
        #expect(link.tags == LinkTag.list(names.joined(separator: ",")))
        #expect(imported.tags["https://b.com/"].map(Set.init) == Set(names))
    }

    /// Lists of collections, in which `LINK` stands for a link.
    private static let collections = [
        // The parent precedes its child.
        """
        {"id":1,"name":"Code","parentId":null,"links":[]},
        {"id":2,"name":"Swift","parentId":1,"links":[LINK]}
        """,
        // The parent follows its child.
        """
        {"id":2,"name":"Swift","parentId":1,"links":[LINK]},
        {"id":1,"name":"Code","links":[]}
        """,
        // The properties follow the links, and a parent does not exist.
        """
        {"links":[LINK],"parentId":"1","name":"Swift"},
        {"links":[],"name":"Code","id":"1","parentId":9}
        """,
        // Each collection is the parent of the other.
        """
        {"id":2,"name":"Swift","parentId":1,"links":[LINK]},
        {"id":1,"name":"Code","parentId":2,"links":[]}
        """,
    ]

    private func linkwarden(_ collections: String) -> String {
        let link = """
            {"id":1,"name":"S","url":"https://swift.org/","tags":[{"id":1,"name":"lang"}],
             "collectionId":2}
            """
        let collections = collections.replacing("LINK", with: link)
        return "{\"collections\":[\(collections)],\"pinnedLinks\":[]}"
    }

    @Test(arguments: collections)
    func `Linkwarden's parent IDs determine the path of a folder`(
        collections: String
    ) async throws {
        let json = linkwarden(collections)
        let imported = try await Imported(json, foldersAsTags: true)
        #expect(imported.tags == ["https://swift.org/": ["Code", "lang", "Swift"]])
        #expect(try await Imported(json).tags == ["https://swift.org/": ["lang"]])
        // A collection with the name of a browser container becomes a tag.
        let favorites = json.replacing("Code", with: "Favorites")
        let tags = try await Imported(favorites, foldersAsTags: true).tags
        #expect(tags["https://swift.org/"]?.contains("Favorites") == true)
    }
}
