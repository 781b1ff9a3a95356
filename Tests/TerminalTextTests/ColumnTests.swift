import TerminalText
import Testing

struct ColumnTests {
    @Test func `long words are cut in the middle, and the rest stays`() {
        #expect("a  bcdefghi, jk".cuttingWords(to: 5) == "a  bc…i, jk")
        #expect("日本語日本語".cuttingWords(to: 4) == "日本…語")
        for text in ["", "short", "12345 12345", "日本語日本"] { #expect(text.cuttingWords(to: 5) == text) }
    }

    @Test(arguments: [
        ("", 0), ("plain", 5), ("naïve", 5), ("nai\u{308}ve", 5), ("日本語", 6), ("ｆｕｌｌ", 8), ("한국어", 6),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("🙂", 2), ("👩‍👧", 2), ("👩🏽‍🚀", 2), ("👍🏿", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4),
        ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("1", 1), ("©", 1), ("ไทย", 3), ("ที่", 1), ("שלום", 4), ("a\u{200B}b", 2),
        ("e\u{301}\u{20DD}", 1), ("\u{7}", 0), ("…", 1), ("〈", 2), ("𠀀", 2), ("क्षि", 3), ("\u{1F1E9}", 1),
    ])
    func `a text takes the columns that terminals give it`(_ text: String, _ columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(
        arguments: [
            0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97C,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
        ] as [ClosedRange<UInt32>])
    func `each range of wide characters is wide from its first to its last`(range: ClosedRange<UInt32>) throws {
        for value in [range.lowerBound, range.upperBound] {
            #expect(String(try #require(Unicode.Scalar(value))).columns == 2, "\(value)")
        }
    }

    @Test func `a text that fits stays whole, and one that does not is cut at a character`() {
        #expect("plain".fitted(to: 5) == "plain")
        #expect("plainly".fitted(to: 5) == "plai…")
        #expect("日本語です".fitted(to: 6) == "日本…")
        #expect("日本語です".fitted(to: 7) == "日本語…")
        #expect("👩‍👧👩‍👧👩‍👧".fitted(to: 5) == "👩‍👧👩‍👧…")
        #expect("ab cd".fitted(to: 4) == "ab…")
        #expect("abc".fitted(to: 1) == "…" && "abc".fitted(to: 0) == "")
    }

    @Test func `no text is wider than what it was fitted to`() {
        let text = "a日👩‍👧e\u{301}🇩🇪b 한 c"
        for width in 0...20 { #expect(text.fitted(to: width).columns <= width) }
    }

    @Test func `padding counts columns, not characters`() {
        #expect("日本".padded(to: 6) == "日本  ")
        #expect("plain".padded(to: 3) == "plain")
    }
}
