import Foundation
import HTML
import ProgramTesting
import Testing

struct HTMLCharacterReferenceTests {
    private func text(_ html: String) -> String {
        var tokenizer = HTMLTokenizer()
        tokenizer.append(html.utf8)
        tokenizer.finish()
        guard case .text(let text) = tokenizer.next()?.content else {
            return ""
        }
        return text
    }

    private func value(_ html: String) -> String? {
        var tokenizer = HTMLTokenizer()
        tokenizer.append("<a b=\"\(html)\">".utf8)
        guard case .startTag(_, let attributes) = tokenizer.next()?.content else {
            return nil
        }
        return attributes["b"]
    }

    @Test(
        arguments: Row.table(
            """
            &amp;&lt;&gt;&quot;&apos; → &<>"'
            &Eacute;&eacute → Éé
            &larr;&#8592;&#x2190;&#X2190 → ←←←←
            a&nbsp;b → a\u{A0}b
            &NotEqualTilde; → \u{2242}\u{338}
            &CounterClockwiseContourIntegral; → ∳
            &sup2;&frac12&there4; → ²½∴
            &zwnj; → \u{200C}
            &AMP → &
            // Numeric references are decoded as browsers decode them.
            &#128;&#x91;&#146; → €‘’
            &#129; → \u{81}
            &#0;&#xD800;&#x110000;&#99999999999; → \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}
            a&#13;&#10;&#9;b → a\r⏎\tb
            &#x1F600; → 😀
            &#00065; → A
            &#65:&#65a&#x39g&#xAF;&#xaf/ → A:Aa9g¯¯/
            """
        )
    )
    func `decodes character references`(row: Row) {
        #expect(text(row[0]) == row.lines(1))
        #expect(value(row[0]) == row.lines(1))
    }

    @Test func `decodes the numbers from 128 to 159 as windows-1252`() {
        for code in UInt8(0x80)...0x9F {
            // Windows-1252 does not define five of the bytes. Their numbers are control characters.
            let control = String(Unicode.Scalar(code))
            let expected = String(data: Data([code]), encoding: .windowsCP1252) ?? control
            #expect(text("&#\(code);") == expected, "\(code)")
        }
        #expect(text("&#127;&#160;") == "\u{7F}\u{A0}")
    }

    @Test(arguments: ["&", "&&", "& b", "&nosuch;", "&#;", "&#x;", "&#xg", "&rarr", "a&b;", "&é;"])
    func `preserves text that resembles a reference but is not one`(html: String) {
        #expect(text(html) == html)
        #expect(value(html) == html)
    }

    @Test func `decodes the reference with the longest matching name`() {
        #expect(text("&notin;") == "∉")
        #expect(text("&notit;") == "¬it;")
        #expect(text("&notinva;&ampamp;") == "∉&amp;")
    }

    @Test func `in an attribute, a reference before a letter or = requires a semicolon`() {
        #expect(value("?a=1&copy=2&reg&lt3&para;") == "?a=1&copy=2®&lt3¶")
        #expect(text("?a=1&copy=2&reg&lt3&para;") == "?a=1©=2®<3¶")
        for next in (UInt8(0x20)...0x7E).map({ Character(Unicode.Scalar($0)) }) {
            guard next != "\"", next != ";" else { continue }
            let isReference = !next.isLetter && !next.isNumber && next != "="
            #expect(value("&copy\(next)") == (isReference ? "©\(next)" : "&copy\(next)"))
        }
    }
}
