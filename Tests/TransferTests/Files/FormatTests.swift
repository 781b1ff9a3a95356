import Core
import Foundation
import LibraryInterface
import LibraryTesting
import Testing
import Transfer
import TransferInterface

struct FormatTests {
    @Test(
        arguments: [
            ("# mine\n\nhttps://a.com/\n", "links", .urls), ("https://a.com/", "links", .urls),
            ("  mailto:x@a.com\nhttps://a.com/", "links", .urls), ("url\nhttps://a.com/", "links", .csv),
            ("Title;URL\nA;https://a.com/", "links", .csv), (" \n<A HREF='https://a.com/'>", "links", .netscape),
            ("{\"url\":\"https://a.com/\"}", "links", .json),
            ("\u{FEFF} [{\"url\":\"https://a.com/\"}]", "links", .json),
            ("Links: <A HREF='https://a.com/'>", "links.HTML", .netscape),
        ] as [(String, String, ImportFormat)])
    func `the content tells the format, and where it cannot, the name does`(
        text: String, name: String, format: ImportFormat
    ) async throws {
        let told = try await Imported(text.utf8, named: name)
        #expect(told.links.map(\.url) == ["https://a.com/"])
        #expect(try await Imported(text.utf8, named: name, format: format).report == told.report)
    }

    @Test(arguments: [
        ("https://a.example/,Alpha", "links"), ("https://a.example/,Alpha\nhttps://b.example/,Beta\n", "links.txt"),
        ("https://a.example/;Alpha\r\nhttps://b.example/;\r\n", "links"), ("https://a.example/, Alpha", "links"),
        ("Alpha,https://a.example/\n", "links"), ("\"https://a.example/\",\"Alpha\"\n", "links.csv"),
        ("1;2023-07-22;HTTPS://a.example/;x", "links"), ("Alpha\thttps://a.example/\n", "links.tsv"),
        ("https://a.example/\nhttps://b.example/,Beta\n", "links.CSV"), ("# mine\nhttps://a.example/,A\n", "links"),
        (String(repeating: "https://a.example/,A\n", count: 200) + "https://a.e", "links"),
    ])
    func `a table without a header is refused, and nothing of it is taken for a URL`(
        text: String, name: String
    ) async throws {
        do {
            let imported = try await Imported(text.utf8, named: name)
            Issue.record("it was read: \(imported.links.map(\.url))")
        } catch TransferError.tableWithoutHeader(let path) {
            #expect(path.hasSuffix(name))
        }
        let read = try await Imported(text.utf8, named: name, format: .urls)
        #expect(read.report.read > 0, "a list is read when it is said to be one")
        await #expect(throws: TransferError.self) { try await Imported(text.utf8, named: name, format: .csv) }
    }

    @Test(arguments: [
        (
            "https://a.example/x,00.html\nhttps://b.example/\n", "links",
            ["https://a.example/x,00.html", "https://b.example/"]
        ),
        ("https://a.example/\nhttps://b.example/\n", "links.csv", ["https://a.example/", "https://b.example/"]),
        ("https://a.example/;x=1\nhttps://a.example/,2", "links", ["https://a.example/;x=1", "https://a.example/,2"]),
    ])
    func `a comma in some of many URLs makes no table`(text: String, name: String, urls: [String]) async throws {
        #expect(try await Imported(text.utf8, named: name).links.map(\.url) == urls)
    }

    @Test(
        arguments: [
            ("<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel><title>News</title></channel></rss>", .feed),
            ("<?xml version='1.0' encoding='utf-8'?><feed xmlns='http://www.w3.org/2005/Atom'><entry/></feed>", .feed),
            ("<rdf:RDF xmlns='http://purl.org/rss/1.0/'>", .feed),
            ("<?xml version=\"1.0\"?><!-- of a reader -->\n<opml version=\"1.0\"><body/></opml>", .opml),
            (
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
                    + "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\"><dict/></plist>",
                .propertyList
            ),
            ("bplist00\u{1}\u{2}", .propertyList),
            (
                "<?xml version='1.0' standalone='yes'?>\n<posts user='me'><post href='https://a.com/'/></posts>",
                .deliciousXML
            ),
            ("mozLz40\0\u{1}", .firefoxBackup), ("SQLite format 3\0\u{10}", .database),
            ("PK\u{3}\u{4}\u{14}", .archive),
        ] as [(String, UnsupportedFormat)])
    func `a format that is known and not supported is named`(text: String, format: UnsupportedFormat) async throws {
        for choice in [nil, ImportFormat.netscape] {
            do {
                _ = try await Imported(text.utf8, format: choice)
                Issue.record("it was read")
            } catch TransferError.unsupportedFormat(_, let found) {
                #expect(found == format)
            }
        }
    }

    @Test func `a compressed file is named`() async throws {
        await #expect(throws: TransferError.self) { try await Imported([0x1F, 0x8B, 8, 0]) }
    }

    @Test func `a list of addresses is read line by line`() async throws {
        let imported = try await Imported(
            "\u{FEFF}# mine\r\n\r\n https://a.com/ \r\nnonsense\rhttps://b.com/#x\n\n#end")
        #expect(imported.links.map(\.url) == ["https://a.com/", "https://b.com/#x"])
        #expect(imported.report.skipped == [MergeReport.Skip(line: 4, url: "nonsense", problem: .noScheme)])
    }

    @Test func `several addresses on a line are several links`() async throws {
        let imported = try await Imported(
            "https://a.com/ https://b.com/x\thttp://c.com/\nhttps://d.com/two words\n", format: .urls)
        let expected = ["https://a.com/", "https://b.com/x", "http://c.com/", "https://d.com/two words"]
        #expect(imported.links.map(\.url) == expected)
    }

    @Test func `a line of 1 MiB is a URL, and a longer one is an error`() async throws {
        let line = "https://a.com/" + String(repeating: "x", count: (1 << 20) - 14)
        #expect(try await Imported("\(line)\n", format: .urls).links.map(\.url) == [line])
        await #expect(throws: TransferError.self) { try await Imported("\(line)x\n", format: .urls) }
    }

    @Test(
        arguments: [
            ("utf-16le", "<META CHARSET=x>"), ("utf-16be", ""), ("shift_jis", "<META CHARSET=Shift_JIS>"),
            ("gb18030", "<META HTTP-EQUIV='Content-Type' CONTENT='text/html; charset=gb2312'>"),
        ])
    func `files in other encodings are read`(encoding: String, meta: String) async throws {
        let title: [UInt8]
        let html = "\(meta)<DL><DT><A HREF=\"https://a.com/\">"
        switch encoding {
        case "utf-16le": title = "\u{FEFF}\(html)日本</A>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case "utf-16be": title = "\u{FEFF}\(html)日本</A>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case "shift_jis": title = Array(html.utf8) + [0x93, 0xFA, 0x96, 0x7B] + Array("</A>".utf8)
        default: title = Array(html.utf8) + [0xC8, 0xD5, 0xB1, 0xBE] + Array("</A>".utf8)
        }
        #expect(try await Imported(title).links.map(\.title) == ["日本"])
    }

    @Test func `a long file in another encoding is whole wherever its pieces are cut`() async throws {
        for padding in 0..<3 {
            let bytes =
                Array("<META CHARSET=euc-jp>\(String(repeating: " ", count: padding))<A HREF='https://a.com/'>".utf8)
                + Array(repeating: [0xC6, 0xFC] as [UInt8], count: 30_000).joined()
            #expect(try await Imported(bytes).links.first?.title?.allSatisfy { $0 == "日" } == true)
        }
    }

    @Test func `without a mark, text is windows-1252 when most of it is no UTF-8`() async throws {
        let latin = Array("<A HREF='https://a.com/'>caf".utf8) + [0xE9, 0x80] + Array("</A>".utf8)
        #expect(try await Imported(latin).links.map(\.title) == ["café€"])
    }

    @Test func `Markdown is a list to read, in which nothing of a link is markup`() async throws {
        let library = InMemoryLinkLibrary([
            LinkDraft(
                url: "https://a.com/<x>", title: "A [b](c) *d* <e>\n# f \u{1B}",
                note: "1. one\n\n- two `x` www.a-b.com",
                tags: LinkTag.list("to read,`odd``tag`"), added: date(1_690_000_000)),
            LinkDraft(url: "https://b.com/", added: date(1_690_000_001)),
            LinkDraft(url: "https://c.com/", title: "C", added: date(1_700_000_000)),
        ])
        let text = try await FileTransfer(library: library).exported(as: .markdown)
        #expect(
            text == ##"""
                # Links

                ## 2023-07

                - [A \[b\]\(c\) \*d\* \<e\> \# f](<https://a.com/%3Cx%3E>) ``` `odd``tag` ``` `to read`\
                  1\. one\
                  \- two \`x\` www.a\-b.com
                - [https://b.com/](<https://b.com/>)

                ## 2023-11

                - [C](<https://c.com/>)

                """##)
    }
}
