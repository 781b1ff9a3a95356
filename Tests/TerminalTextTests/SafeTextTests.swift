import TerminalText
import Testing

struct SafeTextTests {
    @Test func `what could take the terminal over is left out, and lines become one`() {
        #expect("a\u{1B}[31mb\u{7}\u{9B}c".safeForTerminal == "a[31mbc")
        #expect("a\nb\r\tc\u{2028}d".safeForTerminal == "a b  c d")
        #expect("a\u{202E}b\u{2066}c".safeForTerminal == "abc")
    }

    @Test(arguments: [0x202A...0x202E, 0x2066...0x2069, 0x00...0x08, 0x0E...0x1F, 0x7F...0x84, 0x86...0x9F])
    func `each control character, and each that changes the direction of text, is left out`(range: ClosedRange<UInt32>)
    {
        for scalar in range.compactMap(Unicode.Scalar.init) { #expect("a\(scalar)b".safeForTerminal == "ab") }
    }

    @Test(arguments: ["\n", "\r", "\t", "\u{2028}", "\u{2029}", "\u{85}"])
    func `each line break becomes a space`(text: String) {
        #expect("a\(text)b".safeForTerminal == "a b")
    }

    @Test func `every other text stays as it is`() {
        for text in ["", "plain", "שלום 👩‍👧 日本語", "e\u{301}\u{200D}"] { #expect(text.safeForTerminal == text) }
    }
}
