import SearchText
import Testing

struct SearchableTests {
    @Test(arguments: [
        ("ÉCLAIR", "eclair"), ("Łódź", "lodz"), ("Øresund", "oresund"), ("Ælfred", "aelfred"), ("Œuvre", "oeuvre"),
        ("Straße", "strasse"), ("Þór", "thor"), ("Đà Nẵng", "da nang"), ("“a” — b…", "“a” — b..."), ("ＡＢ", "ab"),
        ("Ἀθῆναι", "αθηναι"), ("Ёлка", "елка"), ("東京a", " 東  京 a"), ("שָׁלוֹם", "שלום"),
        ("🚀Launch", " 🚀 launch"), ("👍🏽", " 👍 "), ("❤️", " ❤ "), ("🇩🇪", " 🇩  🇪 "), ("5°C", "5 c"), ("Foo® Bar", "foo  bar"),
    ])
    func `case, accents and widths do not count`(text: String, searchable: String) {
        #expect(text.searchable == searchable)
    }

    @Test func `the short way for alphabets comes to the same as the long way`() throws {
        let scalars =
            try (0x00...0x52F).compactMap(Unicode.Scalar.init)
            + (0x2010...0x2027).map {
                try #require(Unicode.Scalar($0))
            }
        for scalar in scalars {
            // An accent that stands alone is not for the short way.
            #expect(
                "\(scalar) e\u{301}".searchable == "\(scalar)".searchable + " e", "\(scalar.escaped(asASCII: true))")
        }
    }
}
