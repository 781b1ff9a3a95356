import Core
import Testing

struct WebEncodingTests {
    @Test(arguments: [
        ("UTF-8", "utf-8"), (" latin1 ", "windows-1252"), ("ISO-8859-1", "windows-1252"), ("us-ascii", "windows-1252"),
        ("Shift_JIS", "shift_jis"), ("sjis", "shift_jis"), ("gb2312", "gbk"), ("x-euc-jp", "euc-jp"),
        ("iso-8859-9", "windows-1254"), ("tis-620", "windows-874"), ("utf-16", "utf-16le"),
        ("ks_c_5601-1987", "euc-kr"), ("cp866", "ibm866"), ("iso-2022-kr", "replacement"),
        ("\t X-USER-defined\n", "x-user-defined"),
    ])
    func `labels mean what the Web means by them`(label: String, name: String) {
        #expect(WebEncoding(label: label)?.name == name)
    }

    @Test func `an unknown label is none`() {
        #expect(WebEncoding(label: "utf-9") == nil)
        #expect(WebEncoding(label: "") == nil)
    }

    @Test(
        arguments: [
            ("utf-8", [0xC3, 0xA9, 0xFF], "é\u{FFFD}"), ("utf-8", [0xEF, 0xBB, 0xBF, 0x41], "A"),
            ("utf-16le", [0xFF, 0xFE, 0x41, 0, 0x3D, 0xD8, 0, 0xDE], "A😀"), ("utf-16be", [0, 0x41, 0x20, 0xAC], "A€"),
            ("iso-8859-1", [0x80, 0xE9, 0x81], "€é\u{81}"), ("iso-8859-2", [0xE8], "č"), ("iso-8859-5", [0xB0], "А"),
            ("iso-8859-7", [0xE1], "α"), ("iso-8859-8", [0xE0], "א"), ("iso-8859-15", [0xA4], "€"),
            ("windows-1250", [0xE8], "č"), ("windows-1251", [0xCF], "П"), ("windows-1254", [0xFD], "ı"),
            ("windows-1255", [0xE0], "א"), ("windows-1256", [0xC7], "ا"), ("windows-1258", [0xD0], "Đ"),
            ("windows-874", [0xA1], "ก"), ("koi8-r", [0xE1], "А"), ("koi8-u", [0xA4], "є"), ("macintosh", [0x8E], "é"),
            ("shift_jis", [0x93, 0xFA, 0x96, 0x7B, 0x87, 0x40], "日本①"),
            ("euc-jp", [0xC6, 0xFC, 0xCB, 0xDC, 0x8E, 0xB1], "日本ｱ"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "日"),
            ("gbk", [0xD6, 0xD0, 0xCE, 0xC4], "中文"), ("gb18030", [0x81, 0x30, 0x84, 0x36], "¥"),
            ("big5", [0xA4, 0xA4, 0xA4, 0xE5], "中文"), ("euc-kr", [0xB0, 0xA1, 0x81, 0x41], "가갂"),
        ] as [(String, [UInt8], String)])
    func `text is decoded`(label: String, bytes: [UInt8], expected: String) throws {
        #expect(try #require(WebEncoding(label: label)).decode(bytes) == expected)
    }

    @Test func `a character that the end has cut costs no more than its line`() throws {
        let encoding = try #require(WebEncoding(label: "shift_jis"))
        #expect(encoding.decode([0x93, 0xFA, 0x0A, 0x41, 0x96]) == "日\nA\u{FFFD}")
    }

    @Test(
        arguments: [
            ("\u{FEFF}<meta charset=koi8-r>", "text/html; charset=big5", "utf-8"),
            ("<meta charset=koi8-r>", "text/html; charset=big5", "big5"),
            ("<meta charset=koi8-r>", "text/html; Charset = \"big5\" ; x", "big5"),
            ("<meta charset=koi8-r>", "text/html; charset=nonsense", "koi8-r"),
            ("<!-- <meta charset=big5> --><META CHARSET='KOI8-R'>", nil, "koi8-r"),
            ("<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", nil, "koi8-r"),
            ("<meta content='text/html; charset=koi8-r' name=x>", nil, "utf-8"),
            ("<meta charset=nonsense><meta charset=koi8-r>", nil, "koi8-r"),
            ("<title><meta charset=koi8-r></title>", nil, "koi8-r"),
            ("<script>'<meta charset=koi8-r>'</script><meta charset=big5>", nil, "koi8-r"),
            ("<meta http-equiv=content-type charset=x content='text/html; charset=koi8-r'>", nil, "utf-8"),
            ("<meta charset", nil, "utf-8"), ("<a title='<meta charset=koi8-r>'>", nil, "utf-8"),
            ("<?xml version='1.0' encoding=\"koi8-r\"?><a>", nil, "koi8-r"),
            ("<?xml encoding = 'UTF-16'?>", nil, "utf-8"),
            ("<?xml version='1.0' encoding='koi8-r'?><meta charset=big5>", nil, "big5"),
            ("<?xml version='1.0'?>é encoding='koi8-r'", nil, "utf-8"), ("<\0?\0x\0m\0", nil, "utf-16le"),
            ("\0<\0?\0x\0m", nil, "utf-16be"), ("é", "text/html; charset='koi8-r", "utf-8"),
            ("<meta charset=utf-16>", nil, "utf-8"),
            ("<meta charset=x-user-defined>", nil, "windows-1252"),
            (String(repeating: " ", count: 1_024) + "<meta charset=koi8-r>", nil, "utf-8"), ("é", nil, "utf-8"),
        ] as [(String, String?, String)])
    func `the mark wins over the server, and the server over the page`(html: String, type: String?, name: String) {
        #expect(WebEncoding.sniff(Array(html.utf8), contentType: type).name == name)
    }

    @Test(
        arguments: [
            ("utf-8", ["charset": "koi8-r"], "koi8-r"), ("utf-8", ["charset": "utf8"], "utf-8"),
            ("koi8-r", ["charset": "utf-8"], "utf-8"), ("utf-8", ["charset": "utf-9"], nil),
            ("windows-1252", ["charset": "utf-16be"], "utf-8"), ("windows-1252", ["charset": "utf-16"], "utf-8"),
            ("utf-16le", ["charset": "koi8-r"], "utf-16le"), ("utf-16be", ["charset": "utf-8"], "utf-16be"),
            ("utf-16le", ["charset": "utf-9"], nil), ("utf-8", ["charset": "x-user-defined"], "windows-1252"),
            ("utf-8", ["charset": "iso-2022-kr"], "replacement"),
            ("utf-8", ["http-equiv": "Content-Type", "content": "text/html; charset=big5"], "big5"),
            ("utf-8", ["http-equiv": "refresh", "content": "text/html; charset=big5"], nil),
            ("utf-8", ["content": "text/html; charset=big5"], nil),
            ("utf-8", ["http-equiv": "content-type", "content": "text/html"], nil),
            ("utf-8", ["http-equiv": "content-type", "charset": "x", "content": "; charset=utf-16"], "utf-8"),
            ("utf-8", ["http-equiv": "content-type", "charset": "big5", "content": "; charset=koi8-r"], "big5"),
            ("utf-8", ["name": "description"], nil),
        ] as [(String, KeyValuePairs<String, String>, String?)])
    func `a declaration changes the encoding of a parser`(
        current: String, attributes: KeyValuePairs<String, String>, changed: String?
    ) throws {
        let encoding = try #require(WebEncoding(label: current))
        #expect(encoding.changed(by: HTMLAttributes(attributes))?.name == changed)
    }

    @Test func `a mark and the server make the encoding certain, and the page does not`() {
        #expect(WebEncoding.certain(Array("\u{FEFF}".utf8), contentType: "text/html; charset=big5")?.name == "utf-8")
        #expect(WebEncoding.certain([], contentType: "text/html; charset=big5")?.name == "big5")
        #expect(WebEncoding.certain([], contentType: "text/html; charset=nonsense") == nil)
        #expect(WebEncoding.certain(Array("<meta charset=koi8-r>é".utf8), contentType: nil) == nil)
    }

    @Test func `bytes that say nothing are UTF-8 if they can be, and windows-1252 if not`() {
        #expect(WebEncoding.sniff([0x41, 0xE9, 0x42], contentType: nil).name == "windows-1252")
        #expect(WebEncoding.sniff([0xC3, 0xA9, 0xE2, 0x82], contentType: nil).name == "utf-8")
        #expect(WebEncoding.sniff([0xFE, 0xFF, 0, 0x41], contentType: nil).name == "utf-16be")
        #expect(WebEncoding.sniff([], contentType: nil).name == "utf-8")
    }
}
