import Core
import CoreTesting
import Foundation
import Pages
import PagesInterface
import ProgramTesting
import Testing

struct PageEncodingTests {
    private let url = URL(string: "https://example.com/page")!

    private func title(_ bytes: [UInt8], type: String = "text/html") async throws -> String? {
        let reply = ScriptedSite.Reply(
            status: 200,
            headers: ["Content-Type": type],
            body: Data(bytes)
        )
        let reader = HTTPPageReader(http: ScriptedHTTPClient(["/page": .reply(reply)]))
        return try await reader.page(at: url).title
    }

    /// Returns a page whose declaration follows the bytes in which a reader searches for
    /// declarations.
    private func page(withLate declaration: String, title: [UInt8]) -> [UInt8] {
        let comment = "<!--\(String(repeating: "x", count: 2_000))-->"
        return Array("\(comment)<title>".utf8) + title + Array("</title>\(declaration)".utf8)
    }

    /// A label, bytes in hexadecimal, and the title.
    @Test(
        arguments: Row.table(
            """
            shift_jis → 93FA967B8CEA8379815B83578740 → 日本語ページ①
            iso-2022-jp → 1B2442467C4B5C386C1B2842 → 日本語
            gb2312 → D6D0CEC4CDF8D2B3 → 中文网页
            windows-1251 → D0F3F1F1EAE8E9 → Русский
            iso-8859-1 → 636166E92096209378942080 → café – “x” €
            utf-8 → C3A9FF → é\u{FFFD}
            """
        )
    )
    func `reads a title in the encoding that the page or the server declares`(
        row: Row
    ) async throws {
        let label = row[0]
        let digits = row[1]
        let expected = row[2]
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { index in
            UInt8(digits.dropFirst(index).prefix(2), radix: 16)
        }
        let html = Array("<title>".utf8) + bytes + Array("</title>".utf8)
        let element = "<meta charset=\"\(label)\">"
        let pragma = "<META http-equiv=content-type content='text/html; charset=\(label)'>"
        #expect(try await title(Array(element.utf8) + html) == expected)
        #expect(try await title(page(withLate: element, title: bytes)) == expected)
        #expect(try await title(page(withLate: pragma, title: bytes)) == expected)
        #expect(try await title(html, type: "text/html; charset=\(label)") == expected)
        let xml = Array("<?xml version='1.0' encoding='\(label)'?>".utf8) + html
        #expect(try await title(xml, type: "application/xhtml+xml") == expected)
    }

    @Test(
        arguments: Row.table(
            """
            // The first declaration of a known encoding takes precedence, even if it declares the
            // current encoding.
            <meta charset=utf-9><meta charset=windows-1251><meta charset=koi8-r> → При
            <meta charset=windows-1252><meta charset=koi8-r> → Ïðè
            // A declaration in ASCII cannot mean UTF-16.
            <meta charset=utf-16> → \u{FFFD}\u{FFFD}\u{FFFD}
            <meta charset=x-user-defined> → Ïðè
            // Only an element is a declaration.
            <!-- <meta charset=koi8-r> --><script>'<meta charset=koi8-r>'</script> → Ïðè
            <textarea><meta charset=koi8-r></textarea><a title='<meta charset=koi8-r>'> → Ïðè
            <meta content='text/html; charset=koi8-r'> → Ïðè
            <meta name=charset content=koi8-r><meta charset → Ïðè
            """
        )
    )
    func `changes the encoding as browsers do`(row: Row) async throws {
        let page = page(withLate: row[0], title: [0xCF, 0xF0, 0xE8])
        #expect(try await title(page) == row[1])
    }

    @Test func `a declaration in a meta element overrides a similar string in a script`()
        async throws
    {
        let html = "<script>'<meta charset=koi8-r>'</script><meta charset=windows-1251><title>"
        #expect(try await title(Array(html.utf8) + [0xCF, 0xF0, 0xE8]) == "При")
    }

    @Test func `a late declaration does not override the encoding that the server declares`()
        async throws
    {
        let page = page(withLate: "<meta charset=koi8-r>", title: [0xCF, 0xF0, 0xE8])
        #expect(try await title(page, type: "text/html; charset=windows-1251") == "При")
    }

    @Test func `a late declaration of an encoding does not override a byte order mark`()
        async throws
    {
        let page = page(withLate: "<meta charset=koi8-r>", title: Array("é".utf8))
        #expect(try await title([0xEF, 0xBB, 0xBF] + page) == "é")
    }

    @Test func `a late declaration does not change the encoding of XML`() async throws {
        let page = page(withLate: "<meta charset=koi8-r>", title: Array("é".utf8))
        #expect(try await title(page, type: "application/xhtml+xml") == "é")
        let utf16 = "<?xml version='1.0'?><title>é</title><meta charset=koi8-r>".utf16
        let bytes = utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try await title(bytes) == "é")
    }

    @Test func `ignores a declaration of an encoding beyond the first 512 KiB of a page`()
        async throws
    {
        let start = Array("<title>".utf8) + [0xCF, 0xF0, 0xE8] + Array("</title>".utf8)
        let declaration = Array("<meta charset=windows-1251>".utf8)
        let room = 512 * 1_024 - declaration.count - start.count
        for (padding, expected) in [(room, "При"), (room + 1, "Ïðè")] {
            let spaces = [UInt8](repeating: 0x20, count: padding)
            #expect(try await title(start + spaces + declaration) == expected)
        }
    }
}
