import TerminalText
import Testing

struct SafeTextTests {
    @Test func `what could take the terminal over is left out, and lines become one`() {
        #expect("a\u{1B}[31mb\u{7}\u{9B}c".safeForTerminal == "a[31mbc")
        #expect("a\nb\r\tc\u{2028}d".safeForTerminal == "a b  c d")
        #expect("a\u{202E}b\u{2066}c".safeForTerminal == "abc")
    }

    @Test func `every other text stays as it is`() {
        for text in ["", "plain", "שלום 👩‍👧 日本語", "e\u{301}\u{200D}"] { #expect(text.safeForTerminal == text) }
    }
}
