import Core
import Testing

struct SearchTermTests {
    @Test(arguments: [
        ("swift  server", [SearchTerm.word("swift"), .word("server")]), ("\"to read\"", [.phrase("to read")]),
        ("a \"b c\" d", [.word("a"), .phrase("b c"), .word("d")]),
        ("\"a b\" \"c d\"", [.phrase("a b"), .phrase("c d")]), ("a \"b c", [.word("a"), .phrase("b c")]),
        ("c++ -- !", [.word("c++")]), ("#swift #c# \"#1\"", [.word("swift"), .word("c#"), .phrase("#1")]),
        ("\"...\"", []), ("🚀 ° → ©", [.word("🚀")]), ("", []), ("\u{65e5}\u{672c}", [.word("\u{65e5}\u{672c}")]),
    ])
    func `words and phrases are read as people type them`(text: String, terms: [SearchTerm]) {
        #expect(SearchTerm.parse(text) == terms)
    }
}
