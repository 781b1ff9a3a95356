import Testing
import WebURLs

struct LikelyURLTests {
    @Test(
        arguments: table(
            """
            example.org/a → https://example.org/a
            localhost:8080 → http://localhost:8080
            a.localhost → http://a.localhost
            localhost#a → http://localhost#a
            example.org.:80?a → https://example.org.:80?a
            10.0.0.1/a → http://10.0.0.1/a
            10.0.0.1.example.org → https://10.0.0.1.example.org
            """
        )
    )
    func `text that begins with a host has a likely URL`(text: String, url: String) {
        #expect(text.likelyURL == url)
    }

    @Test(arguments: ["example", "a b.c", "a@b.c", "", "https://example.org/"])
    func `other text has no likely URL`(text: String) {
        #expect(text.likelyURL == nil)
    }
}
