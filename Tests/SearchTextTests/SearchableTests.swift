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
        ("it's 5°C (©)", ["it", "s", "5", "c"]),
        ("الفصل ٣", ["الفصل", "٣"]),
        ("— …", []),
    ])
    func `divides text into words`(text: String, words: [String]) {
        #expect(text.searchWords == words)
    }

    @Test(arguments: [
        // Thai, Lao, Burmese and Khmer
        "กฮๆ", "ກຮໞໟ", "ကႎ", "កឳ",
        // Japanese
        "々〆〇", "ぁゖゝ", "ァヶー", "ㇰㇿ",
        // Chinese, including the oldest and newest extensions
        "\u{3400}\u{4DBF}", "一\u{9FFF}", "\u{FA0E}\u{FA29}", "\u{20000}\u{2A6DF}\u{3134A}",
    ])
    func `each character of a language that does not separate words is a word`(text: String) {
        #expect("a\(text)b".searchWords == ["a"] + text.map { String($0) } + ["b"])
    }

    @Test(arguments: ["සිංහල", "བོད", "ქართული", "ᠮᠣᠩᠭᠣᠯ", "한국어", "ㄅㄆ", "ꀀꀁ"])
    func `in all other languages, adjacent letters form one word`(word: String) {
        #expect("a\(word)b".searchWords.count == 1)
    }

    @Test(
        arguments: [
            // The vowel points and accents of Hebrew
            0x0591...0x05BD, 0x05BF...0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7...0x05C7,
            // The tatweel and the vowel points of Arabic
            0x0640...0x0640, 0x064B...0x0652, 0x0670...0x0670,
            // The selectors of an emoji's presentation and skin tone
            0xFE0E...0xFE0F, 0x1F3FB...0x1F3FF,
        ] as [ClosedRange<UInt32>]
    )
    func `ignores vowel points and selectors, but not their neighbors`(range: ClosedRange<UInt32>)
        throws
    {
        for scalar in range.compactMap(Unicode.Scalar.init) {
            #expect("ב\(scalar)ג".searchable == "בג", "\(scalar.escaped(asASCII: true))")
        }
        for neighbor in [range.lowerBound - 1, range.upperBound + 1] {
            let scalar = try #require(Unicode.Scalar(neighbor))
            #expect("ב\(scalar)ג".searchable != "בג", "\(scalar.escaped(asASCII: true))")
        }
    }

    @Test func `the fast path for alphabets agrees with the general path`() {
        let codes = Array<UInt32>(0x00...0x52F) + Array<UInt32>(0x2010...0x2027)
        for scalar in codes.compactMap(Unicode.Scalar.init) {
            // The combining accent forces the general path.
            let general = "\(scalar) e\u{301}".searchable
            #expect(general == "\(scalar)".searchable + " e", "\(scalar.escaped(asASCII: true))")
        }
    }

    @Test func `the example in the README compiles and runs`() {
        #expect("Ælfréd’s Straße".searchable == "aelfred’s strasse")
        #expect("Łódź, 東京 🚀".searchWords == ["lodz", "東", "京", "🚀"])
    }
}
