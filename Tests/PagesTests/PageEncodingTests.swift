import Core
import CoreTesting
import Foundation
import Pages
import PagesInterface
import Testing

/// Titles in the encodings that the Web has, and in those that it claims to have.
struct PageEncodingTests {
    private let url = URL(string: "https://example.com/page")!

    private func title(_ bytes: [UInt8], type: String = "text/html") async throws -> String? {
        let reply = ScriptedSite.Reply(status: 200, headers: ["Content-Type": type], body: Data(bytes))
        return try await HTTPPageReader(http: ScriptedHTTPClient(["/page": .reply(reply)])).page(at: url).title
    }

    /// The bytes of two digits each.
    private func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    }

    @Test(
        arguments: [
            ("shift_jis", "93FA967B8CEA8379815B83578740", "日本語ページ①"),
            ("euc-jp", "C6FCCBDCB8ECA5DAA1BCA5B8", "日本語ページ"),
            ("iso-2022-jp", "1B2442467C4B5C386C1B2842", "日本語"),
            ("gb2312", "D6D0CEC4CDF8D2B3", "中文网页"),
            ("gb18030", "D6D0CEC420A2E3", "中文 €"),
            ("big5", "A4A4A4E5BAF4ADB6", "中文網頁"),
            ("euc-kr", "C7D1B1B9BEEE208C63B9E6B0A2C7CF", "한국어 똠방각하"),
            ("windows-1250", "50F8ED6C699A209E6C759D6F75E86BFD", "Příliš žluťoučký"),
            ("windows-1251", "D0F3F1F1EAE8E9", "Русский"),
            ("iso-8859-1", "636166E92096209378942080", "café – “x” €"),
            ("windows-1253", "C5EBEBE7EDE9EADC", "Ελληνικά"),
            ("iso-8859-9", "54FC726BE76520FDFEFD6B", "Türkçe ışık"),
            ("windows-1255", "F2E1F8E9FA", "עברית"),
            ("windows-1256", "C7E1DAD1C8EDC9", "العربية"),
            ("windows-1257", "4C696574757669F8", "Lietuvių"),
            ("windows-1258", "D0F46E67", "Đông"),
            ("tis-620", "C0D2C9D2E4B7C2", "ภาษาไทย"),
            ("koi8-r", "F2D5D3D3CBC9CA", "Русский"),
            ("koi8-u", "F5CBD2C1A7CED3D8CBC1", "Українська"),
            ("ibm866", "90E3E1E1AAA8A9", "Русский"),
            ("iso-8859-2", "C865B974696E61", "Čeština"),
            ("iso-8859-5", "C0E3E1E1DAD8D9", "Русский"),
            ("iso-8859-7", "C5EBEBE7EDE9EADC", "Ελληνικά"),
            ("iso-8859-8-i", "F2E1F8E9FA", "עברית"),
            ("iso-8859-15", "BD7576726520A4", "œuvre €"),
            ("macintosh", "4361668E20C6", "Café ∆"),
            ("x-mac-cyrillic", "90F3F1F1EAE8E9", "Русский"),
        ])
    func `a title is read in the encoding that the page or the server names`(
        label: String, digits: String, expected: String
    ) async throws {
        let html = Array("<title>".utf8) + bytes(digits) + Array("</title>".utf8)
        #expect(try await title(Array("<meta charset=\"\(label)\">".utf8) + html) == expected)
        #expect(try await title(html, type: "text/html; charset=\(label)") == expected)
        let xml = Array("<?xml version='1.0' encoding='\(label)'?>".utf8) + html
        #expect(try await title(xml, type: "application/xhtml+xml") == expected)
    }

    /// A page that declares its encoding only after more bytes than are searched for a declaration.
    private func late(_ declaration: String, title: [UInt8], before: String = "") -> [UInt8] {
        Array("<!--\(String(repeating: "x", count: 2_000))-->\(before)<title>".utf8) + title
            + Array("</title>\(declaration)".utf8)
    }

    @Test(arguments: [
        ("shift_jis", "93FA967B8CEA8379815B83578740", "日本語ページ①"), ("euc-jp", "C6FCCBDCB8ECA5DAA1BCA5B8", "日本語ページ"),
        ("iso-2022-jp", "1B2442467C4B5C386C1B2842", "日本語"), ("gb2312", "D6D0CEC4CDF8D2B3", "中文网页"),
        ("big5", "A4A4A4E5BAF4ADB6", "中文網頁"), ("koi8-r", "F2D5D3D3CBC9CA", "Русский"), ("utf-8", "C3A9FF", "é\u{FFFD}"),
    ])
    func `a declaration that comes late changes the encoding of the whole page`(
        label: String, digits: String, expected: String
    ) async throws {
        #expect(try await title(late("<meta charset=\"\(label)\">", title: bytes(digits))) == expected)
        let pragma = "<META http-equiv=content-type content='text/html; charset=\(label)'>"
        #expect(try await title(late(pragma, title: bytes(digits))) == expected)
    }

    @Test(arguments: [
        // The first declaration of a known encoding counts, and one that names the current encoding is one too.
        ("<meta charset=utf-9><meta charset=windows-1251><meta charset=koi8-r>", "При"),
        ("<meta charset=windows-1252><meta charset=koi8-r>", "Ïðè"),
        // What was decoded at all was not UTF-16.
        ("<meta charset=utf-16>", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("<meta charset=x-user-defined>", "Ïðè"),
        // Only an element declares an encoding.
        ("<!-- <meta charset=koi8-r> --><script>'<meta charset=koi8-r>'</script>", "Ïðè"),
        ("<textarea><meta charset=koi8-r></textarea><a title='<meta charset=koi8-r>'>", "Ïðè"),
        ("<meta content='text/html; charset=koi8-r'><meta name=charset content=koi8-r><meta charset", "Ïðè"),
    ])
    func `the rules for changing the encoding are those of browsers`(declaration: String, expected: String) async throws
    {
        #expect(try await title(late(declaration, title: [0xCF, 0xF0, 0xE8])) == expected)
    }

    @Test func `an element after a string in a script that looks like one has the last word`() async throws {
        let html = Array("<script>'<meta charset=koi8-r>'</script><meta charset=windows-1251><title>".utf8)
        #expect(try await title(html + [0xCF, 0xF0, 0xE8]) == "При")
    }

    @Test func `a late declaration does not override the server, a mark or XML`() async throws {
        let declaration = "<meta charset=koi8-r>"
        let page = late(declaration, title: [0xCF, 0xF0, 0xE8])
        #expect(try await title(page, type: "text/html; charset=windows-1251") == "При")
        #expect(try await title([0xEF, 0xBB, 0xBF] + late(declaration, title: Array("é".utf8))) == "é")
        #expect(try await title(late(declaration, title: Array("é".utf8)), type: "application/xhtml+xml") == "é")
        let utf16 = "<?xml version='1.0'?><title>é</title><meta charset=koi8-r>".utf16
        #expect(try await title(utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == "é")
    }

    @Test func `a declaration is searched for in the part of a page that is read, and no further`() async throws {
        let declaration = "<meta charset=windows-1251>"
        let room = 512 * 1_024 - declaration.utf8.count - "<title></title>".utf8.count - 3
        for (padding, expected) in [(room, "При"), (room + 1, "Ïðè")] {
            let page =
                Array("<title>".utf8) + [0xCF, 0xF0, 0xE8] + Array("</title>".utf8)
                + Array(String(repeating: " ", count: padding).utf8) + Array(declaration.utf8)
            #expect(try await title(page) == expected)
        }
    }

    @Test(arguments: [true, false])
    func `UTF-16 is told by its mark`(isBigEndian: Bool) async throws {
        let bytes = "\u{FEFF}<title>日本 😀</title>".utf16.flatMap { unit in
            isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        }
        #expect(try await title(bytes, type: "text/html; charset=windows-1252") == "日本 😀")
    }

    @Test func `a title that no encoding explains is repaired, and what comes after it stays`() async throws {
        let broken = Array("<meta charset=utf-8><title>caf".utf8) + [0xE9] + Array(" x</title>".utf8)
        #expect(try await title(broken) == "caf\u{FFFD} x")
        let cut = Array("<meta charset=shift_jis><title>".utf8) + [0x93, 0xFA, 0x96] + Array("</title>".utf8)
        #expect(try await title(cut) == "日\u{FFFD}")
    }

    @Test func `an encoding that is not safe to read gives no text at all`() async throws {
        #expect(try await title(Array("<meta charset=iso-2022-kr><title>A</title>".utf8)) == nil)
    }

    @Test func `references are decoded whatever the encoding`() async throws {
        let html = "<meta charset=koi8-r><title>&copy; &#150; &#x20AC; &notin; &NotEqualTilde; &#xD800;</title>"
        #expect(try await title(Array(html.utf8)) == "© – € ∉ \u{2242}\u{338} \u{FFFD}")
    }
}
