import ProgramTesting
import Testing
import TextEncodings

struct WebDecoderTests {
    /// An encoding, bytes in hexadecimal, and their text.
    @Test(
        arguments: Row.table(
            """
            // UTF-8: one U+FFFD for each maximal subpart of a character.
            utf-8 → E2 82 41 → \u{FFFD}A
            utf-8 → C0 80 → \u{FFFD}\u{FFFD}
            utf-8 → ED A0 80 → \u{FFFD}\u{FFFD}\u{FFFD}
            utf-8 → F0 9F 98 → \u{FFFD}
            utf-8 → EF BB BF 41 → A
            utf-8 → EF BB 41 → \u{FFFD}A
            // A byte order mark is removed, but not an incomplete one.
            utf-8 → EF BB BF EF BB BF 41 → \u{FEFF}A
            utf-8 → EF BB → \u{FFFD}
            utf-8 → EF BB BF →
            utf-16be → FE → \u{FFFD}
            windows-1252 → EF BB BF → ï»¿
            // UTF-16: unpaired surrogates and half a unit.
            utf-16le → 3D D8 41 00 → \u{FFFD}A
            utf-16le → 00 DE → \u{FFFD}
            utf-16le → 3D D8 3D → \u{FFFD}
            utf-16be → D8 3D D8 3D DE 00 → \u{FFFD}😀
            utf-16be → FE FF 00 41 → A
            utf-16le → 3D D8 → \u{FFFD}
            utf-16le → 41 00 42 → A\u{FFFD}
            utf-16le → 3D D8 00 E0 → \u{FFFD}\u{E000}
            utf-16le → 00 D8 00 DC → \u{10000}
            utf-16le → FF DB FF DF → \u{10FFFF}
            // An ASCII byte is never part of an error.
            gb18030 → 81 20 41 → \u{FFFD} A
            gb18030 → 90 30 81 30 E3 32 9A 35 → \u{10000}\u{10FFFF}
            gb18030 → 80 → €
            gb18030 → FF → \u{FFFD}
            gb18030 → 81 30 81 3C → \u{FFFD}0\u{FFFD}<
            gb18030 → 81 30 3C → \u{FFFD}0<
            gb18030 → 84 31 A4 39 41 → \u{FFFF}A
            gb18030 → 81 → \u{FFFD}
            gb18030 → 84 31 A5 30 → \u{FFFD}
            gb18030 → FE 39 FE 39 → \u{FFFD}
            gb18030 → 81 30 81 → \u{FFFD}
            gb18030 → 81 2F 81 7F 81 FF → \u{FFFD}/\u{FFFD}\u{7F}\u{FFFD}
            gb18030 → 81 30 80 → \u{FFFD}0€
            gb18030 → 81 30 FF → \u{FFFD}0\u{FFFD}
            gb18030 → 81 30 81 3A → \u{FFFD}0\u{FFFD}:
            gb18030 → 8F 39 FE 39 41 → \u{FFFD}A
            gb18030 → E3 32 9A 36 41 → \u{FFFD}A
            gbk → 41 A3 A0 41 → A\u{3000}A
            big5 → 88 62 88 64 88 A3 88 A5 → Ê\u{304}Ê\u{30C}ê\u{304}ê\u{30C}
            big5 → 87 66 80 FF → \u{FFFD}f\u{FFFD}\u{FFFD}
            big5 → 81 FF → \u{FFFD}
            big5 → A4 → \u{FFFD}
            big5 → A4 3F A4 7F → \u{FFFD}?\u{FFFD}\u{7F}
            big5 → A4 80 A4 A0 A4 FF → \u{FFFD}\u{FFFD}\u{FFFD}
            euc-jp → 8E B1 A5 DA → ｱペ
            euc-jp → 8E E0 → \u{FFFD}
            euc-jp → 8E 41 → \u{FFFD}A
            euc-jp → 8F A1 41 → \u{FFFD}A
            euc-jp → 8F B0 A1 → 丂
            // The prefix of a supplementary character applies only to this character.
            euc-jp → 8F B0 A1 B0 A1 → 丂亜
            euc-jp → 8F B0 41 B0 A1 → \u{FFFD}A亜
            euc-jp → 8F B0 → \u{FFFD}
            euc-jp → A4 A0 A4 FF → \u{FFFD}\u{FFFD}
            euc-jp → 8F A0 8F FF 8E A0 → \u{FFFD}\u{FFFD}\u{FFFD}
            euc-jp → A0 FF C6 → \u{FFFD}\u{FFFD}\u{FFFD}
            euc-jp → AD A1 → ①
            shift_jis → 81 20 41 → \u{FFFD} A
            shift_jis → 93 FA 0A 41 96 → 日⏎A\u{FFFD}
            shift_jis → 80 A1 DF → \u{80}｡ﾟ
            shift_jis → A0 FD 81 → \u{FFFD}\u{FFFD}\u{FFFD}
            shift_jis → F0 40 → \u{E000}
            shift_jis → 5C 7E 81 60 → \\~～
            shift_jis → FA 40 → ⅰ
            shift_jis → 93 3F 93 7F → \u{FFFD}?\u{FFFD}\u{7F}
            shift_jis → 93 FD 93 FF → \u{FFFD}\u{FFFD}
            euc-kr → C9 A1 81 20 41 → \u{FFFD}\u{FFFD} A
            euc-kr → A2 E6 → €
            euc-kr → B0 40 B0 FF → \u{FFFD}@\u{FFFD}
            iso-2022-jp → 5C 7E 1B 28 4A 5C 7E → \\~¥‾
            iso-2022-jp → 1B 28 49 21 5F 60 → ｡ﾟ\u{FFFD}
            iso-2022-jp → 1B 24 40 30 21 1B 28 42 41 → 亜A
            iso-2022-jp → 1B 28 42 1B 28 42 → \u{FFFD}
            iso-2022-jp → 1B 41 → \u{FFFD}A
            iso-2022-jp → 1B 24 41 → \u{FFFD}$A
            iso-2022-jp → 1B → \u{FFFD}
            iso-2022-jp → 1B 24 → \u{FFFD}$
            iso-2022-jp → 0E 0F 80 → \u{FFFD}\u{FFFD}\u{FFFD}
            iso-2022-jp → 1B 24 42 30 1B 28 42 41 → \u{FFFD}A
            iso-2022-jp → 1B 24 42 30 0A 30 21 → \u{FFFD}亜
            iso-2022-jp → 1B 24 42 30 → \u{FFFD}
            iso-2022-jp → 1B 24 42 30 20 30 21 → \u{FFFD}亜
            iso-2022-jp → 1B 24 42 30 7F 30 21 → \u{FFFD}亜
            iso-2022-jp → 1B 24 42 20 7F 30 21 → \u{FFFD}\u{FFFD}亜
            iso-2022-jp → 1B 28 49 20 31 → \u{FFFD}ｱ
            iso-2022-jp → 1B 28 4A 0E 0F → \u{FFFD}\u{FFFD}
            // After an invalid escape sequence, the next one does not count as repeated.
            iso-2022-jp → 1B 28 4A 1B 1B 28 42 41 → \u{FFFD}A
            windows-1253 → AA 81 → \u{FFFD}\u{81}
            windows-1255 → CA D9 → \u{5BA}\u{FFFD}
            x-user-defined → 41 80 FF → A\u{F780}\u{F7FF}
            hz-gb-2312 → 41 42 → \u{FFFD}
            iso-2022-kr →  →
            """
        )
    )
    func `decodes unusual sequences as the standard specifies`(row: Row) throws {
        let encoding = try #require(WebEncoding(label: row[0]))
        let bytes = [UInt8](hex: row[1])
        let text = row.lines(2)
        #expect(encoding.decode(bytes) == text)
        var decoder = WebDecoder(encoding)
        let pieces = bytes.flatMap { decoder.decode([$0]) } + decoder.finish()
        #expect(String(decoding: pieces, as: UTF8.self) == text, "byte by byte")
    }

    @Test(arguments: [
        "gb18030", "big5", "euc-jp", "shift_jis", "euc-kr", "iso-2022-jp", "utf-16le",
        "windows-874",
    ])
    func `the size of the pieces of input does not affect the decoded text`(label: String) throws {
        let encoding = try #require(WebEncoding(label: label))
        var state: UInt64 = 7

        func random(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        // About one byte in ten may belong to an escape sequence in ISO-2022-JP.
        let escapeBytes: [UInt8] = [0x1B, 0x24, 0x42, 0x28]
        let bytes = (0..<5_000).map { _ -> UInt8 in
            if random(below: 10) == 0 {
                return escapeBytes[random(below: 4)]
            }
            return UInt8(random(below: 256))
        }
        var decoder = WebDecoder(encoding)
        var pieces: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = random(below: 7)
            pieces += decoder.decode(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        pieces += decoder.finish()
        #expect(String(decoding: pieces, as: UTF8.self) == encoding.decode(bytes))
    }

    @Test func `the example in the README compiles and runs`() {
        let document: [UInt8] = [0x93, 0xFA, 0x96, 0x7B]
        let pieces = [document[..<1], document[1...]]
        let encoding = WebEncoding.sniff(document, contentType: "text/html; charset=shift_jis")
        let text = encoding.decode(document)

        var decoder = WebDecoder(encoding)  // decodes the same document in pieces of any size
        var utf8: [UInt8] = []
        for piece in pieces {
            utf8 += decoder.decode(piece)
        }
        utf8 += decoder.finish()
        #expect(encoding.name == "shift_jis")
        #expect(text == "日本")
        #expect(String(decoding: utf8, as: UTF8.self) == text)
    }
}
