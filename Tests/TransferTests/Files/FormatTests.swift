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
