import ProgramTesting
import TerminalText
import Testing

struct ColumnTests {
    /// A text, and its width in columns.
    @Test(
        arguments: Row.table(
            """
            → 0
            plain → 5
            naïve → 5
            nai\u{308}ve → 5
            日本語 → 6
            ｆｕｌｌ → 8
            한국어 → 6
            \u{1112}\u{1161}\u{11AB} → 2
            🙂 → 2
            👩‍👧 → 2
            👩🏽‍🚀 → 2
            👍🏿 → 2
            🇩🇪 → 2
            🇩🇪🇫🇷 → 4
            ❤️ → 2
            ❤ → 1
            ❤\u{301} → 1
            🙂\u{301} → 2
            ❤\u{200D}❤\u{200D}❤ → 2
            1️⃣ → 2
            1 → 1
            © → 1
            ไทย → 3
            ที่ → 1
            שלום → 4
            a\u{200B}b → 2
            e\u{301}\u{20DD} → 1
            \u{7} → 0
            \u{7F} → 0
            a ~\u{7} → 3
            … → 1
            〈 → 2
            𠀀 → 2
            क्षि → 3
            \u{1F1E6} → 1
            \u{1F1FF} → 1
            \u{1F1FF}\u{301} → 2
            """
        )
    )
    func `counts columns as terminals draw them`(row: Row) {
        #expect(row[0].columns == Int(row[1]))
    }

    @Test(
        arguments: [
            0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF,
            0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
            0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB,
            0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
        ] as [ClosedRange<UInt32>]
    )
    func `the first and last characters of each wide range are wide, but not their neighbors`(
        range: ClosedRange<UInt32>
    ) throws {
        for value in [range.lowerBound, range.upperBound] {
            let scalar = try #require(Unicode.Scalar(value))
            #expect(String(scalar).columns == 2, "\(scalar.escaped(asASCII: true))")
        }
        for value in [range.lowerBound - 1, range.upperBound + 1] {
            let scalar = try #require(Unicode.Scalar(value))
            #expect(String(scalar).columns < 2, "\(scalar.escaped(asASCII: true))")
        }
    }

    @Test(arguments: [
        ("ok", "     "), ("changed", ""), ("withdrawn", ""), ("日本", "   "), ("", "       "),
    ])
    func `padding fills a column of seven, and is empty after text that is wider`(
        text: String,
        padding: String
    ) {
        #expect(text.padding(to: 7) == padding)
    }

    @Test func `a medial or final Hangul letter occupies no columns of its own`() {
        let codes = Array<UInt32>(0x1160...0x11FF) + Array<UInt32>(0xD7B0...0xD7FF)
        for scalar in codes.compactMap(Unicode.Scalar.init) {
            #expect(String(scalar).columns == 0, "\(scalar.escaped(asASCII: true))")
        }
        #expect("\u{1200}".columns == 1)
        #expect("\u{D7AF}".columns == 1)
    }

    @Test(arguments: [
        ("plain", 5, "plain"),
        ("plainly", 5, "plai…"),
        ("日本語です", 6, "日本…"),
        ("日本語です", 7, "日本語…"),
        ("👩‍👧👩‍👧👩‍👧", 5, "👩‍👧👩‍👧…"),
        ("ab cd", 4, "ab…"),
        ("abc", 1, "…"),
        ("abc", 0, ""),
    ])
    func `shortens text without splitting a character`(
        _ text: String,
        _ width: Int,
        _ fitted: String
    ) {
        #expect(text.fitted(to: width) == fitted)
    }

    @Test func `shortened text is never too wide`() {
        let text = "a日👩‍👧e\u{301}🇩🇪b 한 c"
        for width in 0...20 {
            #expect(text.fitted(to: width).columns <= width)
        }
    }

    @Test func `shortens long words in the middle`() {
        #expect("a  bcdefghi, jk".cuttingWords(to: 5) == "a  bc…i, jk")
        #expect("日本語日本語".cuttingWords(to: 4) == "日本…語")
        for text in ["", "short", "12345 12345", "日本語日本"] {
            #expect(text.cuttingWords(to: 5) == text)
        }
    }
}
