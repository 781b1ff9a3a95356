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

/// Tests that compare the hash of the text of each complete table with the hash of the same text
/// from the standard's index.
///
/// U+FFFD represents a missing character.
struct CharacterTableTests {
    private func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    @Test(
        arguments: Row.table(
            """
            ibm866 → 1fc2571f04806dca
            iso-8859-2 → 588024dc95e3e2b6
            iso-8859-3 → 135e61974ca24517
            iso-8859-4 → 91e374cb717c9e0f
            iso-8859-5 → b83ada894cdb942f
            iso-8859-6 → 54794f86b052c862
            iso-8859-7 → 8a37fb522272b5e9
            iso-8859-8 → da8ab993f35595dd
            iso-8859-8-i → da8ab993f35595dd
            iso-8859-10 → f6255d1c555ea19b
            iso-8859-13 → c6295f216259d2e1
            iso-8859-14 → dc6e3a7b6097d8b5
            iso-8859-15 → 5df0b681d68eed40
            iso-8859-16 → 67e71470c2c3c702
            koi8-r → 0525656e2fbd23bd
            koi8-u → 042b0acd8c134fc1
            macintosh → f8632623ab537bb5
            windows-874 → 54fe9749b6d19313
            windows-1250 → 6ccef6573d6d9235
            windows-1251 → 9448b7d066a753a5
            windows-1252 → 29ccfe220dc0c01a
            windows-1253 → ded5f7d24e4dc710
            windows-1254 → 29e5a164d75b4794
            windows-1255 → baa31a84bee9449f
            windows-1256 → e1f9d9190525e0cb
            windows-1257 → 879c25a3ba7f16ce
            windows-1258 → ffed1fce560d4f03
            x-mac-cyrillic → 18e067f8c866b605
            """
        )
    )
    func `single-byte tables match the standard`(row: Row) throws {
        let encoding = try #require(WebEncoding(label: row[0]))
        #expect(hash(encoding.decode(UInt8(0x80)...0xFF)) == UInt64(row[1], radix: 16))
        let ascii = UInt8(0)...0x7F
        #expect(encoding.decode(ascii) == String(decoding: ascii, as: UTF8.self))
    }

    /// An encoding, the bytes before each character, the ranges of its first and second bytes,
    /// the bytes after it, and the hash, all in hexadecimal.
    @Test(
        arguments: Row.table(
            """
            gbk → → 81-FE → 40-7E 80-FE → → 6c5cee73bc23f766
            gb18030 → → 81-FE → 40-7E 80-FE → → 6c5cee73bc23f766
            big5 → → 81-FE → 40-7E A1-FE → → 47cfeb728fe8e724
            euc-kr → → 81-FE → 41-FE → → 9693b3473f9cbdb0
            shift_jis → → 81-9F E0-FC → 40-7E 80-FC → → d1b6abab7d965d27
            euc-jp → → A1-FE → A1-FE → → 96bef7c9019cb9c2
            euc-jp → 8F → A1-FE → A1-FE → → 31f2f93bfe4a587b
            iso-2022-jp → 1B 24 42 → 21-7E → 21-7E → 1B 28 42 → 96bef7c9019cb9c2
            """
        )
    )
    func `two-byte tables match the standard`(row: Row) throws {
        func bytes(_ ranges: String) -> [UInt8] {
            ranges.split(separator: " ").flatMap { range in
                let ends = [UInt8](hex: range.replacing("-", with: " "))
                return Array(ends[0]...ends[1])
            }
        }
        var text: [UInt8] = []
        for lead in bytes(row[2]) {
            for trail in bytes(row[3]) {
                text += [UInt8](hex: row[1]) + [lead, trail] + [UInt8](hex: row[4]) + [0x0A]
            }
        }
        let encoding = try #require(WebEncoding(label: row[0]))
        #expect(hash(encoding.decode(text)) == UInt64(row[5], radix: 16))
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
    }
}

extension [UInt8] {
    /// Creates bytes from hexadecimal numbers that are separated by spaces.
    init(hex: some StringProtocol) {
        self = hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
}
