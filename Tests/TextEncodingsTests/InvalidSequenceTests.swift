import Testing
import TextEncodings

/// What the decoders of WHATWG Encoding do with bytes that mean nothing.
struct InvalidSequenceTests {
    @Test(
        arguments: [
            // UTF-8: one U+FFFD for each maximal beginning of a character.
            ("utf-8", [0xE2, 0x82, 0x41], "\u{FFFD}A"), ("utf-8", [0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
            ("utf-8", [0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ("utf-8", [0xF0, 0x9F, 0x98], "\u{FFFD}"),
            // UTF-16: surrogates that stand alone, and half a unit.
            ("utf-16le", [0x3D, 0xD8, 0x41, 0x00], "\u{FFFD}A"), ("utf-16le", [0x00, 0xDE], "\u{FFFD}"),
            ("utf-16le", [0x3D, 0xD8, 0x3D], "\u{FFFD}"),
            ("utf-16be", [0xD8, 0x3D, 0xD8, 0x3D, 0xDE, 0x00], "\u{FFFD}😀"),
            // A byte of ASCII is never swallowed.
            ("gb18030", [0x81, 0x20], "\u{FFFD} "), ("gb18030", [0x80], "€"), ("gb18030", [0xFF], "\u{FFFD}"),
            ("gb18030", [0x81, 0x30, 0x81, 0x3C], "\u{FFFD}0\u{FFFD}<"), ("gb18030", [0x81, 0x30, 0x3C], "\u{FFFD}0<"),
            ("gb18030", [0x84, 0x31, 0xA4, 0x39, 0x41], "\u{FFFF}A"), ("gb18030", [0x81], "\u{FFFD}"),
            ("gb18030", [0x84, 0x31, 0xA5, 0x30], "\u{FFFD}"), ("gb18030", [0xFE, 0x39, 0xFE, 0x39], "\u{FFFD}"),
            ("gb18030", [0x81, 0x30, 0x81], "\u{FFFD}"), ("gbk", [0xA3, 0xA0], "\u{3000}"),
            ("big5", [0x88, 0x62, 0x88, 0x64, 0x88, 0xA3, 0x88, 0xA5], "Ê\u{304}Ê\u{30C}ê\u{304}ê\u{30C}"),
            ("big5", [0x87, 0x66, 0x80, 0xFF], "\u{FFFD}f\u{FFFD}\u{FFFD}"),
            ("big5", [0x81, 0xFF], "\u{FFFD}"), ("big5", [0xA4], "\u{FFFD}"),
            ("euc-jp", [0x8E, 0xE0], "\u{FFFD}"), ("euc-jp", [0x8E, 0x41], "\u{FFFD}A"),
            ("euc-jp", [0x8F, 0xA1, 0x41], "\u{FFFD}A"), ("euc-jp", [0x8F, 0xB0, 0xA1], "丂"),
            ("euc-jp", [0xA0, 0xFF, 0xC6], "\u{FFFD}\u{FFFD}\u{FFFD}"), ("euc-jp", [0xAD, 0xA1], "①"),
            ("shift_jis", [0x81, 0x20], "\u{FFFD} "), ("shift_jis", [0x80, 0xA1, 0xDF], "\u{80}｡ﾟ"),
            ("shift_jis", [0xA0, 0xFD, 0x81], "\u{FFFD}\u{FFFD}\u{FFFD}"), ("shift_jis", [0xF0, 0x40], "\u{E000}"),
            ("shift_jis", [0x5C, 0x7E, 0x81, 0x60], "\\~～"), ("shift_jis", [0xFA, 0x40], "ⅰ"),
            ("euc-kr", [0xC9, 0xA1, 0x81, 0x20], "\u{FFFD}\u{FFFD} "), ("euc-kr", [0xA2, 0xE6], "€"),
            ("iso-2022-jp", [0x5C, 0x7E, 0x1B, 0x28, 0x4A, 0x5C, 0x7E], "\\~¥‾"),
            ("iso-2022-jp", [0x1B, 0x28, 0x49, 0x21, 0x5F, 0x60], "｡ﾟ\u{FFFD}"),
            ("iso-2022-jp", [0x1B, 0x24, 0x40, 0x30, 0x21, 0x1B, 0x28, 0x42, 0x41], "亜A"),
            ("iso-2022-jp", [0x1B, 0x28, 0x42, 0x1B, 0x28, 0x42], "\u{FFFD}"),
            ("iso-2022-jp", [0x1B, 0x41], "\u{FFFD}A"),
            ("iso-2022-jp", [0x1B, 0x24, 0x41], "\u{FFFD}$A"), ("iso-2022-jp", [0x1B], "\u{FFFD}"),
            ("iso-2022-jp", [0x1B, 0x24], "\u{FFFD}$"),
            ("iso-2022-jp", [0x0E, 0x0F, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x30, 0x1B, 0x28, 0x42, 0x41], "\u{FFFD}A"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x30, 0x0A, 0x30, 0x21], "\u{FFFD}亜"),
            ("iso-2022-jp", [0x1B, 0x24, 0x42, 0x30], "\u{FFFD}"),
            ("windows-1253", [0xAA, 0x81], "\u{FFFD}\u{81}"), ("windows-1255", [0xCA, 0xD9], "\u{5BA}\u{FFFD}"),
            ("x-user-defined", [0x41, 0x80, 0xFF], "A\u{F780}\u{F7FF}"), ("hz-gb-2312", [0x41, 0x42], "\u{FFFD}"),
            ("iso-2022-kr", [], ""),
        ] as [(String, [UInt8], String)])
    func `bytes that mean nothing become what the standard says`(label: String, bytes: [UInt8], text: String) throws {
        let encoding = try #require(WebEncoding(label: label))
        #expect(encoding.decode(bytes) == text)
        var decoder = WebDecoder(encoding)
        let pieces = bytes.flatMap { decoder.decode([$0]) } + decoder.finish()
        #expect(String(decoding: pieces, as: UTF8.self) == text, "byte by byte")
    }

    @Test(arguments: ["gb18030", "big5", "euc-jp", "shift_jis", "euc-kr", "iso-2022-jp", "utf-16le", "windows-874"])
    func `pieces of any size give the same text`(label: String) throws {
        let encoding = try #require(WebEncoding(label: label))
        var random = SplitMix(state: 7)
        let bytes = (0..<5_000).map { _ in
            [0x1B, 0x24, 0x42, 0x28][Int(random.next() % 40), default: UInt8(truncatingIfNeeded: random.next())]
        }
        var decoder = WebDecoder(encoding)
        var pieces: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = Int(random.next() % 7)
            pieces += decoder.decode(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        pieces += decoder.finish()
        #expect(String(decoding: pieces, as: UTF8.self) == encoding.decode(bytes))
    }

    @Test func `a mark is left out, and what only begins like one stays`() {
        #expect(WebEncoding.utf8.decode([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x41]) == "\u{FEFF}A")
        #expect(WebEncoding.utf8.decode([0xEF, 0xBB]) == "\u{FFFD}")
        #expect(WebEncoding.utf16BigEndian.decode([0xFE, 0xFF, 0, 0x41]) == "A")
        #expect(WebEncoding.utf16BigEndian.decode([0xFE]) == "\u{FFFD}")
        #expect(WebEncoding.windows1252.decode([0xEF, 0xBB, 0xBF]) == "ï»¿")
    }
}

/// Numbers that look like chance and are the same each time.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension [UInt8] {
    fileprivate subscript(index: Int, default fallback: UInt8) -> UInt8 {
        indices.contains(index) ? self[index] : fallback
    }
}
