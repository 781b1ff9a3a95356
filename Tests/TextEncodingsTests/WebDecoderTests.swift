import Testing
import TextEncodings

struct WebDecoderTests {
    @Test(
        arguments: [
            // UTF-8: one U+FFFD for each maximal subpart of a character.
            ("utf-8", [0xE2, 0x82, 0x41], "\u{FFFD}A"),
            ("utf-8", [0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
            ("utf-8", [0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("utf-8", [0xF0, 0x9F, 0x98], "\u{FFFD}"),
            ("utf-8", [0xEF, 0xBB, 0xBF, 0x41], "A"),
            ("utf-8", [0xEF, 0xBB, 0x41], "\u{FFFD}A"),
            // UTF-16: unpaired surrogates and half a unit.
            ("utf-16le", [0x3D, 0xD8, 0x41, 0x00], "\u{FFFD}A"),
            ("utf-16le", [0x00, 0xDE], "\u{FFFD}"),
            ("utf-16le", [0x3D, 0xD8, 0x3D], "\u{FFFD}"),
            ("utf-16be", [0xD8, 0x3D, 0xD8, 0x3D, 0xDE, 0x00], "\u{FFFD}😀"),
            ("utf-16be", [0xFE, 0xFF, 0x00, 0x41], "A"),
            ("utf-16le", [0x3D, 0xD8], "\u{FFFD}"),
            ("utf-16le", [0x41, 0x00, 0x42], "A\u{FFFD}"),
            ("utf-16le", [0x3D, 0xD8, 0x00, 0xE0], "\u{FFFD}\u{E000}"),
            ("utf-16le", [0x00, 0xD8, 0x00, 0xDC], "\u{10000}"),
            ("utf-16le", [0xFF, 0xDB, 0xFF, 0xDF], "\u{10FFFF}"),
            // An ASCII byte is never part of an error.
            ("gb18030", [0x81, 0x20], "\u{FFFD} "),
            ("gb18030", [0x80], "€"),
            ("gb18030", [0xFF], "\u{FFFD}"),
            ("gb18030", [0x81, 0x30, 0x81, 0x3C], "\u{FFFD}0\u{FFFD}<"),
            ("gb18030", [0x81, 0x30, 0x3C], "\u{FFFD}0<"),
            ("gb18030", [0x84, 0x31, 0xA4, 0x39, 0x41], "\u{FFFF}A"),
            ("gb18030", [0x81], "\u{FFFD}"),
            ("gb18030", [0x84, 0x31, 0xA5, 0x30], "\u{FFFD}"),
            ("gb18030", [0xFE, 0x39, 0xFE, 0x39], "\u{FFFD}"),
            ("gb18030", [0x81, 0x30, 0x81], "\u{FFFD}"),
            ("gb18030", [0x81, 0x2F, 0x81, 0x7F, 0x81, 0xFF], "\u{FFFD}/\u{FFFD}\u{7F}\u{FFFD}"),
            ("gb18030", [0x81, 0x30, 0x80], "\u{FFFD}0€"),
            ("gb18030", [0x81, 0x30, 0xFF], "\u{FFFD}0\u{FFFD}"),
            ("gb18030", [0x81, 0x30, 0x81, 0x3A], "\u{FFFD}0\u{FFFD}:"),
            ("gb18030", [0x8F, 0x39, 0xFE, 0x39, 0x41], "\u{FFFD}A"),
            ("gb18030", [0xE3, 0x32, 0x9A, 0x36, 0x41], "\u{FFFD}A"),
            ("gbk", [0xA3, 0xA0], "\u{3000}"),
            (
                "big5", [0x88, 0x62, 0x88, 0x64, 0x88, 0xA3, 0x88, 0xA5],
                "Ê\u{304}Ê\u{30C}ê\u{304}ê\u{30C}"
            ),
            ("big5", [0x87, 0x66, 0x80, 0xFF], "\u{FFFD}f\u{FFFD}\u{FFFD}"),
            ("big5", [0x81, 0xFF], "\u{FFFD}"),
            ("big5", [0xA4], "\u{FFFD}"),
            ("big5", [0xA4, 0x3F, 0xA4, 0x7F], "\u{FFFD}?\u{FFFD}\u{7F}"),
            ("big5", [0xA4, 0x80, 0xA4, 0xA0, 0xA4, 0xFF], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("euc-jp", [0x8E, 0xB1, 0xA5, 0xDA], "ｱペ"),
            ("euc-jp", [0x8E, 0xE0], "\u{FFFD}"),
            ("euc-jp", [0x8E, 0x41], "\u{FFFD}A"),
            ("euc-jp", [0x8F, 0xA1, 0x41], "\u{FFFD}A"),
            ("euc-jp", [0x8F, 0xB0, 0xA1], "丂"),
            // The prefix of a supplementary character applies only to this character.
            ("euc-jp", [0x8F, 0xB0, 0xA1, 0xB0, 0xA1], "丂亜"),
            ("euc-jp", [0x8F, 0xB0, 0x41, 0xB0, 0xA1], "\u{FFFD}A亜"),
            ("euc-jp", [0x8F, 0xB0], "\u{FFFD}"),
            ("euc-jp", [0xA4, 0xA0, 0xA4, 0xFF], "\u{FFFD}\u{FFFD}"),
            ("euc-jp", [0x8F, 0xA0, 0x8F, 0xFF, 0x8E, 0xA0], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("euc-jp", [0xA0, 0xFF, 0xC6], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("euc-jp", [0xAD, 0xA1], "①"),
            ("shift_jis", [0x81, 0x20], "\u{FFFD} "),
            ("shift_jis", [0x80, 0xA1, 0xDF], "\u{80}｡ﾟ"),
            ("shift_jis", [0xA0, 0xFD, 0x81], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("shift_jis", [0xF0, 0x40], "\u{E000}"),
            ("shift_jis", [0x5C, 0x7E, 0x81, 0x60], "\\~～"),
            ("shift_jis", [0xFA, 0x40], "ⅰ"),
            ("shift_jis", [0x93, 0x3F, 0x93, 0x7F], "\u{FFFD}?\u{FFFD}\u{7F}"),
            ("shift_jis", [0x93, 0xFD, 0x93, 0xFF], "\u{FFFD}\u{FFFD}"),
            ("euc-kr", [0xC9, 0xA1, 0x81, 0x20], "\u{FFFD}\u{FFFD} "),
            ("euc-kr", [0xA2, 0xE6], "€"),
            ("euc-kr", [0xB0, 0x40, 0xB0, 0xFF], "\u{FFFD}@\u{FFFD}"),
            ("iso-2022-jp", [0x5C, 0x7E, 0x1B, 0x28, 0x4A, 0x5C, 0x7E], "\\~¥‾"),
            ("iso-2022-jp", [0x1B, 0x28, 0x49, 0x21, 0x5F, 0x60], "｡ﾟ\u{FFFD}"),
            ("iso-2022-jp", [0x1B, 0x24, 0x40, 0x30, 0x21, 0x1B, 0x28, 0x42, 0x41], "亜A"),
            ("iso-2022-jp", [0x1B, 0x28, 0x42, 0x1B, 0x28, 0x42], "\u{FFFD}"),
            ("iso-2022-jp", [0x1B, 0x41], "\u{FFFD}A"),
            ("iso-2022-jp", [0x1B, 0x24, 0x41], "\u{FFFD}$A"),
            ("iso-2022-jp", [0x1B], "\u{FFFD}"),
            ("iso-2022-jp", [0x1B, 0x24], "\u{FFFD}$"),
            ("iso-2022-jp", [0x0E, 0x0F, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x30, 0x1B, 0x28, 0x42, 0x41], "\u{FFFD}A"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x30, 0x0A, 0x30, 0x21], "\u{FFFD}亜"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x30], "\u{FFFD}"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x30, 0x20, 0x30, 0x21], "\u{FFFD}亜"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x30, 0x7F, 0x30, 0x21], "\u{FFFD}亜"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x20, 0x7F, 0x30, 0x21], "\u{FFFD}\u{FFFD}亜"),
            ("iso-2022-jp", [0x1B, 0x28, 0x49, 0x20, 0x31], "\u{FFFD}ｱ"),
            ("iso-2022-jp", [0x1B, 0x28, 0x4A, 0x0E, 0x0F], "\u{FFFD}\u{FFFD}"),
            // After an invalid escape sequence, the next one does not count as repeated.
            ("iso-2022-jp", [0x1B, 0x28, 0x4A, 0x1B, 0x1B, 0x28, 0x42, 0x41], "\u{FFFD}A"),
            ("windows-1253", [0xAA, 0x81], "\u{FFFD}\u{81}"),
            ("windows-1255", [0xCA, 0xD9], "\u{5BA}\u{FFFD}"),
            ("x-user-defined", [0x41, 0x80, 0xFF], "A\u{F780}\u{F7FF}"),
            ("hz-gb-2312", [0x41, 0x42], "\u{FFFD}"),
            ("iso-2022-kr", [], ""),
        ] as [(String, [UInt8], String)]
    )
    func `decodes unusual sequences as the standard specifies`(
        label: String,
        bytes: [UInt8],
        text: String
    ) throws {
        let encoding = try #require(WebEncoding(label: label))
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

    @Test func `removes a byte order mark, but not an incomplete byte order mark`() {
        #expect(WebEncoding.utf8.decode([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x41]) == "\u{FEFF}A")
        #expect(WebEncoding.utf8.decode([0xEF, 0xBB]) == "\u{FFFD}")
        #expect(WebEncoding.utf8.decode([0xEF, 0xBB, 0xBF]) == "")
        #expect(WebEncoding.utf16BigEndian.decode([0xFE, 0xFF, 0, 0x41]) == "A")
        #expect(WebEncoding.utf16BigEndian.decode([0xFE]) == "\u{FFFD}")
        #expect(WebEncoding.windows1252.decode([0xEF, 0xBB, 0xBF]) == "ï»¿")
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

/// Tests that compare the hash of the text of each complete table with the hash of the same text
/// from the standard's index.
///
/// U+FFFD represents a missing character.
struct CharacterTableTests {
    private func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    @Test(
        arguments: [
            ("ibm866", 0x1fc2_571f_0480_6dca),
            ("iso-8859-2", 0x5880_24dc_95e3_e2b6),
            ("iso-8859-3", 0x135e_6197_4ca2_4517),
            ("iso-8859-4", 0x91e3_74cb_717c_9e0f),
            ("iso-8859-5", 0xb83a_da89_4cdb_942f),
            ("iso-8859-6", 0x5479_4f86_b052_c862),
            ("iso-8859-7", 0x8a37_fb52_2272_b5e9),
            ("iso-8859-8", 0xda8a_b993_f355_95dd),
            ("iso-8859-8-i", 0xda8a_b993_f355_95dd),
            ("iso-8859-10", 0xf625_5d1c_555e_a19b),
            ("iso-8859-13", 0xc629_5f21_6259_d2e1),
            ("iso-8859-14", 0xdc6e_3a7b_6097_d8b5),
            ("iso-8859-15", 0x5df0_b681_d68e_ed40),
            ("iso-8859-16", 0x67e7_1470_c2c3_c702),
            ("koi8-r", 0x0525_656e_2fbd_23bd),
            ("koi8-u", 0x042b_0acd_8c13_4fc1),
            ("macintosh", 0xf863_2623_ab53_7bb5),
            ("windows-874", 0x54fe_9749_b6d1_9313),
            ("windows-1250", 0x6cce_f657_3d6d_9235),
            ("windows-1251", 0x9448_b7d0_66a7_53a5),
            ("windows-1252", 0x29cc_fe22_0dc0_c01a),
            ("windows-1253", 0xded5_f7d2_4e4d_c710),
            ("windows-1254", 0x29e5_a164_d75b_4794),
            ("windows-1255", 0xbaa3_1a84_bee9_449f),
            ("windows-1256", 0xe1f9_d919_0525_e0cb),
            ("windows-1257", 0x879c_25a3_ba7f_16ce),
            ("windows-1258", 0xffed_1fce_560d_4f03),
            ("x-mac-cyrillic", 0x18e0_67f8_c866_b605),
        ] as [(String, UInt64)]
    )
    func `single-byte tables match the standard`(label: String, expected: UInt64) throws {
        let encoding = try #require(WebEncoding(label: label))
        #expect(hash(encoding.decode(UInt8(0x80)...0xFF)) == expected)
        let ascii = UInt8(0)...0x7F
        #expect(encoding.decode(ascii) == String(decoding: ascii, as: UTF8.self))
    }

    /// An encoding whose characters have two bytes. In the tested text, the bytes `before` and
    /// `after` enclose each character.
    struct PairTable: Sendable {
        let label: String
        var before: [UInt8] = []
        let leads: [ClosedRange<UInt8>]
        let trails: [ClosedRange<UInt8>]
        var after: [UInt8] = []
        let hash: UInt64
    }

    @Test(arguments: [
        PairTable(
            label: "gbk",
            leads: [0x81...0xFE],
            trails: [0x40...0x7E, 0x80...0xFE],
            hash: 0x6c5c_ee73_bc23_f766
        ),
        PairTable(
            label: "gb18030",
            leads: [0x81...0xFE],
            trails: [0x40...0x7E, 0x80...0xFE],
            hash: 0x6c5c_ee73_bc23_f766
        ),
        PairTable(
            label: "big5",
            leads: [0x81...0xFE],
            trails: [0x40...0x7E, 0xA1...0xFE],
            hash: 0x47cf_eb72_8fe8_e724
        ),
        PairTable(
            label: "euc-kr",
            leads: [0x81...0xFE],
            trails: [0x41...0xFE],
            hash: 0x9693_b347_3f9c_bdb0
        ),
        PairTable(
            label: "shift_jis",
            leads: [0x81...0x9F, 0xE0...0xFC],
            trails: [0x40...0x7E, 0x80...0xFC],
            hash: 0xd1b6_abab_7d96_5d27
        ),
        PairTable(
            label: "euc-jp",
            leads: [0xA1...0xFE],
            trails: [0xA1...0xFE],
            hash: 0x96be_f7c9_019c_b9c2
        ),
        PairTable(
            label: "euc-jp",
            before: [0x8F],
            leads: [0xA1...0xFE],
            trails: [0xA1...0xFE],
            hash: 0x31f2_f93b_fe4a_587b
        ),
        PairTable(
            label: "iso-2022-jp",
            before: [0x1B, 0x24, 0x42],
            leads: [0x21...0x7E],
            trails: [0x21...0x7E],
            after: [0x1B, 0x28, 0x42],
            hash: 0x96be_f7c9_019c_b9c2
        ),
    ])
    func `two-byte tables match the standard`(table: PairTable) throws {
        var bytes: [UInt8] = []
        for lead in table.leads.joined() {
            for trail in table.trails.joined() {
                for part: [UInt8] in [table.before, [lead, trail], table.after, [0x0A]] {
                    bytes += part
                }
            }
        }
        let encoding = try #require(WebEncoding(label: table.label))
        #expect(hash(encoding.decode(bytes)) == table.hash)
    }

    @Test func `the four-byte table matches the standard`() throws {
        let encoding = try #require(WebEncoding(label: "gb18030"))
        var bytes: [UInt8] = []
        for pointer in 0..<39_420 {
            bytes.append(UInt8(0x81 + pointer / 12_600))
            bytes.append(UInt8(0x30 + pointer / 1_260 % 10))
            bytes.append(UInt8(0x81 + pointer / 10 % 126))
            bytes.append(UInt8(0x30 + pointer % 10))
        }
        #expect(hash(encoding.decode(bytes)) == 0xb176_5545_402a_2682)
        let ends = encoding.decode([0x90, 0x30, 0x81, 0x30, 0xE3, 0x32, 0x9A, 0x35])
        #expect(ends == "\u{10000}\u{10FFFF}")
    }
}
