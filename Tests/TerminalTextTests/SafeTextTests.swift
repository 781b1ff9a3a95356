import TerminalText
import Testing

struct SafeTextTests {
    @Test(arguments: [
        ("a\u{1B}[31mb\u{7}\u{9B}c", "a[31mbc"),
        ("a\nb\r\tc\u{2028}d", "a b  c d"),
        ("a\u{202E}b\u{2066}c", "abc"),
        ("", ""),
        ("plain", "plain"),
        ("שלום 👩‍👧 日本語", "שלום 👩‍👧 日本語"),
        ("e\u{301}\u{200D}", "e\u{301}\u{200D}"),
        // The neighbors of the removed ranges.
        ("\u{A0}\u{202F}\u{2065}\u{206A}", "\u{A0}\u{202F}\u{2065}\u{206A}"),
    ])
    func `removes control characters, joins lines, and keeps all other text`(
        _ text: String,
        _ safe: String
    ) {
        #expect(text.safeForTerminal == safe)
    }

    @Test(arguments: [
        0x202A...0x202E, 0x2066...0x2069, 0x00...0x08, 0x0E...0x1F, 0x7F...0x84, 0x86...0x9F,
    ])
    func `removes each control character and each character that changes the direction of text`(
        range: ClosedRange<UInt32>
    ) {
        for scalar in range.compactMap(Unicode.Scalar.init) {
            #expect("a\(scalar)b".safeForTerminal == "ab")
        }
    }

    @Test(arguments: ["\n", "\r", "\t", "\u{2028}", "\u{2029}", "\u{85}"])
    func `replaces each line break with a space`(text: String) {
        #expect("a\(text)b".safeForTerminal == "a b")
    }
}
