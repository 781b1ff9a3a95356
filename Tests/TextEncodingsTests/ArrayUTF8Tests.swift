import ProgramTesting
import Testing
import TextEncodings

struct ArrayUTF8Tests {
    private func text(_ text: String, replacing replacement: (UInt8) -> String?) -> String {
        var bytes = Array("a-".utf8)
        bytes.append(text, replacing: replacement)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: Row.table(
            """
            → a-
            quiet → a-quiet
            a → a-&amp;
            xa → a-x&amp;
            ax → a-&amp;x
            aa → a-&amp;&amp;
            é👩‍👧a → a-é👩‍👧&amp;
            a longer text with an 'a' → a-&amp; longer text with &amp;n '&amp;'
            """
        )
    )
    func `replaces bytes only in the appended text`(row: Row) {
        #expect(text(row[0]) { $0 == UInt8(ascii: "a") ? "&amp;" : nil } == row[1])
    }

    @Test func `removes a byte if its replacement is empty`() {
        #expect(text("a-b-c") { $0 == UInt8(ascii: "-") ? "" : nil } == "a-abc")
    }
}
