import Foundation
import ProgramTesting
import SearchText
import Testing

struct SearchTermsTests {
    @Test func `parses alternatives, phrases and excluded terms`() {
        let terms = SearchTerms("swift OR rust \"to read\" -java")
        #expect(terms.required == [[.word("swift"), .word("rust")], [.phrase("to read")]])
        #expect(terms.excluded == [.word("java")])
    }

    /// The text of a search, its required terms and its excluded terms. Bars separate terms, and
    /// slashes separate alternatives.
    @Test(
        arguments: Row.table(
            """
            swift  server → swift | server →
            "to read" → "to read" →
            a "b c" d → a | "b c" | d →
            "a b" "c d" → "a b" | "c d" →
            a "b c → a | "b c" →
            c++ -- ! → c++ →
            #swift #c# "#1" → swift | c# | "#1" →
            "..." → →
            🚀 ° ⇒ © → 🚀 →
            → →
            \u{65e5}\u{672c} → \u{65e5}\u{672c} →
            a OR b → a / b →
            a OR b OR c d → a / b / c | d →
            a b OR c → a | b / c →
            a or b → a | or | b →
            OR a → OR | a →
            a OR → a | OR →
            a OR OR b → a / OR | b →
            a … OR b → a / b →
            -a → → a
            a -b -"c d" e → a | e → b | "c d"
            -#tag -c++ → → tag | c++
            a OR -b → a | OR → b
            -a OR b → OR | b → a
            --a b-c - d → --a | b-c | d →
            - "a b" → "a b" →
            "-a" → "-a" →
            a - → a →
            """
        )
    )
    func `parses words, phrases, alternatives and excluded terms`(row: Row) {
        let required = row[1].parts("|").map { $0.parts("/").map(SearchTerm.init(inTable:)) }
        let excluded = row[2].parts("|").map(SearchTerm.init(inTable:))
        #expect(SearchTerms(row[0]) == SearchTerms(required: required, excluded: excluded))
    }

    @Test func `search terms are empty if they neither require nor exclude a term`() {
        #expect(SearchTerms("…").isEmpty)
        #expect(!SearchTerms("a").isEmpty)
        #expect(!SearchTerms("-a").isEmpty)
    }

    /// A term, the string that a document must contain literally, and whether the term also matches
    /// longer words.
    @Test(
        arguments: Row.table(
            """
            swift → → prefix
            "swift" → → whole
            a.b → → prefix
            C++ → c++ → whole
            "C++ 11" → c++ 11 → whole
            C#7 → c#7 → prefix
            .NET → .net → prefix
            """
        )
    )
    func `punctuation in a name is part of the term`(row: Row) {
        let term = SearchTerm(inTable: row[0])
        #expect(term.literal ?? "" == row[1])
        #expect(term.isPrefix == (row[2] == "prefix"))
    }
}

extension String {
    fileprivate func parts(_ separator: Character) -> [String] {
        split(separator: separator).map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

extension SearchTerm {
    /// Creates a phrase from a text in quotation marks, and a word from any other text.
    fileprivate init(inTable text: String) {
        self =
            text.hasPrefix("\"")
            ? .phrase(text.trimmingCharacters(in: ["\""])) : .word(text)
    }
}
