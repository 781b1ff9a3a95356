import HTML
import ProgramTesting
import Testing
import TextEncodings

struct WebEncodingTests {
    @Test(arguments: [
        ("UTF-8", "utf-8"),
        (" latin1 ", "windows-1252"),
        ("ISO-8859-1", "windows-1252"),
        ("Shift_JIS", "shift_jis"),
        ("\t X-USER-defined\n", "x-user-defined"),
        ("utf-9", nil),
        ("", nil),
        (" ", nil),
        ("\u{212A}oi8-r", nil),
    ])
    func `ignores the case of a label and the white space around it`(label: String, name: String?) {
        #expect(WebEncoding(label: label)?.name == name)
    }

    /// The encodings of the WHATWG Encoding Standard, section 4.2. Each line contains the name and
    /// the other labels of an encoding.
    private static let labels = """
        utf-8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8
        ibm866 866 cp866 csibm866
        iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
        iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
        iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
        iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
        iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i \
        iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
        iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 \
        iso_8859-7:1987 sun_eu_greek
        iso-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 \
        iso_8859-8:1988 visual
        iso-8859-8-i csiso88598i logical
        iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6
        iso-8859-13 iso8859-13 iso885913
        iso-8859-14 iso8859-14 iso885914
        iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9
        iso-8859-16
        koi8-r cskoi8r koi koi8 koi8_r
        koi8-u koi8-ru
        macintosh csmacintosh mac x-mac-roman
        windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620
        windows-1250 cp1250 x-cp1250
        windows-1251 cp1251 x-cp1251
        windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 \
        iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252
        windows-1253 cp1253 x-cp1253
        windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 \
        latin5 x-cp1254
        windows-1255 cp1255 x-cp1255
        windows-1256 cp1256 x-cp1256
        windows-1257 cp1257 x-cp1257
        windows-1258 cp1258 x-cp1258
        x-mac-cyrillic x-mac-ukrainian
        gbk chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk
        gb18030
        big5 big5-hkscs cn-big5 csbig5 x-x-big5
        euc-jp cseucpkdfmtjapanese x-euc-jp
        iso-2022-jp csiso2022jp
        shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis
        euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 \
        windows-949
        replacement csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr
        utf-16be unicodefffe
        utf-16le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16
        x-user-defined
        """

    @Test(arguments: labels.split(separator: "\n"))
    func `recognizes each label of the standard`(line: Substring) {
        let labels = line.split(separator: " ")
        for label in labels {
            #expect(WebEncoding(label: label)?.name == String(labels[0]), "\(label)")
            #expect(WebEncoding(label: label.uppercased())?.name == String(labels[0]), "\(label)")
        }
    }

    /// A page, the value of its Content-Type field, and the name of its encoding.
    @Test(
        arguments: Row.table(
            """
            \u{FEFF}<meta charset=koi8-r> → text/html; charset=big5 → utf-8
            <meta charset=koi8-r> → text/html; charset=big5 → big5
            <meta charset=koi8-r> → text/html; Charset = "big5" ; x → big5
            <meta charset=koi8-r> → text/html; charset=nonsense → koi8-r
            <!-- <meta charset=big5> --><META CHARSET='KOI8-R'> → → koi8-r
            <meta content='text/html; charset=koi8-r' http-equiv=Content-Type> → → koi8-r
            <meta content='text/html; charset=koi8-r' name=x> → → utf-8
            <meta charset=nonsense><meta charset=koi8-r> → → koi8-r
            <title><meta charset=koi8-r></title> → → koi8-r
            <script>'<meta charset=koi8-r>'</script><meta charset=big5> → → koi8-r
            <meta http-equiv=content-type charset=x content='text/html; charset=koi8-r'> → → utf-8
            <meta charset → → utf-8
            <a title='<meta charset=koi8-r>'> → → utf-8
            <?xml version='1.0' encoding="koi8-r"?><a> → → koi8-r
            <?xml encoding = 'UTF-16'?> → → utf-8
            <?xml version='1.0' encoding='koi8-r'?><meta charset=big5> → → big5
            <?xml version='1.0'?>é encoding='koi8-r' → → utf-8
            <\0?\0x\0m\0 → → utf-16le
            \0<\0?\0x\0m → → utf-16be
            é → text/html; charset='koi8-r → utf-8
            é → text/html; charset='koi8-r' → koi8-r
            é → text/html; charset; charset=koi8-r → koi8-r
            é → text/html; charset=koi8-r;x → koi8-r
            é → text/html; charset=koi8-r x → koi8-r
            é → text/html; charset= → utf-8
            <?xml encoding=koi8-r?>é → → utf-8
            <?xml encoding 'koi8-r'?>é → → utf-8
            <?xml encoding='koi8-r?>é → → utf-8
            <?xml encoding='koi8-s'?>é → → utf-8
            ⏎<?xml encoding='koi8-r'?>é → → utf-8
            <meta charset=utf-16> → → utf-8
            <meta charset=x-user-defined> → → windows-1252
            é → → utf-8
            """
        )
    )
    func `a byte order mark overrides the Content-Type field, which overrides the page`(row: Row) {
        let bytes = Array(row.lines(0).utf8)
        let type = row[1].isEmpty ? nil : row[1]
        #expect(WebEncoding.sniff(bytes, contentType: type).name == row[2])
    }

    @Test(arguments: [(1_003, "koi8-r"), (1_004, "utf-8")])
    func `only the first 1,024 bytes of a page can name its encoding`(spaces: Int, name: String) {
        let html = String(repeating: " ", count: spaces) + "<meta charset=koi8-r>"
        #expect(WebEncoding.sniff(Array(html.utf8), contentType: nil).name == name)
    }

    /// An encoding, a meta element, and the encoding after the element if it changes.
    @Test(
        arguments: Row.table(
            """
            utf-8 → <meta charset=koi8-r> → koi8-r
            utf-8 → <meta charset=utf8> → utf-8
            koi8-r → <meta charset=utf-8> → utf-8
            utf-8 → <meta charset=utf-9> →
            windows-1252 → <meta charset=utf-16be> → utf-8
            windows-1252 → <meta charset=utf-16> → utf-8
            utf-16le → <meta charset=koi8-r> → utf-16le
            utf-16be → <meta charset=utf-8> → utf-16be
            utf-16le → <meta charset=utf-9> →
            utf-8 → <meta charset=x-user-defined> → windows-1252
            utf-8 → <meta charset=iso-2022-kr> → replacement
            utf-8 → <meta http-equiv=Content-Type content="text/html; charset=big5"> → big5
            utf-8 → <meta http-equiv=refresh content="text/html; charset=big5"> →
            utf-8 → <meta content="text/html; charset=big5"> →
            utf-8 → <meta http-equiv=content-type content=text/html> →
            utf-8 → <meta http-equiv=content-type charset=x content="; charset=utf-16"> → utf-8
            utf-8 → <meta http-equiv=content-type charset=big5 content="; charset=koi8-r"> → big5
            utf-8 → <meta name=description> →
            """
        )
    )
    func `a meta element changes the encoding of a parser`(row: Row) throws {
        let encoding = try #require(WebEncoding(label: row[0]))
        var tokenizer = HTMLTokenizer()
        tokenizer.append(row[1].utf8)
        guard case .startTag("meta", let attributes) = tokenizer.next()?.content else {
            Issue.record("the cell is not a meta element")
            return
        }
        #expect(encoding.changed(by: attributes)?.name ?? "" == row[2])
    }

    @Test
    func `only a byte order mark or the Content-Type field makes the encoding certain`() {
        func certain(_ text: String, _ contentType: String?) -> String? {
            WebEncoding.certain(Array(text.utf8), contentType: contentType)?.name
        }
        #expect(certain("\u{FEFF}", "text/html; charset=big5") == "utf-8")
        #expect(certain("", "text/html; charset=big5") == "big5")
        #expect(certain("", "text/html; charset=nonsense") == nil)
        #expect(certain("<meta charset=koi8-r>é", nil) == nil)
    }

    /// Bytes in hexadecimal, and the name of the encoding.
    @Test(
        arguments: Row.table(
            """
            FF FE 41 00 → utf-16le
            FE FF 00 41 → utf-16be
            EF BB BF E9 → utf-8
            41 E9 42 → windows-1252
            // The text <meta charset=big5>, which has no meaning in plain text.
            3C 6D 65 74 61 20 63 68 61 72 73 65 74 3D 62 69 67 35 3E → utf-8
            """
        )
    )
    func `a byte order mark overrides a guess in plain text`(row: Row) {
        #expect(WebEncoding.sniff(plainText: [UInt8](hex: row[0])).name == row[1])
    }

    /// Bytes in hexadecimal, and the name of the encoding.
    @Test(
        arguments: Row.table(
            """
            → utf-8
            41 E9 42 → windows-1252
            C3 A9 E2 82 → utf-8
            FE FF 00 41 → utf-16be
            // An incomplete character at the end does not count as an error.
            C3 A9 C3 → utf-8
            C3 A9 F0 9F 98 → utf-8
            // A complete character of four bytes at the end, and one that is invalid.
            F0 9F 98 80 → utf-8
            80 80 80 → windows-1252
            // Two non-ASCII characters and one error.
            C3 A9 FF 41 E2 82 AC → utf-8
            C3 A9 FF 41 C3 A9 → utf-8
            // One non-ASCII character and one error.
            C3 A9 FF 41 → windows-1252
            """
        )
    )
    func `guesses UTF-8 or windows-1252`(row: Row) {
        #expect(WebEncoding.sniff([UInt8](hex: row[0]), contentType: nil).name == row[1])
    }
}
