import Core
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

    @Test(arguments: [
        ("https://xn--bcher-kva.example/%C3%A9", "https://bücher.example/é"),
        ("https://a.example/a%2Bb", "https://a.example/a+b"),
        ("https://xn--99999999.example/%FF%41", "https://xn--99999999.example/%FFA"),
    ])
    func `a URL is found as it is stored and as a person reads it`(url: String, readable: String) {
        #expect(url.addressText == "\(url) \(readable)")
    }

    @Test(arguments: [
        "https://a.example/a-b", "https://a.example/%00%1F%7F", "https://a.example/%FF", "https://a.example/%4",
    ])
    func `a URL that reads as it is stored is found once`(url: String) {
        #expect(url.addressText == url)
    }

    // Some are the samples of RFC 3492, section 7.1.
    @Test(arguments: [
        ("bücher", "bcher-kva"), ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
        ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"), ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"),
        ("安室奈美恵-with-super-monkeys", "-with-super-monkeys-pc58ag80a8qai00g7n9n"), ("💩", "ls8h"), ("abc", "abc-"),
    ])
    func `Punycode is written and read`(text: String, encoded: String) {
        #expect(Punycode.encode(Array(text.unicodeScalars)) == encoded)
        #expect(Punycode.decode(encoded[...]) == Array(text.unicodeScalars))
    }

    @Test(arguments: ["é", "99999999", "a-é", "zzzzzzzzzzzz", "kva-!"])
    func `what is not Punycode is not read`(text: String) {
        #expect(Punycode.decode(text[...]) == nil)
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
