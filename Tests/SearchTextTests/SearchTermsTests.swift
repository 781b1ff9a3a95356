import SearchText
import Testing

struct SearchTermsTests {
    @Test func `parses alternatives, phrases and excluded terms`() {
        let terms = SearchTerms("swift OR rust \"to read\" -java")
        #expect(terms.required == [[.word("swift"), .word("rust")], [.phrase("to read")]])
        #expect(terms.excluded == [.word("java")])
    }

    @Test(arguments: [
        ("swift  server", [SearchTerm.word("swift"), .word("server")]),
        ("\"to read\"", [.phrase("to read")]),
        ("a \"b c\" d", [.word("a"), .phrase("b c"), .word("d")]),
        ("\"a b\" \"c d\"", [.phrase("a b"), .phrase("c d")]),
        ("a \"b c", [.word("a"), .phrase("b c")]),
        ("c++ -- !", [.word("c++")]),
        ("#swift #c# \"#1\"", [.word("swift"), .word("c#"), .phrase("#1")]),
        ("\"...\"", []),
        ("🚀 ° → ©", [.word("🚀")]),
        ("", []),
        ("\u{65e5}\u{672c}", [.word("\u{65e5}\u{672c}")]),
    ])
    func `parses the words and phrases of a search`(text: String, terms: [SearchTerm]) {
        #expect(SearchTerms(text) == SearchTerms(required: terms.map { [$0] }))
    }

    @Test(
        arguments: [
            ("a OR b", [["a", "b"]]),
            ("a OR b OR c d", [["a", "b", "c"], ["d"]]),
            ("a b OR c", [["a"], ["b", "c"]]),
            ("a or b", [["a"], ["or"], ["b"]]),
            ("OR a", [["OR"], ["a"]]),
            ("a OR", [["a"], ["OR"]]),
            ("a OR OR b", [["a", "OR"], ["b"]]),
            ("a … OR b", [["a", "b"]]),
        ] as [(String, [[String]])]
    )
    func `parses alternatives that are separated by OR`(text: String, words: [[String]]) {
        #expect(SearchTerms(text) == SearchTerms(required: words.map { $0.map { .word($0) } }))
    }

    @Test(
        arguments: [
            ("-a", [], [SearchTerm.word("a")]),
            ("a -b -\"c d\" e", [.word("a"), .word("e")], [.word("b"), .phrase("c d")]),
            ("-#tag -c++", [], [.word("tag"), .word("c++")]),
            ("a OR -b", [.word("a"), .word("OR")], [.word("b")]),
            ("-a OR b", [.word("OR"), .word("b")], [.word("a")]),
            ("--a b-c - d", [.word("--a"), .word("b-c"), .word("d")], []),
            ("- \"a b\"", [.phrase("a b")], []),
            ("\"-a\"", [.phrase("-a")], []),
            ("a -", [.word("a")], []),
        ] as [(String, [SearchTerm], [SearchTerm])]
    )
    func `parses excluded terms`(text: String, words: [SearchTerm], excluded: [SearchTerm]) {
        let expected = SearchTerms(required: words.map { [$0] }, excluded: excluded)
        #expect(SearchTerms(text) == expected)
    }
}
