import Core
import CoreTesting
import Foundation
import Pages
import PagesInterface
import Testing

struct PageEncodingTests {
    private let url = URL(string: "https://example.com/page")!

    private func title(_ bytes: [UInt8], type: String = "text/html") async throws -> String? {
        let reply = ScriptedSite.Reply(status: 200, headers: ["Content-Type": type], body: Data(bytes))
        return try await HTTPPageReader(http: ScriptedHTTPClient(["/page": .reply(reply)])).page(at: url).title
    }

    private func late(_ declaration: String, title: [UInt8]) -> [UInt8] {
        Array("<!--\(String(repeating: "x", count: 2_000))--><title>".utf8) + title
            + Array("</title>\(declaration)".utf8)
    }

    @Test(arguments: [
        ("shift_jis", "93FA967B8CEA8379815B83578740", "日本語ページ①"), ("iso-2022-jp", "1B2442467C4B5C386C1B2842", "日本語"),
        ("gb2312", "D6D0CEC4CDF8D2B3", "中文网页"), ("windows-1251", "D0F3F1F1EAE8E9", "Русский"),
        ("iso-8859-1", "636166E92096209378942080", "café – “x” €"), ("utf-8", "C3A9FF", "é\u{FFFD}"),
    ])
    func `reads a title in the encoding that the page or the server declares`(
        label: String, digits: String, expected: String
    ) async throws {
        let bytes = stride(from: 0, to: digits.count, by: 2)
            .compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
        let html = Array("<title>".utf8) + bytes + Array("</title>".utf8)
        let element = "<meta charset=\"\(label)\">"
        let pragma = "<META http-equiv=content-type content='text/html; charset=\(label)'>"
        for page in [Array(element.utf8) + html, late(element, title: bytes), late(pragma, title: bytes)] {
            #expect(try await title(page) == expected)
        }
        #expect(try await title(html, type: "text/html; charset=\(label)") == expected)
        let xml = Array("<?xml version='1.0' encoding='\(label)'?>".utf8) + html
        #expect(try await title(xml, type: "application/xhtml+xml") == expected)
    }

    @Test(arguments: [
        // The first declaration of a known encoding takes precedence, even if it declares the current one.
        ("<meta charset=utf-9><meta charset=windows-1251><meta charset=koi8-r>", "При"),
        ("<meta charset=windows-1252><meta charset=koi8-r>", "Ïðè"),
        // A declaration in ASCII cannot mean UTF-16.
        ("<meta charset=utf-16>", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("<meta charset=x-user-defined>", "Ïðè"),
        // Only an element is a declaration.
        ("<!-- <meta charset=koi8-r> --><script>'<meta charset=koi8-r>'</script>", "Ïðè"),
        ("<textarea><meta charset=koi8-r></textarea><a title='<meta charset=koi8-r>'>", "Ïðè"),
        ("<meta content='text/html; charset=koi8-r'><meta name=charset content=koi8-r><meta charset", "Ïðè"),
    ])
    func `changes the encoding by the rules of browsers`(declaration: String, expected: String) async throws {
        #expect(try await title(late(declaration, title: [0xCF, 0xF0, 0xE8])) == expected)
    }

    @Test func `an element overrides a string in a script that looks like one`() async throws {
        let html = Array("<script>'<meta charset=koi8-r>'</script><meta charset=windows-1251><title>".utf8)
        #expect(try await title(html + [0xCF, 0xF0, 0xE8]) == "При")
    }

    @Test func `a late declaration does not override the server, a byte order mark or XML`() async throws {
        let declaration = "<meta charset=koi8-r>"
        let page = late(declaration, title: [0xCF, 0xF0, 0xE8])
        #expect(try await title(page, type: "text/html; charset=windows-1251") == "При")
        #expect(try await title([0xEF, 0xBB, 0xBF] + late(declaration, title: Array("é".utf8))) == "é")
        #expect(try await title(late(declaration, title: Array("é".utf8)), type: "application/xhtml+xml") == "é")
        let utf16 = "<?xml version='1.0'?><title>é</title><meta charset=koi8-r>".utf16
        #expect(try await title(utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == "é")
    }

    @Test func `ignores a declaration after the part of a page that is read`() async throws {
        let declaration = "<meta charset=windows-1251>"
        let room = 512 * 1_024 - declaration.utf8.count - "<title></title>".utf8.count - 3
        for (padding, expected) in [(room, "При"), (room + 1, "Ïðè")] {
            let page =
                Array("<title>".utf8) + [0xCF, 0xF0, 0xE8] + Array("</title>".utf8)
                + Array(String(repeating: " ", count: padding).utf8) + Array(declaration.utf8)
            #expect(try await title(page) == expected)
        }
    }
}
