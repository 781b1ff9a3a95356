import SearchText
import Testing

struct SearchableTests {
    @Test(arguments: [
        ("ÉCLAIR", "eclair"),
        ("Łódź", "lodz"),
        ("Øresund", "oresund"),
        ("Ælfred", "aelfred"),
        ("Œuvre", "oeuvre"),
        ("Straße", "strasse"),
        ("Þór", "thor"),
        ("Đà Nẵng", "da nang"),
        ("“a” — b…", "“a” — b..."),
        ("ＡＢ", "ab"),
        ("Ἀθῆναι", "αθηναι"),
        ("Ёлка", "елка"),
        ("東京a", " 東  京 a"),
        ("שָׁלוֹם", "שלום"),
        ("🚀Launch", " 🚀 launch"),
        ("👍🏽", " 👍 "),
        ("❤️", " ❤ "),
        ("🇩🇪", " 🇩  🇪 "),
        ("5°C", "5 c"),
        ("Foo® Bar", "foo  bar"),
    ])
    func `ignores case, accents and character widths`(text: String, searchable: String) {
        #expect(text.searchable == searchable)
    }

    @Test(arguments: [
        ("Łódź, 東京 🚀", ["lodz", "東", "京", "🚀"]),
        ("it's 5°C (©)", ["it", "s", "5", "c"]),
        ("— …", []),
    ])
    func `divides text into words`(text: String, words: [String]) {
        #expect(text.searchWords == words)
    }

    @Test func `the fast path for alphabets agrees with the general path`() {
        let codes = Array<UInt32>(0x00...0x52F) + Array<UInt32>(0x2010...0x2027)
        for scalar in codes.compactMap(Unicode.Scalar.init) {
            // The combining accent forces the general path.
            let general = "\(scalar) e\u{301}".searchable
            #expect(general == "\(scalar)".searchable + " e", "\(scalar.escaped(asASCII: true))")
        }
    }

    @Test func `the sample in the README compiles and runs`() {
        #expect("Ælfréd’s Straße".searchable == "aelfred’s strasse")
        #expect("Łódź, 東京 🚀".searchWords == ["lodz", "東", "京", "🚀"])
    }
}
