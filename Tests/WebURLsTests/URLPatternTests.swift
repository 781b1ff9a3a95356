import Testing
import WebURLs

struct URLPatternTests {
    /// A pattern and a URL, and whether they match.
    @Test(
        arguments: table(
            """
            https://a.example/b https://a.example/b → yes
            https://a.example/b https://a.example/bc → no
            https://a.example/b https://a.example/ → no
            https://a.example/* https://a.example/ → yes
            https://a.example/* https://a.example/b/c → yes
            https://a.example/* http://a.example/ → no
            https://a.example/* https://a.example → no
            *.pdf https://a.example/b.pdf → yes
            *.pdf https://a.example/b.pdf?c → no
            *.pdf https://a.example/pdf → no
            */a*b*c x/abc → yes
            */a*b*c x/a/b/b/c/c → yes
            */a*b*c /a/a1b2c → yes
            */a*b*c x/acb → no
            */a*b*c x/ab → no
            */a*b*c x/abcd → no
            ab*ba abba → yes
            ab*ba ab ba → yes
            ab*ba aba → no
            *  → yes
            * https://a.example/ → yes
            **é* https://a.example/é → yes
            **é* https://a.example/e → no
            """
        )
    )
    func `an asterisk in a pattern matches any string`(call: String, answer: String) throws {
        let space = try #require(call.firstIndex(of: " "))
        let url = String(call[space...].dropFirst())
        let matches = URLPattern(String(call[..<space])).matches(url)
        #expect(matches == (answer == "yes"))
    }
}
